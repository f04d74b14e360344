import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import { HashThread } from '../../../plugins/passwords/hash-thread.ts';
import { ListeningSite } from '../../support/listening-site.ts';
import { until } from '../../support/until.ts';

/** How many connections have been closed. */
let closed = 0;
const counting = definePlugin({
  name: 'counting',
  version: '1.0.0',
  description: 'Counts connections that are closed.',
  setup: ({ hooks }) =>
    hooks.action('http_app').tap('counting', (app) =>
      app.use(({ res }, next) => {
        res?.on('close', () => void closed++);
        return next();
      }),
    ),
});

class Site extends ListeningSite {
  static start = () =>
    ListeningSite.listening((host, url) => new Site(host, url), {
      plugins: { only: ['sessions'], folders: [counting] },
      options: { passwords: { cost: 10, threads: 1, waiting: 200 } },
    });

  logIn(log: string, signal?: AbortSignal): Promise<Response> {
    const body = new URLSearchParams({ log, pwd: `password of ${log}` });
    return fetch(`${this.url}/login`, { method: 'POST', body, redirect: 'manual', ...(signal && { signal }) });
  }
}

describe('logins whose clients hang up', () => {
  const { run } = HashThread.prototype;
  let site: Site;
  /** What threads were given to do. */
  let jobs = 0;
  let release = () => undefined as void;

  before(async () => {
    site = await Site.start();
    await site.users.create({ login: 'alice', email: 'alice@example.org', password: 'password of alice' });
  });
  afterEach(() => {
    HashThread.prototype.run = run;
  });
  after(() => site.host.close());

  it('are dropped, so that the next login waits for one that is being hashed at most', async () => {
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    HashThread.prototype.run = async function (job) {
      jobs++;
      await released;
      return run.call(this, job);
    };
    const abort = new AbortController();
    const outcomes = Array.from({ length: 120 }, (_, index) =>
      site.logIn(`user-${index}`, abort.signal).then(
        () => 'answered',
        () => 'hung up',
      ),
    );
    await until(async () => jobs === 1);
    abort.abort();
    expect(new Set(await Promise.all(outcomes))).to.eql(new Set(['hung up']));
    await until(async () => closed === 120);
    const next = site.logIn('alice');
    release();
    expect((await next).status).to.equal(302);
    expect(jobs).to.equal(2);
  });
});
