import { expect } from 'chai';
import type { ServerProcess } from '../../support/command-line.ts';
import { type PackageSite, packageSite, pluginManifest, textPlugin } from '../../support/package-site.ts';
import { until } from '../../support/until.ts';
import { ask } from '../echo.ts';

describe('plugins that are packages', function () {
  // Each test runs several commands and npm in processes of their own.
  this.timeout(60_000);
  let site: PackageSite;
  let server: ServerProcess;
  before(async () => {
    site = await packageSite({}, false);
    const { registry } = site;
    registry.publish(pluginManifest('tappet-plugin-hello', '1.0.0'), textPlugin('hello', '1.0.0', 'hello'));
    registry.publish(
      pluginManifest('@shop/prices', '1.0.0', { tappet: { capabilities: ['users:read'] } }),
      textPlugin('prices', '1.0.0', 'one', ['users:read']),
    );
    server = await site.commands.serve();
  });
  after(async () => {
    await server.stop();
    await site.close();
  });

  const text = async (name: string) => {
    const { status, json } = await ask(`${server.url}/cms-json/${name}/v1/text`);
    return status === 200 ? json : undefined;
  };
  const run = (...args: string[]) => site.commands.run('plugin', ...args);
  it('are found on the registry by words', async () => {
    expect((await run('search', '--format=ids')).out).to.equal('tappet-plugin-hello @shop/prices\n');
    expect((await run('search', 'prices', '--format=json')).out).to.equal(
      '[{"name":"@shop/prices","version":"1.0.0","description":"A plugin."}]\n',
    );
    expect((await run('search', 'prices', '--', '--registry=http://localhost', '--format=count')).out).to.equal(
      'name  version  description\n',
    );
    expect((await run('search', 'nothing', '--format=count')).out).to.equal('0\n');
  });

  it('are installed into package.json and the lock file with their integrity, and run in a running server', async () => {
    expect(await run('install', 'tappet-plugin-hello')).to.deep.equal({
      code: 0,
      out: "Plugin 'hello' 1.0.0 (tappet-plugin-hello) installed.\nSuccess: Installed 1 of 1 plugins.\n",
      err: '',
    });
    expect(site.manifest().dependencies).to.have.property('tappet-plugin-hello', '^1.0.0');
    const lock = JSON.parse(site.read('package-lock.json')!);
    expect(lock.packages['node_modules/tappet-plugin-hello'].integrity).to.match(/^sha512-/);
    await until(async () => (await text('hello')) === 'hello');
  });

  it('get the capabilities that are approved, and are not installed without', async () => {
    const { code, out, err } = await run('install', '@shop/prices');
    expect([code, err]).to.deep.equal([1, 'tappet: nobody can be asked here; approve them with --yes\n']);
    const asks = "Plugin 'prices' 1.0.0 asks for capabilities:\n  may users:read: reads users and what they may\n";
    expect(out).to.equal(asks);
    expect(site.manifest().dependencies).to.not.have.property('@shop/prices');
    expect(site.read('node_modules/@shop/prices/package.json')).to.equal(undefined);

    expect((await run('install', '@shop/prices', '--yes')).code).to.equal(0);
    const approved = { '@shop/prices': { capabilities: ['users:read'] } };
    expect(site.manifest().tappet).to.deep.equal({ plugins: approved });
    await until(async () => (await text('prices')) === 'one');
  });

  it('are updated to the newest version, and rolled back to the one before', async () => {
    site.registry.publish(pluginManifest('tappet-plugin-hello', '2.0.0'), textPlugin('hello', '2.0.0', 'good day'));
    expect((await run('outdated', '--format=csv')).out).to.equal(
      'plugin,package,version,latest\nhello,tappet-plugin-hello,1.0.0,2.0.0\n',
    );
    expect((await run('update', '--all')).out).to.equal(
      "Plugin 'hello' 2.0.0 (tappet-plugin-hello) updated.\nSuccess: Updated 1 of 1 plugins.\n",
    );
    await until(async () => (await text('hello')) === 'good day');
    expect((await run('rollback', 'hello')).out).to.equal(
      "Success: Plugin 'hello' 1.0.0 (tappet-plugin-hello) rolled back.\n",
    );
    await until(async () => (await text('hello')) === 'hello');
    expect((await run('rollback', 'hello')).err).to.equal(
      'tappet: "hello" was not updated, so there is nothing to go back to\n',
    );
  });

  it('are removed with what was approved for them', async () => {
    expect((await run('remove', 'prices', '@shop/none')).err).to.equal(
      'tappet: "@shop/none" is not installed as a package; those are hello\n',
    );
    expect(site.manifest()).to.not.have.property('tappet');
    expect(Object.keys(site.manifest().dependencies)).to.deep.equal(['tappet', 'tappet-plugin-hello']);
    await until(async () => (await text('prices')) === undefined);
  });
});
