import { expect } from 'chai';
import { createHost, type Host } from '../../host/index.ts';
import { Options } from '../../plugins/options/index.ts';

describe('every page and file', () => {
  let host: Host;
  let url: string;
  before(async () => {
    host = await createHost({
      database: 'sqlite::memory:',
      logLevel: 'silent',
      options: { passwords: { cost: 10 }, options: { refresh: 0 } },
    });
    url = await host.listen(0, '127.0.0.1');
    await host.generation.services.get('spec', Options).set('blog_public', '1');
  });
  after(() => host.close());

  it('is framed by no other site, and is what its type says: pages, feeds, forms, files, failures', async () => {
    const paths = [
      '/',
      '/?s=words',
      '/nothing-there/',
      '/feed/',
      '/comments/feed/',
      '/sitemap.xml',
      '/cms-sitemap-posts-post-1.xml',
    ];
    const more = [
      '/robots.txt',
      '/login',
      '/authorize-application',
      '/explorer',
      '/hooks',
      '/healthz',
      '/readyz',
      '/metrics',
    ];
    const odd = ['/style.css', '/cms-content/uploads/none.png', '/editor', '/%00', '/favicon.ico', '/page/999/'];
    for (const path of [...paths, ...more, ...odd]) {
      const { status, headers } = await fetch(url + path, { redirect: 'manual' });
      const isInterface = headers.get('content-type')?.startsWith('application/json; charset=UTF-8') === true;
      expect(headers.get('x-content-type-options'), `${path} ${status}`).to.equal('nosniff');
      if (!isInterface) expect(headers.get('content-security-policy'), `${path} ${status}`).to.match(/frame-ancestors/);
    }
    const form = await fetch(`${url}/nothing`, { method: 'POST', body: new URLSearchParams({ a: '1' }) });
    expect(form.headers.get('content-security-policy')).to.match(/frame-ancestors/);
  });
});
