import { request, type ServerResponse } from 'node:http';
import { expect } from 'chai';
import { deferred } from '../../../core/base/index.ts';
import { definePlugin } from '../../../host/index.ts';
import { until } from '../../support/until.ts';
import { API, CachedSite } from './cached-site.ts';

const LIST = `${API}/posts`;

describe('requests for the same answer at the same time', () => {
  let site: CachedSite;
  /** The gates at which answers wait while they are made; each answer takes the next gate. */
  let gates: (() => Promise<void>)[];
  let made: number;
  /** Of the requests so far. */
  let responses: ServerResponse[];

  beforeEach(async () => {
    [gates, made, responses] = [[], 0, []];
    const slow = definePlugin({
      name: 'slow',
      version: '1.0.0',
      description: 'Of a spec.',
      cacheable: true,
      capabilities: ['http', 'requests'],
      setup({ hooks }) {
        hooks.action('http_app').tap('slow', (app) => {
          app.use(({ res }, next) => {
            responses.push(res!);
            return next();
          });
        });
        hooks.filter('rest_post_dispatch').tapPromise('slow', async (response) => {
          made++;
          await gates.shift()?.();
          return response;
        });
      },
    });
    site = await CachedSite.start({ plugins: [slow] });
    await site.posts.insert({ title: 'First', status: 'publish' });
    expect(await site.becomesCached(LIST)).to.equal(true);
    made = 0;
  });
  afterEach(() => site.close());

  /** A gate that is closed until it is opened. */
  function gate() {
    const { promise, resolve } = deferred();
    gates.push(() => promise);
    return { open: resolve };
  }

  const write = (title: string) => site.posts.insert({ title, status: 'publish' });

  it('have it made once after a write', async () => {
    await write('Second');
    const { open } = gate();
    const asked = Array.from({ length: 20 }, () => site.get(LIST));
    await until(() => made > 0);
    open();
    const answers = await Promise.all(asked);
    expect(made).to.equal(1);
    const { body } = await site.fresh(LIST);
    for (const answer of answers) expect([answer.status, answer.body]).to.eql([200, body]);
  });

  it('see writes that happened while the answer was made', async () => {
    await write('Second');
    const first = gate();
    const early = site.get(LIST);
    await until(() => made === 1);
    await write('Third');
    const late = Array.from({ length: 5 }, () => site.get(LIST));
    first.open();
    expect((await early).status).to.equal(200);
    for (const { body } of await Promise.all(late)) expect(body).to.include('Third');
    // The early one's, and one for all of the late ones.
    expect(made).to.equal(2);
  });

  it('go on when the client hangs up that has it made', async () => {
    await write('Second');
    const held = gate();
    const hasty = request(site.url + LIST);
    hasty.on('error', () => undefined).end();
    await until(() => made === 1);
    const asked = site.get(LIST);
    hasty.destroy();
    const { body } = await asked;
    expect(body).to.include('Second');
    held.open();
  });

  it('have nothing made for a client that hangs up while it waits', async () => {
    await write('Second');
    const held = gate();
    const first = site.get(LIST);
    await until(() => made === 1);
    const { length } = responses;
    const hasty = request(site.url + LIST);
    hasty.on('error', () => undefined).end();
    await until(() => responses.length > length);
    hasty.destroy();
    await until(() => responses.at(-1)!.destroyed);
    await write('Third');
    held.open();
    await first;
    await site.fresh(LIST);
    expect(made, 'the first, and the fresh one').to.equal(2);
  });

  it('do not wait for each other where no answer can be cached', async () => {
    const path = `${API}/posts/999`;
    const gone = await site.get(path);
    expect(gone.status).to.equal(404);
    made = 0;
    const [one, other] = [gate(), gate()];
    const asked = [site.get(path), site.get(path)];
    await until(() => made === 2);
    one.open();
    other.open();
    for (const { status } of await Promise.all(asked)) expect(status).to.equal(404);
  });
});
