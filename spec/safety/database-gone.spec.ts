import { expect } from 'chai';
import { describeOnServers } from '../support/on-databases.ts';
import { until } from '../support/until.ts';
import { Way } from '../support/way.ts';
import { FaultSite } from './fault-site.ts';

describeOnServers('a database that goes away', (freshDatabase) => {
  let way: Way;
  let site: FaultSite;
  let url: string;

  before(async () => {
    const address = new URL(await freshDatabase());
    way = new Way({
      host: address.hostname,
      port: Number(address.port || (address.protocol === 'mysql:' ? 3306 : 5432)),
    });
    await way.open();
    address.hostname = '127.0.0.1';
    address.port = String(way.port);
    site = await FaultSite.start({ database: address.href });
    url = await site.host.listen(0, '127.0.0.1');
  });
  after(async () => {
    await site?.close();
    await way.close();
  });

  it('is told of with 503 by reads, writes, pages, feeds and sitemaps, until it is back', async () => {
    expect((await site.write()).status).to.equal(201);
    await way.close();
    for (const answer of [await site.write(), await site.ask('GET', '/posts'), await site.ask('GET', '/comments/1')]) {
      const { status, json, headers } = answer;
      expect([status, json.code, headers['Retry-After']]).to.eql([503, 'rest_database_away', '5']);
    }
    for (const path of ['/', '/hello-world/', '/feed/', '/sitemap.xml', '/readyz']) {
      const answer = await fetch(url + path);
      expect(answer.status, path + (await answer.text()).slice(0, 300)).to.equal(503);
    }
    expect(site.errors.filter((line) => line.startsWith('the database cannot be reached'))).to.have.length(1);
    expect((await fetch(`${url}/healthz`)).status).to.equal(200);
    await way.open();
    await until(async () => (await fetch(`${url}/readyz`)).status === 200);
    expect((await site.write()).status).to.equal(201);
    expect((await fetch(url)).status).to.equal(200);
  });

  it('in the midst of writes has all that was acknowledged when it is back', async () => {
    const statuses: number[] = [];
    let isOver = false;
    const writers = Array.from({ length: 6 }, async () => {
      while (!isOver) statuses.push((await site.write()).status);
    });
    await until(() => statuses.length > 10);
    await way.close();
    await until(() => statuses.includes(503));
    await way.open();
    const before = statuses.length;
    await until(() => statuses.slice(before).includes(201));
    isOver = true;
    await Promise.all(writers);
    expect(new Set(statuses)).to.eql(new Set([201, 503]));
    // What was committed as the connection was lost is stored, although nobody could be told.
    expect(await site.stored()).to.include.members(site.acknowledged);
  });
});
