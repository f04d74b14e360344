import { execFile } from 'node:child_process';
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

describe('npm test -- --plugin', () => {
  for (const plugin of [['--plugin', 'allow-header'], ['--plugin=plugins/allow-header']]) {
    it(`runs the specs of one plugin: ${plugin.join(' ')}`, async () => {
      const { code, out } = await test(...plugin, '--reporter=json');
      expect(code).to.equal(0);
      const { stats, tests } = JSON.parse(out);
      expect(stats.tests).to.be.above(3);
      for (const { file } of tests) expect(file).to.match(/spec\/plugins\/allow-header\.spec\.ts$/);
    });
  }

  it('says which plugin is not there', async () => {
    expect(await test('--plugin', 'nowhere')).to.deep.equal({
      code: 1,
      out: '',
      err: 'there is no plugin "nowhere"; tappet plugin new nowhere makes it\n',
    });
  });
});
