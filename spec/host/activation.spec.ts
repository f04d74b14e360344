import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createHost, definePlugin, type Host, PluginManager } from '../../host/index.ts';
import { until } from '../support/until.ts';

const plugin = (name: string, requires: object = {}, body = '') => `import { definePlugin } from 'tappet';
${body}
export default definePlugin({
  name: '${name}', version: '1.0.0', description: 'Is ${name}.', author: 'Kim <b>', requires: ${JSON.stringify(requires)},
  setup() {},
});`;

describe('activation at run time', () => {
  let folder: string;
  let host: Host;
  const start = async () => {
    const only = ['activation', 'plugins-api'];
    const settings = { plugins: { only, folders: [join(folder, 'plugins')] }, database: `sqlite:${folder}/site.db` };
    host = await createHost({ logLevel: 'silent', ...settings });
  };
  const manager = () => host.generation.services.find(PluginManager)!;
  const active = () => host.generation.plugins.map(({ definition }) => definition.name);
  const add = (name: string, text: string) => {
    mkdirSync(join(folder, 'plugins', name), { recursive: true });
    writeFileSync(join(folder, 'plugins', name, 'index.ts'), text);
  };
  const refusal = (work: Promise<void>) =>
    work.then(
      () => 'none',
      ({ reason, message }) => `${reason}: ${message}`,
    );
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-activation-'));
    add('base', plugin('base'));
    add('user-of-base', plugin('user-of-base', { base: '^1.0.0' }));
    await start();
  });
  afterEach(async () => {
    await host.close();
    rmSync(folder, { recursive: true });
  });

  it('survives restarts', async () => {
    await manager().deactivate('user-of-base');
    expect(active()).to.not.include('user-of-base');
    await host.close();
    await start();
    expect(active()).to.include('base').and.not.include('user-of-base');
    await manager().activate('user-of-base');
    expect(active()).to.include('user-of-base');
  });

  describe('of an opt-in plugin', () => {
    const optional = plugin('optional').replace('version:', 'optIn: true, version:');
    const inactive = () => host.generation.inactive.map(({ definition }) => definition.name);
    const restart = async () => {
      await host.close();
      await start();
    };
    beforeEach(async () => {
      add('optional', optional);
      await restart();
    });

    it('switches it on for good, and off again', async () => {
      expect(inactive()).to.eql(['optional']);
      await manager().activate('optional');
      await restart();
      expect(active()).to.include('optional');
      await manager().deactivate('optional');
      await restart();
      expect(inactive()).to.eql(['optional']);
      await manager().activate('optional');
      expect(active()).to.include('optional');
    });

    it('is found in the list of another process', async () => {
      const other = host;
      await start();
      await manager().activate('optional');
      await until(() => other.generation.plugins.some(({ definition }) => definition.name === 'optional'));
      await other.close();
    });

    it('is deleted with its folder', async () => {
      await manager().activate('optional');
      await manager().deactivate('optional');
      await manager().delete('optional');
      add('optional', optional);
      await restart();
      expect(inactive()).to.eql(['optional']);
    });

    it('is not needed where configuration or a program names it', async () => {
      const inCode = definePlugin({ name: 'in-code', version: '1.0.0', description: 'Is.', optIn: true, setup() {} });
      const folders = [join(folder, 'plugins'), inCode];
      const asking = await createHost({
        logLevel: 'silent',
        database: 'sqlite::memory:',
        plugins: { only: ['activation'], folders, required: ['optional'] },
      });
      const names = asking.generation.plugins.map(({ definition }) => definition.name);
      await asking.close();
      expect(names).to.include('optional').and.include('in-code');
    });
  });

  it('is refused when another active plugin requires it, which the error names', async () => {
    expect(await refusal(manager().deactivate('base'))).to.equal(
      'required: "base" is required by user-of-base; deactivate that first',
    );
    await manager().deactivate('user-of-base');
    await manager().deactivate('base');
    expect(await refusal(manager().activate('user-of-base'))).to.equal(
      'requirement: "user-of-base" requires base; activate that first',
    );
  });

  it('accepts a replacement in place of the replaced plugin', async () => {
    await manager().deactivate('user-of-base');
    await manager().deactivate('base');
    add('other-base', plugin('other-base').replace('setup()', "replaces: { base: '1.0.0' }, setup()"));
    await host.reload();
    await manager().activate('user-of-base');
    expect(await refusal(manager().deactivate('other-base'))).to.equal(
      'required: "other-base" is required by user-of-base; deactivate that first',
    );
    expect(await refusal(manager().activate('base'))).to.match(/^build: .*"other-base" replaces "base".* disable one/);
    expect(active()).to.include.members(['other-base', 'user-of-base']).and.not.include('base');
  });

  it('is refused for the plugin that stores the list, and for an unknown plugin', async () => {
    expect(await refusal(manager().deactivate('activation'))).to.match(/^indispensable: /);
    expect(await refusal(manager().deactivate('options'))).to.match(/^required: .* by activation/);
    expect(await refusal(manager().deactivate('bas'))).to.equal(
      'unknown: there is no plugin "bas"; did you mean "base"?',
    );
  });

  it('of a plugin that cannot be loaded fails and changes nothing; deactivated, it does no harm', async () => {
    await manager().deactivate('user-of-base');
    add('user-of-base', plugin('user-of-base', {}, "throw new Error('broken');"));
    await host.close();
    await start();
    expect(await refusal(manager().activate('user-of-base'))).to.match(/^build: .*index\.ts:2: broken/);
    expect(active()).to.not.include('user-of-base');
    await host.reload();
  });

  it('deletes an inactive plugin that was dropped in, and no other', async () => {
    expect(await refusal(manager().delete('user-of-base'))).to.match(/^active: /);
    await manager().deactivate('user-of-base');
    await manager().delete('user-of-base');
    expect(existsSync(join(folder, 'plugins/user-of-base'))).to.equal(false);
    expect(
      manager()
        .all()
        .map(({ name }) => name),
    ).to.not.include('user-of-base');
    await manager().deactivate('plugins-api');
    expect(await refusal(manager().delete('plugins-api'))).to.match(/^not-removable: /);
  });

  const admin = { id: 1, can: () => true };
  const call = async (method: string, path: string, body: object = {}, user = admin) => {
    const { RequestContext, RestRequest } = await import('../../core/index.ts');
    const json = { headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(body)) };
    const request = new RestRequest(method, `/cms/v2/plugins${path}`, {
      ...json,
      context: new RequestContext({ user }),
    });
    const { status, data } = await host.dispatch(request, { user });
    // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its answer.
    return { status, data: data as any };
  };

  describe('by the routes of plugins', () => {
    it('lists plugins with their fields, by state and by text', async () => {
      const { data } = await call('GET', '');
      expect(data.map((item: { plugin: string }) => item.plugin)).to.include.members(['base', 'plugins-api']);
      const { data: base } = await call('GET', '/base');
      expect(base).to.deep.include({ plugin: 'base', status: 'active', version: '1.0.0', network_only: false });
      expect(base.description).to.deep.equal({ raw: 'Is base.', rendered: 'Is base. <cite>By Kim &lt;b&gt;.</cite>' });
      await call('PUT', '/user-of-base', { status: 'inactive' });
      expect((await call('GET', '', { status: ['inactive'] })).data).to.have.lengthOf(1);
      expect((await call('GET', '', { search: 'Is base.' })).data).to.have.lengthOf(1);
    });

    it('switches off the plugin that answers, and answers', async () => {
      const { status, data } = await call('PUT', '/plugins-api', { status: 'inactive' });
      expect([status, data.status]).to.deep.equal([200, 'inactive']);
      expect((await call('GET', '')).status).to.equal(404);
    });

    it('refuses with the code of the reason', async () => {
      const outcomes = [
        await call('PUT', '/base', { status: 'inactive' }),
        await call('PUT', '/base', { status: 'on' }),
        await call('GET', '/none'),
        await call('DELETE', '/base'),
        await call('POST', '', { slug: 'base' }),
        await call('POST', '', { slug: 'other' }),
        await call('GET', '', {}, { id: 2, can: () => false }),
        await call('DELETE', '/base', {}, { id: 2, can: () => false }),
      ];
      expect(outcomes.map(({ status, data }) => `${status} ${data.code}`)).to.deep.equal([
        '409 plugin_is_required',
        '400 rest_invalid_param',
        '404 rest_plugin_not_found',
        '400 rest_cannot_delete_active_plugin',
        '409 folder_exists',
        '403 unable_to_connect_to_filesystem',
        '403 rest_cannot_view_plugins',
        '403 rest_cannot_manage_plugins',
      ]);
    });

    it('deletes a plugin and answers with what it was', async () => {
      await call('PUT', '/user-of-base', { status: 'inactive' });
      const { data } = await call('DELETE', '/user-of-base');
      expect(data.deleted).to.equal(true);
      expect(data.previous.plugin).to.equal('user-of-base');
    });
  });
});
