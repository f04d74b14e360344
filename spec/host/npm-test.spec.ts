import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs what `npm test -- ARGS` runs. */
const test = (...args: string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((done) => {
    execFile(process.execPath, ['.ci/test.mjs', ...args], { cwd: root }, (error, out, err) =>
      done({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });

describe('npm test', () => {
  for (const plugin of [['--plugin', 'allow-header'], ['--plugin=plugins/allow-header']]) {
    it(`runs the specs of one plugin: ${plugin.join(' ')}`, async () => {
      const { code, out } = await test(...plugin, '--reporter=json');
      expect(code).to.equal(0);
      const { stats, tests } = JSON.parse(out);
      expect(stats.tests).to.be.above(3);
      for (const { file } of tests) expect(file).to.match(/spec\/plugins\/allow-header\.spec\.ts$/);
    });
  }

  it('runs the files that are named and no others', async () => {
    const file = 'spec/plugins/pretty-json.spec.ts';
    const { code, out } = await test(file, '--reporter=json');
    expect(code).to.equal(0);
    const { tests } = JSON.parse(out);
    expect(tests).to.have.length.above(0);
    for (const one of tests) expect(one.file).to.satisfy((path: string) => path.endsWith(file));
  });

  it('ends with an exit code of its own when a spec fails, after the numbers', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tappet-npm-test-'));
    const file = join(folder, 'failing.spec.ts');
    writeFileSync(file, "it('fails', () => { throw new Error('so it is'); });\nit('passes', () => undefined);\n");
    const { code, out } = await test(file);
    rmSync(folder, { recursive: true });
    expect(code).to.equal(1);
    expect(out).to.match(/^ {2}1 passing .*\n {2}1 failing$/m);
  });

  it('names a plugin that does not exist', async () => {
    expect(await test('--plugin', 'nowhere')).to.deep.equal({
      code: 1,
      out: '',
      err: 'there is no plugin "nowhere"; tappet plugin new nowhere makes it\n',
    });
  });
});
