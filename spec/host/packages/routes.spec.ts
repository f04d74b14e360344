import { expect } from 'chai';
import { createHost, type Host, RequestContext, RestRequest } from '../../../host/index.ts';
import { type PackageSite, packageSite, pluginManifest, textPlugin } from '../../support/package-site.ts';

const ADMIN = { id: 1, can: () => true };

describe('the routes of plugins, where clients may install', () => {
  let site: PackageSite;
  let host: Host;
  before(async () => {
    site = await packageSite();
    const { registry } = site;
    const manifest = (name: string, capabilities: readonly string[] = []) =>
      pluginManifest(`tappet-plugin-${name}`, '1.0.0', { tappet: { capabilities } });
    registry.publish(manifest('hello'), textPlugin('hello', '1.0.0', 'hello'));
    registry.publish(manifest('prices', ['users:read']), textPlugin('prices', '1.0.0', 'one', ['users:read']));
    registry.publish({ name: 'tappet-plugin-none', version: '1.0.0' });
    const plugins = { only: ['activation', 'plugins-api'], packages: site.folder, installable: true };
    host = await createHost({ database: `sqlite:${site.folder}/site.db`, logLevel: 'silent', plugins });
  });
  after(async () => {
    await host.close();
    await site.close();
  });
  const call = async (method: string, path: string, body: object = {}, user = ADMIN) => {
    const request = new RestRequest(method, `/cms/v2/plugins${path}`, {
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
      context: new RequestContext({ user }),
    });
    const { status, data, headers } = await host.dispatch(request, { user });
    return { status, data: data as Record<string, unknown>, headers };
  };
  const refusal = async (body: object, user = ADMIN) => {
    const { status, data } = await call('POST', '', body, user);
    return `${status} ${data.code}`;
  };
  const answers = async (name: string) => (await host.dispatch(`/${name}/v1/text`)).status === 200;

  it('install the package of a slug, inactive unless status says otherwise', async () => {
    const { status, data, headers } = await call('POST', '', { slug: 'hello' });
    expect([status, headers.Location]).to.deep.equal([201, 'http://localhost/cms-json/cms/v2/plugins/hello']);
    expect(data).to.include({ plugin: 'hello', status: 'inactive', version: '1.0.0' });
    expect(await answers('hello')).to.equal(false);
    expect((await call('PUT', '/hello', { status: 'active' })).data).to.include({ status: 'active' });
    expect(await answers('hello')).to.equal(true);
  });

  it('install a plugin only with all capabilities that it asks for', async () => {
    expect(await refusal({ slug: 'prices', status: 'active' })).to.equal('409 plugin_not_approved');
    expect(await refusal({ slug: 'prices', status: 'active', capabilities: ['mail'] })).to.equal(
      '409 plugin_not_approved',
    );
    expect(await refusal({ slug: 'prices', capabilities: 'users:read', status: 'on' })).to.equal(
      '400 rest_invalid_param',
    );
    const body = { slug: 'prices', status: 'active', capabilities: ['users:read'] };
    expect((await call('POST', '', body)).data).to.include({ plugin: 'prices', status: 'active' });
    expect(await answers('prices')).to.equal(true);
  });

  it('refuse what is there, what is no plugin, and who may not install', async () => {
    expect(await refusal({ slug: 'hello' })).to.equal('409 folder_exists');
    expect(await refusal({ slug: 'none' })).to.equal('422 plugin_does_not_fit');
    expect(await refusal({ slug: '../other' })).to.equal('422 plugin_does_not_fit');
    expect(await refusal({ slug: '..' })).to.equal('400 rest_invalid_param');
    expect(await refusal({})).to.equal('400 rest_missing_callback_param');
    expect(await refusal({ slug: 'hello' }, { id: 2, can: () => false })).to.equal('403 rest_cannot_install_plugin');
  });

  it('delete the package of an inactive plugin', async () => {
    await call('PUT', '/hello', { status: 'inactive' });
    expect((await call('DELETE', '/hello')).data).to.have.property('deleted', true);
    expect(Object.keys(site.manifest().dependencies)).to.deep.equal(['tappet', 'tappet-plugin-prices']);
    expect((await call('GET', '/hello')).status).to.equal(404);
  });
});
