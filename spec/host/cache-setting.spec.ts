import { expect } from 'chai';
import { readSettings } from '../../host/config/index.ts';
import { createHost } from '../../host/index.ts';

describe('the setting `cache`', () => {
  it('switches every cache off, from the configuration, the environment or the command line', async () => {
    const folder = '/nowhere';
    expect((await readSettings({ folder, environment: { TAPPET_CACHE: 'off' } })).cache).to.equal(false);
    expect((await readSettings({ folder, environment: {}, flags: { cache: 'off' } })).cache).to.equal(false);
    const host = await createHost({ database: 'sqlite::memory:', logLevel: 'silent', cache: false });
    try {
      for (let time = 0; time < 2; time++) expect((await host.dispatch('/cms/v2/posts')).status).to.equal(200);
      const figures = host.generation.caches.figures();
      expect(figures).to.not.have.lengthOf(0);
      for (const { name, enabled, hits, entries } of figures) {
        expect({ enabled, hits, entries }, name).to.eql({ enabled: false, hits: 0, entries: 0 });
      }
    } finally {
      await host.close();
    }
  });

  it('leaves caches on by default; plugins have options for single caches', async () => {
    const host = await createHost({
      database: 'sqlite::memory:',
      logLevel: 'silent',
      options: { posts: { cache_totals: false } },
    });
    try {
      for (let time = 0; time < 2; time++) expect((await host.dispatch('/cms/v2/posts')).status).to.equal(200);
      const enabled = new Map(host.generation.caches.figures().map((cache) => [cache.name, cache.enabled]));
      expect(enabled.get('totals of lists')).to.equal(false);
      expect(enabled.get('rows of posts')).to.equal(true);
    } finally {
      await host.close();
    }
  });
});
