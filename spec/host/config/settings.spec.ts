import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { readSettings } from '../../../host/config/index.ts';
import { resolveSettings } from '../../../host/config/resolve.ts';
import { createHost, definePlugin } from '../../../host/index.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

describe('configuration', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-config-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const file = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const read = (flags: Record<string, unknown> = {}, environment: Record<string, string> = {}) =>
    readSettings({ flags, environment, folder });

  async function lineOf(flags: Record<string, unknown> = {}, environment: Record<string, string> = {}) {
    try {
      await read(flags, environment);
    } catch (error) {
      expect((error as Error).name).to.equal('ConfigError');
      expect((error as Error).message).not.to.include('\n');
      return (error as Error).message;
    }
    throw new Error('it was accepted');
  }

  describe('precedence', () => {
    it('is flags, environment, file, defaults', async () => {
      const from = async (...given: Parameters<typeof read>) => resolveSettings(await read(...given)).port;
      expect(await from()).to.equal(8080);
      file('tappet.config.json', '{ "port": 1111 }');
      expect(await from()).to.equal(1111);
      expect(await from({}, { PORT: '2222' })).to.equal(2222);
      expect(await from({ port: '3333' }, { PORT: '2222' })).to.equal(3333);
    });

    it('treats an empty variable as not set', async () => {
      file('tappet.config.json', '{ "brand": "wp" }');
      expect((await read({}, { TAPPET_BRAND: '' })).brand).to.equal('wp');
    });

    it('uses the plugin settings of the file when the command line names more folders', async () => {
      file('tappet.config.json', '{ "plugins": { "disabled": ["cors"] } }');
      const { plugins } = await read({ plugins: ['mine'] });
      expect(plugins).to.deep.equal({ disabled: ['cors'], folders: [join(folder, 'mine')] });
    });
  });

  describe('a file', () => {
    it('may be TypeScript or JavaScript, with functions among the overrides of hooks', async () => {
      file(
        'tappet.config.ts',
        'const port: number = 4444;\nexport default { port, hooks: { rest_url: { mine: (url: string) => url } } };',
      );
      const settings = await read();
      expect(settings.port).to.equal(4444);
      expect(settings.hooks?.rest_url?.mine).to.be.a('function');
    });

    it('names plugin folders relative to itself', async () => {
      file('tappet.config.json', '{ "plugins": ["./more"] }');
      expect((await read()).plugins).to.deep.equal({ folders: [join(folder, 'more')] });
    });

    it('may be missing: plugins in the folder plugins/ are taken, unless a setting names folders', async () => {
      expect((await read()).plugins).to.equal(undefined);
      mkdirSync(join(folder, 'plugins'));
      expect((await read()).plugins).to.deep.equal({ folders: [join(folder, 'plugins')] });
      file('tappet.config.json', '{ "plugins": { "disabled": ["cors"] } }');
      expect((await read()).plugins).to.deep.equal({ folders: [join(folder, 'plugins')], disabled: ['cors'] });
      file('tappet.config.json', '{ "plugins": { "folders": [] } }');
      expect((await read()).plugins).to.deep.equal({ folders: [] });
      expect((await readSettings({ environment: {}, folder: ROOT })).plugins).to.equal(undefined);
    });

    it('stops the start when there are two', async () => {
      file('tappet.config.json', '{}');
      file('tappet.config.js', 'export default {}');
      expect(await lineOf()).to.include('tappet.config.js and tappet.config.json; keep one');
    });

    it('stops the start when it cannot be read', async () => {
      file('tappet.config.json', '{ "port": }');
      expect(await lineOf()).to.match(/^tappet\.config\.json cannot be read: /);
    });

    it('stops the start when it has no default export', async () => {
      file('tappet.config.ts', 'export const port = 1;');
      expect(await lineOf()).to.include('add `export default { … }`');
    });
  });

  describe('a bad setting', () => {
    const inFile: [text: string, line: string][] = [
      ['{ "port": "80" }', 'tappet.config.json: port must be a whole number from 0 to 65535; it is "80"'],
      ['{ "prot": 80 }', 'tappet.config.json: there is no setting "prot"; did you mean "port"?'],
      [
        '{ "brand": "My CMS" }',
        'tappet.config.json: brand must be lower-case letters and digits, a letter first; it is "My CMS"',
      ],
      ['{ "permalinks": "nice" }', 'tappet.config.json: permalinks must be one of pretty, index, plain; it is "nice"'],
      [
        '{ "plugins": { "disable": [] } }',
        'tappet.config.json: there is no setting "plugins.disable"; did you mean "disabled"?',
      ],
      [
        '{ "plugins": { "disabled": "cors" } }',
        'tappet.config.json: plugins.disabled must be a list of plugin names; it is "cors"',
      ],
      [
        '{ "hooks": { "rest_url": { "cors": 1 } } }',
        'tappet.config.json: hooks.rest_url.cors must be false, a function, or a map of stage, before, after and timeout; it is 1',
      ],
      [
        '{ "hooks": { "rest_url": { "cors": { "stge": 1 } } } }',
        'tappet.config.json: there is no setting "hooks.rest_url.cors.stge"; did you mean "stage"?',
      ],
      [
        '{ "hooks": { "rest_url": { "cors": { "stage": "1" } } } }',
        'tappet.config.json: hooks.rest_url.cors.stage must be a number; it is "1"',
      ],
      ['[]', 'tappet.config.json must hold a map of settings'],
    ];
    for (const [text, line] of inFile) {
      it(`is reported in one line: ${text}`, async () => {
        file('tappet.config.json', text);
        expect(await lineOf()).to.equal(line);
      });
    }

    it('is reported with the name of its variable', async () => {
      expect(await lineOf({}, { TAPPET_DEBUG: 'maybe' })).to.equal(
        'environment: TAPPET_DEBUG must be true or false; it is "maybe"',
      );
    });

    it('is reported with the name of its flag', async () => {
      expect(await lineOf({ logLevel: 'loud' })).to.equal(
        'command line: --log-level must be one of debug, info, warn, error, silent; it is "loud"',
      );
    });
  });

  describe('names in it', () => {
    const refusal = async (options: Parameters<typeof createHost>[0]) => {
      try {
        await createHost({ logLevel: 'silent', ...options });
      } catch (error) {
        return (error as Error).message;
      }
      throw new Error('it was accepted');
    };

    it('must be those of settings where a plugin takes one', async () => {
      const taker = definePlugin({
        name: 'taker',
        version: '1.0.0',
        description: 'Takes a setting.',
        settings: { databse: 'url' },
        setup: () => undefined,
      });
      expect(await refusal({ plugins: { only: [], folders: [taker] } })).to.equal(
        'definition of "taker": takes the setting "databse", which there is not; did you mean "database"?',
      );
    });

    it('must be those of plugins', async () => {
      const only: string[] = [];
      expect(await refusal({ plugins: { only, disabled: ['corz'] } })).to.equal(
        'plugins.disabled: there is no plugin "corz"; did you mean "cors"?',
      );
      for (const wrong of ['"plugins": { "disabled": ["corz"] }', '"options": { "corz": {} }']) {
        file('tappet.config.json', `{ ${wrong} }`);
        const message = await refusal(await read());
        expect(message, wrong).to.match(/tappet\.config\.json: \w+\..* did you mean "cors"\?$/);
        expect(message.split('tappet.config.json'), wrong).to.have.lengthOf(2);
      }
      expect(await refusal({ plugins: { only }, options: { nothing: {} } })).to.include(
        'options.nothing: there is no plugin "nothing"',
      );
      expect(await refusal({ plugins: { only: ['cors'] }, options: { corz: {} } })).to.equal(
        'options.corz: there is no plugin "corz"; did you mean "cors"?',
      );
      expect(await refusal({ plugins: { only, folders: [join(folder, 'none')] } })).to.include(
        `plugins: there is no folder ${join(folder, 'none')}`,
      );
    });
  });
});
