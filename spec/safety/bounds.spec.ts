import { expect } from 'chai';
import type { Host } from '../../host/index.ts';
import { ask, listening } from '../host/echo.ts';
import { buildFullSite, type FullSite } from '../support/full-site.ts';
import { processorTime } from '../support/growth.ts';
import { type Served, serve } from '../support/serve.ts';

/**
 * The most time of the processor that a request may take, in milliseconds: each of those below took from three to sixty
 * seconds before its work had a bound, and takes a hundredth of a second now.
 */
const MOST = 1500;

/** Does some work, and fails when it takes long. */
async function bounded<T>(work: () => Promise<T>): Promise<T> {
  let result: T;
  const time = await processorTime(async () => {
    result = await work();
  });
  expect(time, 'milliseconds').to.be.below(MOST);
  return result!;
}

describe('work that strangers cause over HTTP', () => {
  let host: Host;
  let url: string;
  before(async () => {
    ({ host, url } = await listening());
  });
  after(() => host.close());

  const form = 'application/x-www-form-urlencoded';
  const post = (path: string, body: string, type: string) =>
    bounded(() => ask(url + path, { method: 'POST', body, headers: { 'Content-Type': type } }));
  const brackets = `a[]${'['.repeat(100_000)}=1`;

  it('is bounded for a form with a key of 100,000 brackets, wherever it is sent', async () => {
    expect((await post('/cms-json/t/v1/echo', brackets, form)).status).to.equal(200);
    expect((await post('/cms-json/t/v1/nothing', brackets, form)).status).to.equal(404);
    expect((await post('/page', brackets, form)).status).to.equal(200);
    expect((await post('/nowhere', brackets, form)).status).to.equal(404);
    expect((await post('/cms-json/t/v1/echo', `a${'[]'.repeat(60_000)}=1`, form)).json.code).to.equal(
      'rest_invalid_query',
    );
  });

  for (const [what, body, status] of [
    ['four megabytes for a search', JSON.stringify({ search: 'a'.repeat(4e6) }), 413],
    ['15 MB of percent signs', JSON.stringify({ title: '%'.repeat(15e6) }), 413],
    ['500,000 keys', `{${Array.from({ length: 500_000 }, (_, index) => `"k${index}":1`)}}`, 413],
    ['20,000 keys', `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`)}}`, 200],
    ['nested lists', `{"requests":${'['.repeat(100_000)}`, 400],
  ] as const) {
    it(`is bounded for a body of ${what}`, async () => {
      expect((await post('/cms-json/t/v1/echo', body, 'application/json')).status).to.equal(status);
    });
  }
});

describe('work that a request causes', () => {
  let site: FullSite;
  before(async () => {
    site = await buildFullSite();
  });
  after(() => site.close());

  const send = (method: string, path: string, login?: string, json?: unknown): Promise<Served> =>
    bounded(() =>
      serve(site.generation, method, path, { user: login === undefined ? undefined : site.users[login]!.user, json }),
    );
  const read = (path: string, json: object) => send('POST', `${path}?_method=GET`, undefined, json);

  it('is bounded for a search of a word and quotes', async () => {
    expect((await read('/cms/v2/posts', { search: `x ${'"'.repeat(100_000)}` })).status).to.equal(400);
    expect((await read('/cms/v2/posts', { search: `x ${'"'.repeat(1990)}` })).status).to.equal(200);
  });

  it('is bounded for an oEmbed address of slashes', async () => {
    expect((await read('/oembed/1.0/embed', { url: `http://localhost/${'/'.repeat(100_000)}` })).status).to.equal(400);
    expect((await read('/oembed/1.0/embed', { url: `http://localhost/${'/'.repeat(1900)}` })).status).to.equal(404);
  });

  it('does not fill caches with what was asked for', async () => {
    for (let round = 0; round < 80; round++) {
      const search = `${round}${'a'.repeat(1990)}`;
      expect(
        (await read('/cms/v2/posts', { search, exclude: Array.from({ length: 900 }, (_, at) => at + round) })).status,
      ).to.equal(200);
    }
    const figures = site.generation.caches
      .figures()
      .map(({ name, size, maxSize }) => ({ name, isWithin: size <= maxSize }));
    expect(figures.filter(({ isWithin }) => !isWithin)).to.deep.equal([]);
  });

  for (const [what, text] of [
    ['blanks', `a${' '.repeat(65_000)}b`],
    ['blanks and newlines', `a${' \n'.repeat(32_000)}b`],
    ['unclosed tags', `a\n${'<div'.repeat(16_000)}`],
    ['percent signs', '%'.repeat(65_000)],
  ] as const) {
    it(`is bounded for a comment of ${what}`, async () => {
      const { id } = (await send('POST', '/cms/v2/posts', 'admin', { title: what, status: 'publish' })).json;
      const { status, json } = await send('POST', '/cms/v2/comments', 'editor', { post: id, content: text });
      expect(status, json.code).to.equal(201);
    });

    it(`is bounded for a content of ${what}, which is shown`, async () => {
      const made = await send('POST', '/cms/v2/posts', 'contributor', { title: what, content: text.repeat(4) });
      expect(made.status).to.equal(201);
      expect((await send('GET', `/cms/v2/posts/${made.json.id}?context=edit`, 'contributor')).status).to.equal(200);
    });
  }

  it('is bounded for 100 KB of calendars', async () => {
    const content = '<!-- wp:calendar /-->'.repeat(5000);
    const made = await send('POST', '/cms/v2/posts', 'contributor', { title: 'calendars', content });
    expect(made.status).to.equal(201);
  });

  it('is bounded for what a subscriber prefers', async () => {
    const meta = { persisted_preferences: { list: Array.from({ length: 50_000 }, (_, index) => `item ${index}`) } };
    const { status, json } = await send('POST', '/cms/v2/users/me', 'subscriber', { meta });
    expect([status, json.code]).to.deep.equal([400, 'rest_invalid_param']);
    const few = { persisted_preferences: { list: ['item'] } };
    expect((await send('POST', '/cms/v2/users/me', 'subscriber', { meta: few })).status).to.equal(200);
  });

  it('is none for a deep page of comments where there are none', async () => {
    const { json } = await send('GET', '/cms/v2/comments?per_page=100&_fields=id');
    for (const { id } of json) await send('DELETE', `/cms/v2/comments/${id}?force=true`, 'admin');
    expect((await send('GET', '/cms/v2/comments?offset=1979656577')).status).to.equal(200);
  });

  it('is bounded for a batch that is nested', async () => {
    let body: unknown = 1;
    for (let level = 0; level < 500; level++) body = [body];
    const requests = Array.from({ length: 25 }, () => ({ path: '/cms/v2/posts', body: { meta: body, title: body } }));
    expect((await send('POST', '/batch/v1', undefined, { requests })).status).to.be.oneOf([207, 400]);
  });
});
