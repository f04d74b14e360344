import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { CommandLine, type ServerProcess } from '../support/command-line.ts';
import { until } from '../support/until.ts';
import { ask } from './echo.ts';

const plugin = `import { definePlugin } from 'tappet';
import { object, string } from 'superstruct';
export default definePlugin({
  name: 'telling', version: '1.0.0', description: '', options: object({ word: string() }),
  setup({ hooks }, { word }) {
    hooks.action('rest_api_init').tap('telling', (server) => {
      server.registerRoute('telling/v1', '/word', { callback: () => word, permission_callback: () => true });
    });
  },
});`;
const config = (options: object) => JSON.stringify({ plugins: { only: ['health'], folders: ['plugins'] }, options });

describe('SIGHUP to a host without --watch', () => {
  let folder: string;
  let server: ServerProcess;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-hang-up-'));
    mkdirSync(join(folder, 'plugins/telling'), { recursive: true });
    writeFileSync(join(folder, 'plugins/telling/index.ts'), plugin);
    writeFileSync(join(folder, 'tappet.config.json'), config({ telling: { word: 'one' } }));
    server = await new CommandLine(folder).serve();
  });
  after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });
  const word = async () => (await ask(`${server.url}/cms-json/telling/v1/word`)).json;
  const failure = async () => (await ask(`${server.url}/healthz`)).json.reload_error;

  it('reads the configuration again', async () => {
    writeFileSync(join(folder, 'tappet.config.json'), config({ telling: { word: 'two' } }));
    expect(await word()).to.equal('one');
    server.hangUp();
    await until(async () => (await word()) === 'two');
  });

  const broken: [what: string, text: string, message: RegExp][] = [
    ['cannot be read', '{ "plugins": ', /^tappet\.config\.json cannot be read: /],
    ['is of the wrong shape', '{ "port": "x" }', /^tappet\.config\.json: port must be /],
    ['names a plugin that is not there', '{ "plugins": { "only": ["helth"] } }', /did you mean "health"\?$/],
    ['gives an option of the wrong type', config({ telling: { word: 3 } }), /options\.telling\.word must be /],
  ];
  for (const [what, text, message] of broken) {
    it(`leaves the running generation in place when the configuration ${what}, and reports it at /healthz`, async () => {
      const { generation } = (await ask(`${server.url}/healthz`)).json;
      writeFileSync(join(folder, 'tappet.config.json'), text);
      server.hangUp();
      await until(async () => message.test((await failure())?.message));
      expect(server.output.err).to.include(`not reloaded, what ran before goes on: ${(await failure()).message}`);
      expect((await ask(`${server.url}/healthz`)).json.generation).to.equal(generation);
      expect(await word()).to.equal('two');
    });
  }

  it('forgets the failure once a reload succeeds', async () => {
    writeFileSync(join(folder, 'tappet.config.json'), config({ telling: { word: 'three' } }));
    server.hangUp();
    await until(async () => (await word()) === 'three');
    expect(await failure()).to.equal(null);
  });
});
