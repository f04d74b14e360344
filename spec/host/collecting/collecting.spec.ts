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
  it('holds little garbage, unless the command line says otherwise', async () => {
    const [few, many] = await Promise.all([mostOf(), mostOf('--heap-growing-percent=300')]);
    expect(few).to.be.greaterThan(40);
    expect(many / few).to.be.greaterThan(1.3);
  });
});
