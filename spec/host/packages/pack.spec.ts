import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { newPlugin } from '../../../host/scaffold/index.ts';
import { type PackageSite, packageSite } from '../../support/package-site.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

describe('a plugin that is packed', function () {
  // The commands compile the plugin and run its specs in processes of their own.
  this.timeout(60_000);
  let site: PackageSite;
  let folder: string;
  before(async () => {
    site = await packageSite({ plugins: { only: ['activation', 'posts'] } });
    folder = join(site.folder, 'own/hello');
    await newPlugin('hello', 'plain', join(site.folder, 'own'));
    // The specs of the plugin run as in a site that has installed the package of tappet.
    mkdirSync(join(site.folder, 'own/node_modules'));
    symlinkSync(ROOT, join(site.folder, 'own/node_modules/tappet'));
  });
  after(() => site.close());
  const run = (...args: string[]) => site.commands.run('plugin', ...args);
  const change = (file: string, from: string | RegExp, to: string) => {
    const text = readFileSync(join(folder, file), 'utf8');
    writeFileSync(join(folder, file), text.replace(from, to));
    return () => writeFileSync(join(folder, file), text);
  };

  it('is checked and tested, and its file is installed as a package of the registry is', async () => {
    const packed = await run('pack', 'own/hello');
    expect([packed.code, packed.err], packed.out).to.deep.equal([0, '']);
    expect(packed.out)
      .to.match(/^ {4}✔ greets by name/m)
      .and.match(/^tappet-plugin-hello 0.1.0, \d+ bytes:\n {2}README.md \(\d+ bytes\)$/m)
      .and.include('Success: Wrote tappet-plugin-hello-0.1.0.tgz.\n');
    const { out, err } = await run('install', './tappet-plugin-hello-0.1.0.tgz', '--yes');
    expect(err).to.equal('');
    expect(out).to.include("Plugin 'hello' 0.1.0 (tappet-plugin-hello) installed.\n");
    expect(site.manifest().tappet).to.deep.equal({
      plugins: { 'tappet-plugin-hello': { capabilities: ['requests'] } },
    });
  });

  it('is refused with a line for each fault', async () => {
    const restore = [
      change('package.json', '"tappet-plugin"', '"other"'),
      change('package.json', '"version": "0.1.0"', '"version": "0.2.0"'),
      change('package.json', '"requests"', '"requests", "mail"'),
      change('package.json', /"peerDependencies": \{[^}]*\}/, '"scripts": { "postinstall": "true" }'),
      change('index.ts', 'rest_post_dispatch', 'rest_post_dispach'),
    ];
    writeFileSync(join(folder, '.env'), 'KEY=1');
    const { code, out, err } = await run('publish', 'own/hello', '--dry-run');
    expect([code, err]).to.deep.equal([1, 'tappet: 7 to mend before own/hello can be packed\n']);
    const lines = out.trim().split('\n');
    expect(lines[0]).to.match(/^own\/hello\/index.ts:\d+: unknown-hook: there is no hook "rest_post_dispach"; /);
    expect(lines.slice(1)).to.deep.equal([
      'own/hello/package.json:3: version: version is 0.2.0, and the definition says 0.1.0; write the same',
      'own/hello/package.json: keywords lack "tappet-plugin", by which plugins are found; add it',
      'own/hello/package.json: peerDependencies lack tappet, so that nobody knows which versions it fits; add "tappet": "^0.1.0"',
      'own/hello/package.json: tappet.capabilities are not those of the definition; write ["requests"]',
      'own/hello/package.json: scripts.postinstall would run as the plugin is installed; take it out',
      'own/hello/.env: would be published; leave it out by "files" in package.json',
    ]);
    for (const each of restore.reverse()) each();
  });
});
