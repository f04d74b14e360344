import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { pluginActivate } from '../../host/cli/plugin-change.ts';
import { pluginList } from '../../host/cli/plugin-list.ts';
import {
  type Capability,
  createHost,
  definePlugin,
  type Host,
  type HostSettings,
  type Logger,
  PluginManager,
} from '../../host/index.ts';
import { testHost } from '../../host/testing/index.ts';
import { Options } from '../../plugins/options/index.ts';
import { runDefinition } from '../support/run-command.ts';

const READER = "use(serviceToken('options')).get('blogname')";

const source = (capabilities: readonly Capability[] | undefined, body = READER) =>
  `import { definePlugin, serviceToken } from 'tappet';
export default definePlugin({
  name: 'reader', version: '1.0.0', description: 'Reads.', requires: { options: '*' },
  ${capabilities === undefined ? '' : `capabilities: ${JSON.stringify(capabilities)},`}
  setup({ use, hooks }) { ${body}; },
});`;

const reader = (capabilities?: readonly Capability[]) =>
  definePlugin({
    name: 'reader',
    version: '1.0.0',
    description: 'Reads.',
    requires: { options: '*' },
    ...(capabilities === undefined ? {} : { capabilities }),
    setup: ({ use }) => void use(Options).get('blogname'),
  });

const REFUSAL = `plugin "reader" uses service "options" without a capability that it needs; add capabilities: ['options:read']`;

const messageOf = (work: Promise<{ close(): Promise<void> }>): Promise<string> =>
  work.then(
    (host) => host.close().then(() => 'it was not refused'),
    (error: Error) => error.message,
  );

describe('the capabilities of plugins', () => {
  let folder: string;
  let warnings: string[];
  let errors: string[];
  const hosts: Host[] = [];
  const log: Logger = {
    debug: () => undefined,
    info: () => undefined,
    warn: (_, message) => void warnings.push(String(message)),
    error: (_, message) => void errors.push(String(message)),
  };
  const write = (text: string) => writeFileSync(join(folder, 'plugins/reader/index.ts'), text);
  const start = async (more: HostSettings = {}) => {
    const plugins = { only: ['activation'], folders: [join(folder, 'plugins')] };
    const host = await createHost({ log, database: `sqlite:${folder}/site.db`, plugins, ...more });
    hosts.push(host);
    return host;
  };
  beforeEach(() => {
    warnings = [];
    errors = [];
    folder = mkdtempSync(join(tmpdir(), 'tappet-capabilities-'));
    mkdirSync(join(folder, 'plugins/reader'), { recursive: true });
  });
  afterEach(async () => {
    await Promise.all(hosts.splice(0).map((host) => host.close()));
    rmSync(folder, { recursive: true });
  });

  it('are required of a plugin in a folder', async () => {
    write(source(undefined));
    const host = await start();
    expect(errors.join('\n')).to.include('plugins/reader: ').and.include(REFUSAL);
    const names = () => host.generation.plugins.map(({ definition }) => definition.name);
    expect(names()).not.to.include('reader');
    write(source(['options:read']));
    await host.reload();
    expect(names()).to.include('reader');
  });

  it('are required for routes in other namespaces', async () => {
    const route =
      "hooks.action('rest_api_init').tap('reader', (s) => s.registerRoute('shop/v1', '/a', { callback: () => 1 }))";
    write(source([], route));
    await start();
    expect(errors.join('\n')).to.include(
      `plugin "reader" registers a route in namespace "shop/v1" without a capability that it needs; add capabilities: ['routes:shop/v1']`,
    );
  });

  it('are not required of a definition in code, unless the settings say so', async () => {
    const settings = { logLevel: 'silent', database: 'sqlite::memory:' } as const;
    const host = await createHost({ ...settings, plugins: { only: [], folders: [reader()] } });
    await host.close();
    const limited = { only: [], folders: [reader()], limitDefinitions: true };
    expect(await messageOf(createHost({ ...settings, plugins: limited }))).to.include(REFUSAL);
  });

  it('are required in the test kit', async () => {
    expect(await messageOf(testHost(reader()))).to.include(REFUSAL);
    await (await testHost(reader(['options:write']))).close();
  });

  it('declared by plugins of the host are those that they use, and no more', async () => {
    for (const brand of ['cms', 'wp']) {
      const host = await createHost({ logLevel: 'silent', database: 'sqlite::memory:', brand });
      hosts.push(host);
      const { plugins, services } = host.generation;
      const idle = plugins.flatMap(({ definition: { name, capabilities = [] } }) => {
        const used = [...services.permissions.get(name)!.used];
        const isUsed = (capability: Capability) =>
          capability === 'routes:*'
            ? used.some((other) => other.startsWith('routes:'))
            : used.includes(capability) || used.includes(capability.replace(/:write$/, ':read') as Capability);
        return capabilities.filter((capability) => !isUsed(capability)).map((capability) => `${name} ${capability}`);
      });
      // The host does not see direct use of Node.js; some plugins use services only when their page is requested or a
      // job is due, when an option says so, or beside a WordPress.
      const later = [
        'database http',
        'database routes:*',
        'doing-it-wrong authentication',
        'doing-it-wrong requests',
        'explorer plugins',
        'default-widgets content:read',
        'default-widgets options:read',
        'deprecation requests',
        'health database',
        'hook-reference authentication',
        'hook-reference users:read',
        'jobs authentication',
        'media-shortcodes options:read',
        'metrics authentication',
        'metrics database',
        'metrics requests',
        'options requests',
        'password-policy routes:*',
        'password-policy users:read',
        'server-timing authentication',
        'server-timing requests',
        'upstream http',
        'upstream requests',
        'wordpress-doctor authentication',
        'wordpress-doctor database',
        'wordpress-login authentication',
        'wordpress-writes content:write',
        'wordpress-writes database',
        'wordpress-writes options:write',
        'wordpress-writes users:read',
      ];
      expect(idle.filter((line) => !/ (?:files|network)$/.test(line) && !later.includes(line))).to.eql([]);
    }
  });

  it('are listed, and printed when a plugin is activated', async () => {
    write(source(['options:read', 'network']));
    const host = await start();
    await host.generation.services.find(PluginManager)!.deactivate('reader');
    const { generation } = host;
    expect(await runDefinition(pluginActivate(host), generation, { plugins: ['reader'] })).to.eql([
      "Plugin 'reader' activated.",
      "  may options:read: reads the site's options",
      '  may network: connects to other machines',
      'Success: Activated 1 of 1 plugins.',
    ]);
    const listed = async (flags: Record<string, string>) =>
      (await runDefinition(pluginList(host), generation, {}, { format: 'csv', ...flags })).join('\n');
    const lines = (await listed({ fields: 'name,capabilities' })).split('\n');
    expect(lines).to.include('reader,options:read network');
    expect(await listed({})).not.to.include('network');
  });

  describe('that grow after activation', () => {
    const grown = 'plugin "reader" asks for more than when it was activated: network, content:read';

    it('are logged, once', async () => {
      write(source(['options:read']));
      const host = await start();
      await host.reload();
      expect(warnings).to.eql([]);
      write(source(['options:read', 'network', 'content:read']));
      await host.reload();
      await host.reload();
      expect(warnings).to.eql([grown]);
    });

    it('are logged after a restart, and for an inactive plugin when it is active again', async () => {
      write(source(['options:read']));
      const host = await start();
      await host.generation.services.find(PluginManager)!.deactivate('reader');
      await host.close();
      write(source(['options:read', 'network', 'content:read']));
      const next = await start();
      expect(warnings).to.eql([]);
      await next.generation.services.find(PluginManager)!.activate('reader');
      expect(warnings).to.eql([grown]);
    });

    it('are not logged for a new plugin, nor when they are fewer', async () => {
      write(source(['options:read', 'network']));
      const host = await start();
      write(source(['options:read']));
      await host.reload();
      expect(warnings).to.eql([]);
    });
  });
});
