import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createHost, type Host } from '../../../host/index.ts';
import { type PackageSite, packageSite, pluginManifest, textPlugin } from '../../support/package-site.ts';

const SETTINGS = { database: 'sqlite::memory:', logLevel: 'silent' } as const;

describe('a package that is not installed', () => {
  let site: PackageSite;
  let host: Host;
  before(async () => {
    site = await packageSite();
    host = await createHost({ ...SETTINGS, plugins: { only: ['activation'], packages: site.folder } });
    const { registry } = site;
    registry.publish({ name: 'library', version: '1.0.0' });
    registry.publish({ name: 'compiled', version: '1.0.0', scripts: { install: 'touch ../ran' } });
    const native = pluginManifest('native', '1.0.0', { dependencies: { compiled: '^1.0.0' } });
    registry.publish(native, textPlugin('native', '1.0.0', 'text'));
    registry.publish(pluginManifest('activation', '1.0.0'), textPlugin('activation', '1.0.0', 'text'));
    registry.publish(pluginManifest('greedy', '1.0.0'), textPlugin('greedy', '1.0.0', 'text', ['mail']));
  });
  after(async () => {
    await host.close();
    await site.close();
  });
  const refusal = (spec: string, of = host) =>
    of.packages
      .install(spec, () => true)
      .then(
        () => 'none',
        (reason: Error) => reason.message,
      );

  for (const [name, words] of [
    ['none', /^npm install failed: 404 Not Found/],
    ['native', /^native 1.0.0 runs a script of compiled as it is installed, which is not allowed; /],
    ['activation', /^activation holds a plugin "activation", and there is one of that name already$/],
    ['greedy', /greedy: declares mail, which its package.json does not; its author adds them to tappet.capabilities$/],
    ['--registry=http://localhost', /^"--registry=http:\/\/localhost" names no package$/],
  ] as const) {
    it(`is "${name}", and leaves the site as it was`, async () => {
      const before = [site.read('package.json'), site.read('package-lock.json')];
      const { generation } = host;
      expect(await refusal(name)).to.match(words);
      expect([site.read('package.json'), site.read('package-lock.json')]).to.deep.equal(before);
      expect(site.read(`node_modules/${name}/package.json`)).to.equal(undefined);
      expect(site.read('node_modules/ran')).to.equal(undefined);
      expect(host.generation).to.equal(generation);
    });
  }

  it('is one that is installed while another process changes packages', async () => {
    writeFileSync(join(site.folder, 'node_modules/.tappet-change'), String(process.ppid));
    expect(await refusal('library')).to.equal(
      `process ${process.ppid} is changing the packages of this site; wait for it`,
    );
  });

  it('is one of a site whose packages yarn keeps in archives', async () => {
    const file = join(site.folder, '.pnp.cjs');
    writeFileSync(file, '');
    expect(await refusal('library')).to.match(
      /not in node_modules; yarn config set nodeLinker node-modules, and then yarn/,
    );
    rmSync(file);
  });

  it('is one of a folder without tappet', async () => {
    const packages = join(site.folder, 'none');
    const other = await createHost({ ...SETTINGS, plugins: { only: ['activation'], packages } });
    expect(await refusal('library', other)).to.match(/none is no package that depends on tappet; npm install tappet/);
    await other.close();
  });
});
