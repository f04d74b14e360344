import { expect } from 'chai';
import { describeOnPostgres, runOnServer } from '../../support/on-databases.ts';
import { until } from '../../support/until.ts';
import { Way } from '../../support/way.ts';
import { API, CachedSite } from './cached-site.ts';

describeOnPostgres('a cached answer while the database is away', (freshDatabase) => {
  let way: Way;
  let direct: string;
  let site: CachedSite;

  const start = async (seconds: number) => {
    const address = new URL(direct);
    way = new Way({
      host: address.hostname,
      port: Number(address.port || 5432),
    });
    await way.open();
    address.hostname = '127.0.0.1';
    address.port = String(way.port);
    const options = { 'response-cache': { stale_if_error: seconds }, 'surrogate-keys': { s_maxage: 3600 } };
    site = await CachedSite.start({ database: address.href, options, plugins: { required: ['surrogate-keys'] } });
  };
  before(async () => {
    direct = await freshDatabase();
  });
  afterEach(async () => {
    await way.close();
    await site.close();
  });
  /** The value of a header, by its name as it is sent. */
  const header = (headers: readonly string[], name: string) => headers[headers.indexOf(name) + 1];

  it('stands in for an error, marked as stale, and no longer once the database is back', async () => {
    await start(60);
    const { id } = await site.posts.insert({ title: 'Before', status: 'publish' });
    const path = `${API}/posts/${id}`;
    const other = await site.posts.insert({ title: 'Taken back', status: 'publish' });
    const takenBack = `${API}/posts/${other.id}`;
    for (const one of [path, takenBack, '/feed/']) expect(await site.becomesCached(one), one).to.equal(true);
    await runOnServer(direct, `update wp_posts set post_status = 'private' where "ID" = ${other.id}`);
    await until(async () => (await site.get(takenBack)).status === 401);
    // Others were made of the same table, and are made anew.
    for (const one of [path, '/feed/']) expect(await site.becomesCached(one), one).to.equal(true);
    const good = await site.get(path);
    expect(header(good.headers, 'Cache-Control')).to.include('s-maxage=3600');
    await way.close();
    await until(async () => (await site.get(path)).headers.includes('Warning'));
    const stale = await site.get(path);
    expect([stale.status, stale.body, stale.tag]).to.eql([200, good.body, good.tag]);
    expect(header(stale.headers, 'Warning')).to.equal('110 - "Response is Stale", 111 - "Revalidation Failed"');
    expect(header(stale.headers, 'Age')).to.match(/^\d+$/);
    expect(stale.headers).not.to.include('Retry-After');
    expect(header(stale.headers, 'Cache-Control'), 'for a cache in front').to.equal('no-store');
    expect((await site.get(path, { 'If-None-Match': good.tag! })).status).to.equal(304);
    expect((await site.get('/feed/')).status).to.equal(200);
    // What was not up to date any more, or was never asked for, is no answer.
    for (const one of [takenBack, `${API}/posts?search=new`]) expect((await site.get(one)).status).to.equal(503);
    expect((await site.fresh(path)).status, 'a request that no cached answer may serve').to.equal(503);
    await way.open();
    await until(
      async () => (await site.get(path)).status === 200 && !(await site.get(path)).headers.includes('Warning'),
    );
    expect(await site.becomesCached(path)).to.equal(true);
  });

  it('stands in for no longer than the option says', async () => {
    await start(1);
    expect(await site.becomesCached('/cms-json/')).to.equal(true);
    const path = `${API}/posts`;
    expect(await site.becomesCached(path)).to.equal(true);
    await way.close();
    await until(async () => (await site.get(path)).headers.includes('Warning'));
    await until(async () => (await site.get(path)).status === 503);
  });

  it('does not stand in for errors unless it is asked for', async () => {
    await start(0);
    const path = `${API}/posts`;
    expect(await site.becomesCached(path)).to.equal(true);
    await way.close();
    await until(async () => (await site.get(path)).status === 503);
  });
});
