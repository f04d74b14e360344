import { expect } from 'chai';
import { built, DIST } from '../support/built.ts';

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
