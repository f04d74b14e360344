import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ask } from '../host/echo.ts';
import { CommandLine, type ServerProcess } from '../support/command-line.ts';

const STRAY = `import { definePlugin } from 'tappet';
export default definePlugin({
  name: 'stray', version: '1.0.0', description: '',
  setup({ hooks }) {
    const fail = () => { throw new Error('astray'); };
    hooks.action('rest_api_init').tap('stray', (server) => {
      const route = (path, callback) => server.registerRoute('stray/v1', path, { callback, permission_callback: () => true });
      route('/timer', () => { setTimeout(fail, 1); return true; });
      route('/promise', () => { Promise.resolve().then(fail); return true; });
      route('/nothing', () => { Promise.reject('no error at all'); return true; });
    });
  },
});`;

describe('a serving host whose plugin fails where nothing waits for it', function () {
  this.timeout(60_000);
  let folder: string;
  let server: ServerProcess;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-stray-'));
    mkdirSync(join(folder, 'plugins/stray'), { recursive: true });
    writeFileSync(join(folder, 'plugins/stray/index.ts'), STRAY);
    const settings = "{ plugins: { only: ['health'], folders: ['plugins'] } }";
    writeFileSync(join(folder, 'tappet.config.ts'), `export default ${settings};`);
    server = await new CommandLine(folder).serve();
  });
  after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  const logged = async (words: string): Promise<void> => {
    while (!server.output.err.includes(words)) await new Promise((resolve) => setTimeout(resolve, 10));
  };

  for (const path of ['timer', 'promise']) {
    it(`goes on and names the plugin: in a ${path}`, async () => {
      const seen = server.output.err.length;
      expect((await ask(`${server.url}/cms-json/stray/v1/${path}`)).json).to.equal(true);
      while (!server.output.err.slice(seen).includes('astray')) await new Promise((resolve) => setTimeout(resolve, 10));
      expect(server.output.err.slice(seen)).to.include('"stray\\" failed where nothing waits for it');
      expect((await ask(`${server.url}/healthz`)).json).to.include({ status: 'ok' });
    });
  }

  it('goes on when no plugin can be named', async () => {
    await ask(`${server.url}/cms-json/stray/v1/nothing`);
    await logged('something failed where nothing waits for it');
    expect((await ask(`${server.url}/healthz`)).json).to.include({ status: 'ok' });
  });
});
