import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { checkPackage } from '../../../host/packages/check-package.ts';
import { SitePackage } from '../../../host/packages/site-package.ts';
import { pluginManifest } from '../../support/package-site.ts';

describe('a package of a plugin', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-check-'));
    write('.', {
      name: 'site',
      dependencies: { tappet: '^0.1.0', plugin: '^1.0.0', library: '^1.0.0', known: '^1.0.0' },
    });
    write('node_modules/library', { name: 'library', version: '1.4.0' });
    write('node_modules/known', { name: 'known', version: '1.0.0', scripts: { install: 'make' } });
    write('node_modules/unknown', { name: 'unknown', version: '1.0.0', scripts: { install: 'make' } });
    write('node_modules/plain', { name: 'plain', version: '1.0.0', scripts: { test: 'mocha', prepare: 'tsc' } });
    write('node_modules/between', { name: 'between', version: '1.0.0', dependencies: { unknown: '*', between: '*' } });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function write(path: string, manifest: object): void {
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, 'package.json'), JSON.stringify(manifest));
  }
  /** Why a package with this in its `package.json` is refused; undefined if it is not. */
  const refusal = (more: object): string | undefined => {
    write('node_modules/plugin', pluginManifest('plugin', '1.0.0', { ...more }));
    const site = new SitePackage(folder);
    try {
      checkPackage(site, site.installed()[0]!);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const peers = (more: object) => ({ peerDependencies: { tappet: '^0.1.0', ...more } });

  it('fits by the range of tappet that it names', () => {
    expect(refusal({})).to.equal(undefined);
    expect(refusal({ peerDependencies: {}, engines: { tappet: '>=0.1' } })).to.equal(undefined);
    expect(refusal({ peerDependencies: { tappet: '>=9' } })).to.match(
      /^plugin 1.0.0 needs tappet >=9, and this is 0.1.0; /,
    );
    expect(refusal({ peerDependencies: { tappet: 'latest' } })).to.match(/needs tappet latest, and this is 0.1.0/);
    expect(refusal({ peerDependencies: {} })).to.match(/does not say which versions of tappet it fits/);
  });

  it('fits by the version of Node.js that it names', () => {
    expect(refusal({ engines: { node: '>=20' } })).to.equal(undefined);
    expect(refusal({ engines: { node: '>=99' } })).to.match(/needs Node.js >=99, and this is v\d/);
  });

  it('needs the peers that it names beside it in the site, but for optional ones', () => {
    expect(refusal(peers({ library: '^1.2.0' }))).to.equal(undefined);
    expect(refusal(peers({ library: '^2.0.0' }))).to.match(
      /needs library \^2.0.0, and 1.4.0 is installed; update that first$/,
    );
    expect(refusal(peers({ plain: '^1.0.0' }))).to.match(/needs plain \^1.0.0 beside it; install that first$/);
    const peerDependenciesMeta = { plain: { optional: true } };
    expect(refusal({ ...peers({ plain: '^1.0.0' }), peerDependenciesMeta })).to.equal(undefined);
  });

  it('runs no script as it is installed, nor does what it depends on, unless the site depends on that itself', () => {
    expect(refusal({ scripts: { test: 'mocha' }, dependencies: { plain: '*', known: '*' } })).to.equal(undefined);
    for (const script of ['preinstall', 'install', 'postinstall']) {
      expect(refusal({ scripts: { [script]: 'true' } })).to.match(
        /runs a script of plugin as it is installed, .*; its author/,
      );
    }
    expect(refusal({ dependencies: { between: '*' } })).to.match(
      /runs a script of unknown .*; install unknown yourself first/,
    );
    writeFileSync(join(folder, 'node_modules/plain/binding.gyp'), '');
    expect(refusal({ dependencies: { plain: '*' } })).to.match(/runs a script of plain /);
  });

  it('names its plugin and its capabilities as a definition does', () => {
    expect(refusal({ tappet: { plugin: 'my-plugin', capabilities: ['mail'] } })).to.equal(undefined);
    expect(refusal({ tappet: { plugin: 'my\u001b[2Kplugin' } })).to.match(
      /names its plugin otherwise than in kebab-case/,
    );
    expect(refusal({ tappet: { capabilities: ['mail', 'users'] } })).to.match(/there is no capability "users"; /);
    expect(refusal({ tappet: { capabilities: ['\u001b[2Kmail'] } })).to.include('"\\u001b[2Kmail"');
  });
});
