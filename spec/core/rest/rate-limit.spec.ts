import { expect } from 'chai';
import { definePlugin, isLoggedIn, RestError } from '../../../core/index.ts';
import { page, request, type TestHost, testHost } from '../../../host/testing/index.ts';

describe('the hook of limits of requests', () => {
  let host: TestHost;
  let asked: string[];
  let most: number;

  const limiting = definePlugin({
    name: 'limiting',
    version: '1.0.0',
    description: 'Counts requests, and refuses those beyond a number.',
    capabilities: ['requests', 'content:read'],
    setup({ hooks }) {
      hooks.filter('rest_rate_limit').tap('limiting', (refusal, { route, user, context }, headers) => {
        asked.push(`${isLoggedIn(user) ? 'a user' : context.http?.remoteAddress} ${route}`);
        if (most < 0) throw new Error('broken');
        headers['RateLimit-Remaining'] = String(Math.max(most - asked.length, 0));
        return asked.length > most ? new RestError('too_many', 'Too many requests.', { status: 429 }) : refusal;
      });
      hooks.action('rest_api_init').tap('limiting', (server) => {
        server.registerRoute('limiting/v1', '/item', {
          methods: 'GET, POST',
          allow_batch: { v1: true },
          permission_callback: () => true,
          callback: () => ({ done: true }),
        });
      });
    },
  });

  before(async () => {
    host = await testHost({ plugins: [limiting, 'batch', 'embed', 'posts', 'application-passwords'] });
    await host.fixtures.post({ author: host.users.author.id });
  });
  after(() => host.close());
  beforeEach(() => {
    asked = [];
    most = 2;
  });

  it('refuses a request by an error, whose answer has the headers too', async () => {
    const answers = [];
    for (let at = 0; at < 3; at++) answers.push(await request(host, 'GET', '/limiting/v1/item', { ip: '203.0.113.7' }));
    expect(answers.map(({ status }) => status)).to.eql([200, 200, 429]);
    expect(answers.map(({ headers }) => headers['ratelimit-remaining'])).to.eql(['1', '0', '0']);
    expect(answers[2]!.json.code).to.equal('too_many');
    expect(asked[0]).to.equal('203.0.113.7 /limiting/v1/item');
  });

  it('fires once for a batch and for a list with what is embedded, and not for what is dispatched within', async () => {
    const item = { method: 'POST', path: '/limiting/v1/item' };
    const batch = await request(host, 'POST', '/batch/v1', { as: 'editor', json: { requests: [item, item, item] } });
    expect(batch.json.responses).to.have.lengthOf(3);
    const list = await request(host, 'GET', '/cms/v2/posts?_embed=author', { as: 'editor' });
    expect(list.json[0]._embedded.author).to.have.lengthOf(1);
    await host.dispatch('/limiting/v1/item');
    expect(asked).to.eql(['a user /batch/v1', 'a user /cms/v2/posts']);
  });

  it('fires for routes that there are not, and where it failed to say who asks, which it does not excuse', async () => {
    const options = { headers: { Authorization: `Basic ${btoa('editor:wrong')}` } };
    expect((await page(host, '/cms-json/limiting/v1/none')).status).to.equal(404);
    expect((await page(host, '/cms-json/cms/v2/users/me', options)).status).to.equal(401);
    expect((await page(host, '/cms-json/cms/v2/users/me', options)).status).to.equal(429);
  });

  it('refuses with 500 where a tap of it fails', async () => {
    most = -1;
    expect((await request(host, 'GET', '/limiting/v1/item')).status).to.equal(500);
  });
});
