import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const SCRIPT = fileURLToPath(new URL('text-growth.ts', import.meta.url));
const FLAGS = ['--single-threaded', '--min-semi-space-size=256', '--max-semi-space-size=256'];

describe('functions that read texts', () => {
  let found: Record<string, string[]>;
  before(async function () {
    // Half a minute by itself, and more where the machine does other work.
    this.timeout(300_000);
    const { stdout } = await promisify(execFile)(process.execPath, [...FLAGS, '--import', 'tsx', SCRIPT]);
    found = JSON.parse(stdout);
  });

  it('take time in proportion to them: less than 64 times as much for sixteen times the text', () => {
    const { 'a search for blanks': _, ...own } = found;
    expect(Object.keys(own)).to.have.length.above(45);
    expect(Object.fromEntries(Object.entries(own).filter(([, failures]) => failures.length > 0))).to.deep.equal({});
  });

  it('are found where they do not', () => {
    expect(found['a search for blanks']?.join()).to.match(/^blanks: /);
  });
});
