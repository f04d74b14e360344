import { expect } from 'chai';
import { Redis } from 'iovalkey';
import { createHost, type Host, RequestContext } from '../../../host/index.ts';
import { UserStore } from '../../../plugins/users/index.ts';
import { describeOnRedis } from '../../support/on-redis.ts';
import { REDIS_URL } from '../../support/servers.ts';
import { until } from '../../support/until.ts';
import { Way } from '../../support/way.ts';

const PATH = '/cms-json/cms/v2/users?search=';

describe('the options of the plugin redis', () => {
  it('stop the start where they cannot be used, in one line', async () => {
    const refused = async (options: object): Promise<string> => {
      const started = createHost({ logLevel: 'silent', plugins: { only: ['redis'] }, options: { redis: options } });
      return started.then(
        async (host) => {
          await host.close();
          return 'it started';
        },
        ({ message }: Error) => message,
      );
    };
    for (const url of [undefined, '', 'localhost', 'http://127.0.0.1:6379']) {
      const message = await refused({ url });
      expect(message, String(url))
        .to.include('options.redis.url')
        .and.include('an address like "redis://127.0.0.1:6379"');
      if (!url) expect(message).to.include('set REDIS_URL');
      expect(message).to.not.include('\n');
    }
    for (const bad of [{ when_away: 'ajar' }, { anonymous: { points: -1 } }, { signed_in: { duration: 0 } }]) {
      const message = await refused({ url: REDIS_URL, ...bad });
      expect(message, JSON.stringify(bad)).to.include('redis').and.include(Object.keys(bad)[0]);
    }
  });
});

describeOnRedis('limits of requests', () => {
  const prefix = `tappet_spec_${process.pid}_${Math.random().toString(36).slice(2)}`;
  const server = new URL(REDIS_URL);
  const way = new Way({ host: server.hostname, port: Number(server.port || 6379) });
  const hosts: Host[] = [];
  const told: string[] = [];
  let number = 0;

  const start = async (options: object, given: object = {}) => {
    const nothing = () => undefined;
    const tell = (details: object | string, message?: string) => void told.push(message ?? String(details));
    const host = await createHost({
      log: { debug: nothing, info: tell, warn: tell, error: tell },
      database: 'sqlite::memory:',
      trustProxy: 1,
      plugins: { only: ['application-passwords', 'health', 'redis', 'response-cache', 'users'] },
      options: {
        redis: { url: `redis://127.0.0.1:${way.port}`, timeout: 2000, prefix: `${prefix}_${number}`, ...options },
        passwords: { cost: 10 },
      },
      ...given,
    });
    hosts.push(host);
    const url = await host.listen(0, '127.0.0.1');
    // Every request is for something else, so that none is answered from the cache.
    const ask = async (
      from = '203.0.113.9',
      headers: Record<string, string> = {},
      path = `${PATH}${Math.random()}`,
    ) => {
      const response = await fetch(url + path, { headers: { 'X-Forwarded-For': from, ...headers } });
      await response.text();
      return response;
    };
    const statuses = async (amount: number, from?: string, headers?: Record<string, string>) => {
      const found: number[] = [];
      for (let at = 0; at < amount; at++) found.push((await ask(from, headers)).status);
      return found;
    };
    return { host, url, ask, statuses };
  };

  before(() => way.open());
  beforeEach(() => {
    number++;
    told.length = 0;
  });
  afterEach(() => Promise.all(hosts.splice(0).map((host) => host.close())));
  after(async () => {
    await way.close();
    const client = new Redis(REDIS_URL);
    const keys = await client.keys(`${prefix}*`);
    if (keys.length > 0) await client.del(...keys);
    await client.quit();
  });

  it('hold over all hosts by address, of IPv6 by network, and say in headers where a client stands', async () => {
    const options = { anonymous: { points: 4, duration: 60 } };
    const [one, other] = [await start(options), await start(options)];
    const first = await one.ask();
    const headers = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Policy'].map((name) =>
      first.headers.get(name),
    );
    expect([first.status, ...headers]).to.deep.equal([200, '4', '3', '4;w=60']);
    expect(Number(first.headers.get('RateLimit-Reset'))).to.be.within(55, 60);
    expect(await other.statuses(3)).to.deep.equal([200, 200, 200]);
    for (const { ask } of [one, other]) {
      const refused = await ask();
      expect([refused.status, refused.headers.get('RateLimit-Remaining')]).to.deep.equal([429, '0']);
      expect(Number(refused.headers.get('Retry-After'))).to.be.within(50, 60);
    }
    expect(await other.statuses(1, '203.0.113.10')).to.deep.equal([200]);
    expect(await one.statuses(3, '2001:db8::1')).to.deep.equal([200, 200, 200]);
    expect(await other.statuses(2, '2001:db8::2')).to.deep.equal([200, 429]);
  });

  it('let no more through where many ask at once', async () => {
    const options = { anonymous: { points: 10, duration: 60 } };
    const sites = [await start(options), await start(options)];
    const asked = Array.from({ length: 40 }, (_, at) => sites[at % 2]!.ask());
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).to.have.lengthOf(10);
    expect(statuses.filter((status) => status === 429)).to.have.lengthOf(30);
  });

  it('end when their time is over', async () => {
    const { statuses } = await start({ anonymous: { points: 1, duration: 1 } });
    expect(await statuses(2)).to.deep.equal([200, 429]);
    await new Promise((resolve) => setTimeout(resolve, 1050));
    expect(await statuses(1)).to.deep.equal([200]);
  });

  it('are of each user who is signed in, wherever from, and of nobody with a wrong password', async () => {
    const { host, statuses } = await start({
      anonymous: { points: 1, duration: 60 },
      signed_in: { points: 3, duration: 60 },
    });
    const store = host.generation.services.find(UserStore)!;
    const create = host.generation.commands.find(({ name }) => name === 'user application-password create')!;
    const as = async (login: string) => {
      await store.create({ login, email: `${login}@example.org`, password: `secret of ${login}`, roles: ['author'] });
      const lines: string[] = [];
      const print = (line: string) => void lines.push(line);
      await create.run({ args: { user: login, name: 'spec' }, flags: { porcelain: true }, print } as never);
      return { Authorization: `Basic ${btoa(`${login}:${lines.join('')}`)}`, 'X-Forwarded-Proto': 'https' };
    };
    const [ann, ben] = [await as('ann'), await as('ben')];
    expect(await statuses(2, '203.0.113.1', ann)).to.deep.equal([200, 200]);
    expect(await statuses(2, '203.0.113.2', ann)).to.deep.equal([200, 429]);
    expect(await statuses(1, '203.0.113.2', ben)).to.deep.equal([200]);
    const wrong = { ...ann, Authorization: `Basic ${btoa('ann:wrong')}` };
    expect(await statuses(2, '203.0.113.3', wrong)).to.deep.equal([401, 429]);
  });

  it('are none for 0, for answers of the cache, and for what the host itself asks', async () => {
    const free = await start({ anonymous: { points: 0 } });
    const answer = await free.ask();
    expect([answer.status, answer.headers.get('RateLimit-Limit')]).to.deep.equal([200, null]);
    const { ask, host, statuses } = await start({ anonymous: { points: 2, duration: 60 } });
    const kept = `${PATH}kept`;
    const first = await ask(undefined, {}, kept);
    expect([first.status, first.headers.get('RateLimit-Remaining')]).to.deep.equal([200, '1']);
    for (let round = 0; round < 3; round++) {
      const again = await ask(undefined, {}, kept);
      expect([again.status, again.headers.get('RateLimit-Limit')]).to.deep.equal([200, null]);
      expect(again.headers.get('ETag')).to.equal(first.headers.get('ETag'));
    }
    for (let round = 0; round < 3; round++) {
      expect((await host.generation.server.dispatch('/cms/v2/users', new RequestContext())).status).to.equal(200);
    }
    expect(await statuses(2)).to.deep.equal([200, 429]);
  });

  it('let requests through while Redis is away, say so once, and go on by themselves', async () => {
    const { ask, statuses, url } = await start({ anonymous: { points: 3, duration: 60 } });
    const health = async () => ((await (await fetch(`${url}/healthz`)).json()) as { redis: string }).redis;
    expect([...(await statuses(1)), await health()]).to.deep.equal([200, 'ready']);
    await way.close();
    expect(await statuses(5)).to.deep.equal([200, 200, 200, 200, 200]);
    expect((await ask()).headers.get('RateLimit-Limit')).to.equal(null);
    expect(await health()).to.equal('away');
    expect(told.filter((line) => line.startsWith('Redis'))).to.deep.equal([
      'Redis is away; it is tried again until it is there',
    ]);
    await way.open();
    await until(async () => (await health()) === 'ready');
    expect(await statuses(3)).to.deep.equal([200, 200, 429]);
    expect(told.filter((line) => line.startsWith('Redis')).slice(1)).to.deep.equal(['Redis is there again']);
  });

  it('refuse requests while Redis is away where they are to', async () => {
    await way.close();
    const { ask, statuses } = await start({ when_away: 'closed' });
    const refused = await ask();
    expect([refused.status, refused.headers.get('Retry-After')]).to.deep.equal([503, '1']);
    await way.open();
    await until(async () => (await statuses(1))[0] === 200);
  });

  it('do not wait for a Redis that hangs', async () => {
    const { ask, url } = await start({ timeout: 50 });
    await ask();
    way.hold();
    const timed = async () => {
      const begin = performance.now();
      expect((await ask()).status).to.equal(200);
      return performance.now() - begin;
    };
    const health = async () => (await fetch(`${url}/healthz`)).text();
    const times: number[] = [];
    while (!(await health()).includes('"redis":"away"')) times.push(await timed());
    // Those of the first second have waited, for a short time each, and later ones know of it.
    expect(times.length).to.be.greaterThan(2);
    expect(times.sort((one, two) => one - two)[Math.floor(times.length / 2)]).to.be.within(45, 500);
    expect(Math.min(await timed(), await timed(), await timed())).to.be.below(45);
    await way.close();
    await way.open();
    await until(async () => (await health()).includes('"redis":"ready"'));
  });
});
