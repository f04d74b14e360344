import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { built, DIST } from '../support/built.ts';
import { CommandLine } from '../support/command-line.ts';
import { installPackage, linkPackage } from '../support/installed-package.ts';

const importBuilt = (path: string) => import(new URL(path, DIST).href);

describe('the build', () => {
  it('has one copy of core for `tappet`, `tappet/testing` and the running plugins', async () => {
    const { testHost } = (await importBuilt('host/testing/index.js')) as typeof import('../../host/testing/index.ts');
    const host = await testHost();
    expect(await host.dispatch('/')).to.be.an.instanceOf(built.RestResponse);
    await host.close();
  });

  it('runs the plugins that `tappet/plugins/NAME` exports', async () => {
    const posts = (await importBuilt('plugins/posts/index.js')) as typeof import('../../plugins/posts/index.ts');
    const host = await built.createHost({ database: 'sqlite::memory:', logLevel: 'silent' });
    const running = host.generation.plugins.find(({ definition }) => definition.name === 'posts')!;
    expect(running.definition.setup).to.equal(posts.default.setup);
    expect(host.generation.services.find(posts.PostStore)).to.be.an('object');
    await host.close();
  });
});

describe('the sources of plugins that are newer than the build', () => {
  let root: string;

  before(() => {
    root = mkdtempSync(join(tmpdir(), 'tappet-package-'));
    installPackage(root);
    appendFileSync(join(root, 'plugins/health/index.ts'), '\nthis is no source');
  });
  after(() => rmSync(root, { recursive: true }));

  const run = () => new CommandLine(root, { root }).run('plugin', 'list', '--fields=name,status', '--format=csv');

  it('are not run where the package is installed', async () => {
    const { code, out, err } = await run();
    expect([code, err]).to.deep.equal([0, '']);
    expect(out).to.include('\nhealth,active\n');
  });

  it('are run in a repository, which needs tsx', async () => {
    mkdirSync(join(root, 'host'));
    const { code, err } = await run();
    expect(code).to.equal(1);
    expect(err).to.match(
      /^tappet: plugins: plugins\/health is newer than the build, and tsx, which runs sources, is not installed; run npm ci, .*\n$/,
    );
    linkPackage(root, 'tsx');
    expect((await run()).err).to.match(/^tappet: plugins\/health: cannot be loaded: index\.ts:\d+: /);
  });
});
