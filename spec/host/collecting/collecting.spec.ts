import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const churn = fileURLToPath(new URL('churn.ts', import.meta.url));

/** The most that a listening process used that holds 40 MB, in MB. */
const mostOf = async (...flags: string[]): Promise<number> => {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--import', 'tsx', churn]);
  return Number(stdout);
};

describe('the memory of a host that listens', () => {
  it('holds little garbage', async () => {
    expect(await mostOf()).to.be.within(40, 150);
  });

  it('holds as much as the command line says', async () => {
    expect(await mostOf('--heap-growing-percent=300')).to.be.greaterThan(150);
  });
});
