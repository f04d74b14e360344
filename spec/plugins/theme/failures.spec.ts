import { expect } from 'chai';
import { built } from '../../support/built.ts';
import { ThemeSite, type Visitor } from './theme-site.ts';

/** What the interface fails with, and on which routes; nothing while all is well. */
let failure: { readonly of: RegExp; readonly method?: string; readonly error: Error } | undefined;

/** A plugin in whose hands the interface is. */
const breaking = built.definePlugin({
  name: 'breaking',
  version: '1.0.0',
  description: 'Fails where it is told to.',
  setup({ hooks }) {
    hooks.filter('rest_pre_dispatch').tap('breaking', (answer, _server, { route, method }) => {
      const { of, method: ofMethod = method, error } = failure ?? {};
      if (of?.test(route) && method === ofMethod) throw error;
      return answer;
    });
  },
});

const EVERY_ROUTE = /./;

describe('a page whose interface fails', () => {
  let site: ThemeSite;
  let visitor: Visitor;
  let paths: string[];

  before(async () => {
    site = await ThemeSite.start({ cache: false, plugins: { folders: [breaking] } });
    visitor = site.visitor();
    const { id: author } = await site.users.create({ login: 'ann', email: 'ann@example.org', roles: ['author'] });
    const { id } = await site.publish({ title: 'One', name: 'one', content: 'Text', author, commentStatus: 'open' });
    const news = await site.terms.create('category', 'News', {});
    await site.terms.setObjectTerms(id, 'category', [news.id]);
    await site.publish({ type: 'page', title: 'About', name: 'about' });
    const lists = ['/', '/category/news/', '/author/ann/', '/2026/', '/?s=Text'];
    const items = ['/2026/01/02/one/', '/about/', `/?p=${id}`];
    const feeds = ['/feed/', '/feed/atom/', '/comments/feed/', '/2026/01/02/one/feed/', '/category/news/feed/'];
    paths = [...lists, ...items, ...feeds];
  });
  after(() => site.close());
  afterEach(() => {
    failure = undefined;
  });

  it('says so with status 500, wherever it leads: lists, items, search and feeds', async () => {
    for (const path of paths) {
      const redirected = (await visitor.ask(path)).location;
      const shown = redirected ?? path;
      expect((await visitor.ask(shown)).status, shown).to.equal(200);
      failure = { of: EVERY_ROUTE, error: new Error('no memory of anything') };
      const { status, text } = await visitor.ask(shown);
      expect(status, shown).to.equal(500);
      expect(text, shown).to.equal('The page cannot be shown at present. Please try again later.\n');
      failure = undefined;
      expect((await visitor.ask(shown)).status, shown).to.equal(200);
    }
  });

  it('says when to try again, where the interface does', async () => {
    const error = new built.RestError('rest_database_busy', 'Busy.', { status: 503 });
    Object.assign(error, { headers: { 'Retry-After': '7' } });
    failure = { of: EVERY_ROUTE, error };
    for (const path of ['/', '/feed/']) {
      const { status, headers } = await visitor.ask(path);
      expect([status, headers.get('retry-after')]).to.eql([503, '7']);
    }
  });

  it('fails as a whole when a part of it does: the menu, the comments, what is embedded', async () => {
    for (const [of, path] of [
      [/\/pages$/, '/'],
      [/\/comments$/, '/2026/01/02/one/'],
      [/\/comments$/, '/comments/feed/'],
      [/\/posts\/\d+$/, '/?s=Text'],
      [/\/users\/\d+$/, '/feed/'],
    ] as const) {
      failure = { of, error: new Error('this part alone') };
      expect((await visitor.ask(path)).status, path).to.equal(500);
    }
  });

  it('is none where the interface refuses: what is not there, and what may not be read', async () => {
    failure = { of: EVERY_ROUTE, error: new built.RestError('rest_forbidden', 'Not for you.', { status: 403 }) };
    expect((await visitor.ask('/about/')).status).to.equal(404);
    failure = undefined;
    expect((await visitor.ask('/nothing-of-this-name/')).status).to.equal(404);
  });

  it('leaves a comment that could not be stored in its form', async () => {
    await site.options.set('comment_registration', '0');
    const path = '/2026/01/02/one/';
    const page = (await visitor.ask(path)).text;
    const [, action = ''] = /<form[^>]* action="([^"]*comment[^"]*)"/.exec(page) ?? [];
    const [, id = ''] = /name="comment_post_ID"[^>]* value="(\d+)"/.exec(page) ?? [];
    const sent = { comment_post_ID: id, comment: 'Kept words', author: 'Bea', email: 'b@example.org' };
    const error = new built.RestError('rest_full', 'No room.', { status: 507 });
    failure = { of: /\/comments$/, method: 'POST', error };
    const { status, text } = await visitor.ask(new URL(action, site.url).pathname, { form: sent });
    expect(status).to.equal(507);
    expect(text).to.contain('Kept words').and.contain('No room.');
  });
});
