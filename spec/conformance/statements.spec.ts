import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { Database } from '../../plugins/database/index.ts';
import { Options } from '../../plugins/options/index.ts';
import { buildFullSite, type FullSite } from '../support/full-site.ts';
import { describeOnSqliteAndPostgres } from '../support/on-databases.ts';
import { runCommand } from '../support/run-command.ts';
import { type ServeInit, serve } from '../support/serve.ts';
import { type Waves, wavesOf } from '../support/waves.ts';

const FILE = fileURLToPath(new URL('../fixtures/themeunittestdata.wordpress.xml', import.meta.url));

/** How many items of a list are also requested one by one. */
const SINGLES = 60;

/**
 * How many statements lists take, on imported content. Blocks and shortcodes that read from the database are
 * left out: an item's content may hold any number of them.
 */
describeOnSqliteAndPostgres('lists of the imported content', (freshDatabase) => {
  let site: FullSite;

  before(async function () {
    this.timeout(60_000);
    site = await buildFullSite({ database: await freshDatabase(), without: ['dynamic-blocks', 'media-shortcodes'] });
    await runCommand(site.generation, 'import', { source: FILE }, { authors: 'create' });
  });
  after(() => site.close());

  let writes = 0;
  /** Makes a request as the administrator; returns the items, and how many statements they took. */
  async function ask(path: string) {
    const { db, statements } = site.generation.services.get('spec', Database);
    // Writes, so that nothing is cached.
    await site.generation.services.get('spec', Options).set('written', ++writes);
    await db.updateTable('posts').set({ menu_order: 0 }).where('ID', '=', 0).execute();
    const before = statements.count;
    const { json, status } = await serve(site.generation, 'GET', `/cms/v2/${path}`, { user: site.users.admin!.user });
    expect(status, JSON.stringify(json)).to.equal(200);
    // biome-ignore lint/suspicious/noExplicitAny: items of any kind.
    return { items: json as any[], statements: statements.count - before };
  }

  /** The most statements that any one item of a list takes. */
  async function dearest(list: string, query: string, count: number): Promise<number> {
    let most = 0;
    for (let page = 1; page <= Math.min(count, SINGLES); page++) {
      const { items, statements } = await ask(`${list}?per_page=1&page=${page}&${query}`);
      expect(items).to.have.lengthOf(1);
      most = Math.max(most, statements);
    }
    return most;
  }

  /** Makes an item like another, with its terms and its image. */
  async function copy(item: Record<string, unknown>): Promise<void> {
    const { title, content, excerpt, author, categories, tags, featured_media, format, status } = item;
    const raw = (text: unknown) => (text as { raw: string }).raw;
    const json = {
      ...{ title: raw(title), content: raw(content), excerpt: raw(excerpt) },
      ...{ author, categories, tags, featured_media, format, status },
    };
    const made = await serve(site.generation, 'POST', '/cms/v2/posts', { user: site.users.admin!.user, json });
    expect(made.status, made.text).to.equal(201);
  }

  for (const list of ['posts', 'pages', 'media', 'comments', 'categories', 'tags', 'users', 'search']) {
    for (const query of ['_embed', 'context=embed']) {
      it(`take no more statements for all items of a page than for one of them: ${list}?${query}`, async () => {
        const { items, statements } = await ask(`${list}?per_page=100&${query}`);
        expect(items.length).to.be.above(4);
        expect(statements).to.be.at.most(await dearest(list, query, items.length));
      });
    }
  }

  /** How the statements of a request go to PostgreSQL, of which nothing is cached. */
  async function wavesFor(method: string, path: string, init: ServeInit = {}): Promise<Waves> {
    const { db } = site.generation.services.get('spec', Database);
    await db.updateTable('posts').set({ menu_order: 0 }).where('ID', '=', 0).execute();
    return wavesOf(async () => {
      const { status, text } = await serve(site.generation, method, `/cms/v2/${path}`, init);
      expect(status, text).to.be.within(200, 201);
      expect(text.length).to.be.above(20);
    });
  }

  // Images in contents are a wave more.
  const FIELDS = '_fields=id,title,author,link,categories,tags,meta,featured_media,_links,_embedded';
  for (const [path, most] of Object.entries({
    'posts?': 5,
    'posts?categories=1&': 5,
    'posts?author=1&': 5,
    'posts?search=the&': 4,
    'posts?search=the&orderby=relevance&': 4,
    'posts?orderby=title&': 5,
    'posts?author_exclude=1&': 6,
    'posts?author=1,2&': 6,
    'pages?': 5,
    'media?_fields=id,title,media_details,source_url&': 4,
  })) {
    it(`go to PostgreSQL in two waves, of which the second needs what the first has found: ${path}`, async function () {
      if (site.generation.services.get('spec', Database).dialect !== 'postgres') this.skip();
      const { waves, statements } = await wavesFor('GET', path.includes('_fields') ? path : `${path}${FIELDS}`);
      expect(waves).to.equal(2);
      expect(statements).to.be.at.most(most);
    });
  }

  it('go to PostgreSQL at once where all that is shown is of the items: search?search=the', async function () {
    if (site.generation.services.get('spec', Database).dialect !== 'postgres') this.skip();
    expect(await wavesFor('GET', 'search?search=the')).to.include({ waves: 1, statements: 1 });
  });

  it('go to PostgreSQL in two waves more for what is embedded, of which the second counts the answers to comments', async function () {
    if (site.generation.services.get('spec', Database).dialect !== 'postgres') this.skip();
    const { waves, statements, unnamed } = await wavesFor('GET', `posts?_embed=author,replies,cms:term&${FIELDS}`);
    expect({ waves, statements, unnamed }).to.eql({ waves: 4, statements: 12, unnamed: [] });
  });

  const WRITES: Record<string, { at: Waves['waves']; statements: number; write(): Promise<Waves> }> = {
    'of a post that is made': { at: 5, statements: 14, write: () => wavesFor('POST', 'posts', written('Made')) },
    'of a post that is changed': {
      at: 9,
      statements: 18,
      write: async () => wavesFor('POST', `posts/${await made()}`, written('Changed')),
    },
    'of a post that is moved to the trash': {
      at: 17,
      statements: 26,
      write: async () => wavesFor('DELETE', `posts/${await made()}`, written()),
    },
    'of a post that is moved to the trash with its comments': {
      at: 21,
      statements: 33,
      write: async () => {
        const post = await made();
        await commented(post);
        return wavesFor('DELETE', `posts/${post}`, written());
      },
    },
    'of a post that is deleted': {
      at: 9,
      statements: 20,
      write: async () => wavesFor('DELETE', `posts/${await made()}?force=true`, written()),
    },
    'of a comment that is moved to the trash': {
      at: 8,
      statements: 13,
      write: async () => wavesFor('DELETE', `comments/${await commented(await made())}`, written()),
    },
    'of a comment that turns out to be spam': {
      at: 8,
      statements: 13,
      write: async () => {
        const init = { ...written(), json: { status: 'spam' } };
        return wavesFor('POST', `comments/${await commented(await made())}`, init);
      },
    },
    'of a comment that is deleted': {
      at: 8,
      statements: 13,
      write: async () => wavesFor('DELETE', `comments/${await commented(await made())}?force=true`, written()),
    },
  };
  let comments = 0;
  /** Makes an approved comment on a post. */
  const commented = async (post: number): Promise<number> => {
    const init = { ...written(), json: { post, content: `Comment ${++comments}` } };
    return (await serve(site.generation, 'POST', '/cms/v2/comments', init)).json.id;
  };
  const written = (title?: string): ServeInit => ({
    user: site.users.admin!.user,
    ...(title !== undefined && { json: { title, content: 'Text', status: 'publish', categories: [1] } }),
  });
  const made = async (): Promise<number> =>
    (await serve(site.generation, 'POST', '/cms/v2/posts', written('New'))).json.id;
  for (const [what, { at, statements: most, write }] of Object.entries(WRITES)) {
    it(`go to PostgreSQL under names, and together where they may: those ${what}`, async function () {
      if (site.generation.services.get('spec', Database).dialect !== 'postgres') this.skip();
      const { waves, statements, unnamed } = await write();
      expect(unnamed).to.eql([]);
      expect(waves).to.be.at.most(at);
      expect(statements).to.be.at.most(most);
    });
  }

  it('take the same number of statements for a hundred posts with all that is embedded as for fifty', async function () {
    this.timeout(60_000);
    const { items } = await ask('posts?per_page=100&context=edit');
    for (let copies = items.length; copies <= 100; copies++) await copy(items[copies % items.length]);
    // The total is counted once after a write.
    await ask('posts?per_page=1');
    const fifty = await ask('posts?per_page=50&_embed');
    const hundred = await ask('posts?per_page=100&_embed');
    expect(hundred.items).to.have.lengthOf(100);
    expect(hundred.statements).to.equal(fifty.statements);
    // No one of them has an image and an address of a provider, each of which is a statement.
    expect(fifty.statements).to.be.at.most((await dearest('posts', '_embed', items.length)) + 1);
    const embedded = hundred.items.flatMap((item) => Object.values(item._embedded).flat(2)) as { code?: string }[];
    expect(embedded.length).to.be.above(300);
    expect(embedded.filter(({ code }) => code !== undefined)).to.deep.equal([]);
  });
});
