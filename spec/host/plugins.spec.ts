import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createHost, definePlugin, type Host } from '../../host/index.ts';

const HELLO = `import { definePlugin } from 'tappet';
import { greeting } from './greeting.ts';

export default definePlugin({
  name: 'hello',
  version: '1.0.0',
  description: 'Greets.',
  capabilities: ['requests'],
  setup({ hooks }) {
    hooks.action('rest_api_init').tap('hello', (server) => {
      const callback = (): unknown => ({ hello: greeting });
      server.registerRoute('hello/v1', '/greeting', { callback, permission_callback: () => true });
    });
    hooks.filter('rest_post_dispatch').tap('hello', (response) => response.header('X-Hello', 'yes'));
  },
});
`;

describe('plugin folders', () => {
  let folder: string;
  const hosts: Host[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-plugins-'));
  });
  afterEach(async () => {
    for (const host of hosts.splice(0)) await host.close();
    rmSync(folder, { recursive: true });
  });

  const file = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const start = async (more: { only?: string[]; disabled?: string[]; required?: string[]; at?: string } = {}) => {
    const { at = folder, only = [], ...rest } = more;
    const host = await createHost({ logLevel: 'silent', plugins: { only, ...rest, folders: [at] } });
    hosts.push(host);
    return host;
  };
  /** The error of a host that requires the only plugin of the folder. */
  const refusal = async () => {
    try {
      await start({ required: readdirSync(folder) });
    } catch (error) {
      expect((error as Error).name).to.equal('PluginError');
      return (error as Error).message;
    }
    throw new Error('it was accepted');
  };

  it('of TypeScript work without a build step, on the core of the host', async () => {
    file('hello/index.ts', HELLO);
    file('hello/greeting.ts', "export const greeting: string = 'world';\n");
    const host = await start();
    expect((await host.dispatch('/hello/v1/greeting')).data).to.deep.equal({ hello: 'world' });
    const filtered = await host.generation.server.dispatchAndFilter('/hello/v1/greeting');
    expect(filtered.headers['X-Hello']).to.equal('yes');
  });

  it('share classes with the host, so that their responses are responses of the host', async () => {
    file(
      'teapot/index.js',
      `import { definePlugin, RestController, RestError, RestResponse, serviceToken } from 'tappet';
       export const Kettle = serviceToken('kettle');
       export default definePlugin({ name: 'teapot', version: '1.0.0', description: 'Short and stout.', setup(host) {
         host.provide(Kettle, { RestController, RestError, RestResponse });
       } });`,
    );
    const core = await import('../../core/index.ts');
    const host = await start();
    const theirs = host.generation.services.find(core.serviceToken<Record<string, unknown>>('kettle'))!;
    for (const name of ['RestController', 'RestError', 'RestResponse'] as const) {
      expect(theirs[name]).to.equal(core[name]);
    }
  });

  it('may name their file in package.json, and be configured one by one', async () => {
    file('sole/package.json', '{ "main": "lib/main.js" }');
    file('sole/lib/main.js', "export default { name: 'sole', version: '1.0.0', description: '', setup() {} };");
    const host = await start({ at: join(folder, 'sole') });
    expect(host.generation.plugins.map(({ definition }) => definition.name)).to.deep.equal(['sole']);
  });

  it('without an entry file are not plugins', async () => {
    file('notes/README.md', '# Notes');
    expect((await start()).generation.plugins).to.deep.equal([]);
  });

  it('that are disabled do not run, and are listed as disabled', async () => {
    file('hello/index.ts', HELLO);
    const host = await start({ disabled: ['hello'] });
    expect(host.generation.plugins).to.deep.equal([]);
    expect(host.plugins.disabled.map(({ name }) => name)).to.deep.equal(['hello']);
  });

  it('are refused when the plugin has another name', async () => {
    file('other/index.ts', HELLO.replace("import { greeting } from './greeting.ts';", 'const greeting = 1;'));
    expect(await refusal()).to.equal(
      `${join(folder, 'other')}: the plugin is named "hello", its folder "other"; give both the same name`,
    );
  });

  it('are refused without a default export', async () => {
    file('bare/index.ts', 'export const name = 1;');
    expect(await refusal()).to.include(`${join(folder, 'bare')}: has no plugin as its default export`);
  });

  it('are refused with an incomplete definition', async () => {
    file('bare/index.ts', "export default { name: 'bare', version: '1.0.0' };");
    expect(await refusal()).to.include('plugin "bare" has no setup(host) function; add one');
  });

  it('are refused with file and line when loading throws', async () => {
    file('thrower/index.ts', "\n\nthrow new Error('not today');\nexport default {};");
    expect(await refusal()).to.equal(`${join(folder, 'thrower')}: cannot be loaded: index.ts:3: not today`);
  });

  it('are refused with the file when it cannot be parsed', async () => {
    file('broken/index.ts', 'export default {\n  name: ,\n};');
    expect(await refusal()).to.match(/broken: cannot be loaded: .*index\.ts/);
  });

  it('of a definition given in code need no folder at all', async () => {
    const inline = definePlugin({ name: 'inline', version: '1.0.0', description: '', setup: () => undefined });
    const host = await createHost({ logLevel: 'silent', plugins: { only: ['fields'], folders: [inline] } });
    hosts.push(host);
    expect(host.generation.plugins.map(({ definition }) => definition.name)).to.deep.equal(['fields', 'inline']);
  });
});

describe('a replacement of a plugin that comes with the host', () => {
  const fast = (replaces: Record<string, string>) =>
    definePlugin({ name: 'fast', version: '1.0.0', description: '', replaces, setup: () => undefined });
  const user = definePlugin({
    name: 'user',
    version: '1.0.0',
    description: '',
    requires: { fields: '^0.1.0' },
    setup: () => undefined,
  });
  const running = async (plugins: object) => {
    const host = await createHost({ logLevel: 'silent', database: 'sqlite::memory:', plugins });
    const names = host.generation.plugins.map(({ definition }) => definition.name);
    await host.close();
    return names;
  };

  it('runs instead of it, so that it is not loaded when another requires it', async () => {
    expect(await running({ only: [], folders: [fast({ fields: '0.1.0' }), user] })).to.deep.equal(['fast', 'user']);
  });

  it('takes its place among all plugins if it is disabled', async () => {
    const folders = [fast({ fields: '0.1.0' }), user];
    expect(await running({ disabled: ['fields'], folders }))
      .to.include.members(['fast', 'user', 'posts'])
      .and.not.include('fields');
    const beside = await running({ folders }).catch(({ message }) => message);
    expect(beside).to.match(/"fast" replaces "fields".*disable one of them: plugins: \{ disabled: \['fields'\] \}$/);
  });
});

describe('settings that plugins take', () => {
  const taker = definePlugin({
    name: 'taker',
    version: '1.0.0',
    description: '',
    settings: { database: 'place' },
    setup: (host, options) => void host.provide({ name: 'taken' }, options),
  });
  const taken = async (settings: object) => {
    const host = await createHost({ logLevel: 'silent', plugins: { only: [], folders: [taker] }, ...settings });
    return host.generation.services.find({ name: 'taken' });
  };

  it('are passed as options, and override those', async () => {
    expect(await taken({ database: 'here', options: { taker: { place: 'there', size: 1 } } })).to.deep.equal({
      place: 'here',
      size: 1,
    });
  });

  it('leave the options unchanged when they are not given', async () => {
    expect(await taken({ options: { taker: { place: 'there' } } })).to.deep.equal({ place: 'there' });
  });
});
