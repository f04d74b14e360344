import { expect } from 'chai';
import { SaxesParser } from 'saxes';
import { definePlugin } from '../../../core/index.ts';
import { Database } from '../../../plugins/database/index.ts';
import { ResponseCache } from '../../../plugins/response-cache/index.ts';
import { ThemeSite, type Visitor } from '../theme/theme-site.ts';

/** The ids of items, terms and users that a plugin leaves out. */
let hidden: readonly number[] = [];

const robots = definePlugin({
  name: 'robots',
  version: '1.0.0',
  description: 'Adds to robots.txt.',
  requires: { sitemaps: '*' },
  cacheable: true,
  setup({ hooks }) {
    hooks.filter('robots_txt').tap('robots', (text) => `${text}# own\n`);
    const without = <Args extends { exclude?: readonly number[] }>(args: Args): Args =>
      hidden.length === 0 ? args : { ...args, exclude: hidden };
    hooks
      .filter('cms_sitemaps_posts_query_args')
      .tap('robots', (args, type) => (type === 'post' ? without(args) : args));
    hooks.filter('cms_sitemaps_taxonomies_query_args').tap('robots', without);
    hooks.filter('cms_sitemaps_users_query_args').tap('robots', without);
  },
});

describe('the sitemaps', () => {
  let site: ThemeSite;
  let visitor: Visitor;

  before(async () => {
    site = await ThemeSite.start({ plugins: { folders: [robots] }, options: { sitemaps: { urls_per_file: 5 } } });
    visitor = site.visitor();
    const { id: author } = await site.users.create({ login: 'ann', email: 'a@example.org', roles: ['author'] });
    await site.users.create({ login: 'idle', email: 'i@example.org', roles: ['author'] });
    const term = await site.terms.create('category', 'News', {});
    await site.terms.create('post_tag', 'Unused', {});
    for (let each = 1; each <= 7; each++) {
      const { id } = await site.publish({ title: `Post ${each}`, author });
      await site.terms.setObjectTerms(id, 'category', [term.id]);
    }
    await site.publish({ type: 'page', title: 'Page & more', name: 'page' });
    await site.posts.insert({ type: 'post', title: 'Draft', name: 'draft', status: 'draft' });
    await site.posts.insert({ type: 'post', title: 'Private', name: 'private', status: 'private' });
    await site.publish({ title: 'Locked', name: 'locked', password: 'rope' });
    await site.publish({ type: 'cms_block', title: 'Block', name: 'block' });
    await site.posts.insert({ type: 'attachment', status: 'inherit', title: 'File', name: 'file' });
  });
  after(() => site.close());

  /** The addresses of a document; throws where it is no XML. */
  const locations = async (path: string): Promise<string[]> => {
    const { status, text, headers } = await visitor.ask(path);
    expect(status, path).to.equal(200);
    expect(headers.get('content-type')).to.equal('application/xml; charset=UTF-8');
    const found: string[] = [];
    const parser = new SaxesParser();
    let read = '';
    parser.on('opentag', () => {
      read = '';
    });
    parser.on('text', (more) => {
      read += more;
    });
    parser.on('closetag', ({ name }) => {
      if (name === 'loc') found.push(read.replace(site.url, ''));
    });
    parser.on('error', (error) => {
      throw error;
    });
    parser.write(text).close();
    return found;
  };
  const all = async () => {
    const parts = await locations('/sitemap.xml');
    return (await Promise.all(parts.map(locations))).flat();
  };

  it('list all public pages, each once, and the home page', async () => {
    const listed = await all();
    for (const path of ['/', '/page/', '/category/news/', '/author/ann/']) {
      expect(
        listed.filter((each) => each === path),
        path,
      ).to.have.lengthOf(1);
    }
    expect(listed.filter((path) => /\/post-\d\/$/.test(path))).to.have.lengthOf(7);
    expect(listed.join(' ')).to.not.match(/draft|private|locked|block|file|unused|idle/i);
    for (const path of listed) expect((await visitor.ask(path)).status, path).to.equal(200);
  });

  it('give the date of the last change of an item', async () => {
    const { text } = await visitor.ask('/cms-sitemap-posts-post-1.xml');
    expect(text).to.match(/<lastmod>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ<\/lastmod>/);
  });

  it('are of so many pages of a type each, however far apart their ids are, at a fixed cost', async () => {
    const { db, statements } = site.service(Database);
    const far = await site.publish({ title: 'Far', name: 'far' });
    await db.updateTable('posts').set({ ID: 161_099_161 }).where('ID', '=', far.id).execute();
    site.service(ResponseCache).clear();
    const parts = (await locations('/sitemap.xml')).filter((path) => path.includes('-posts-'));
    expect(parts).to.eql([
      '/cms-sitemap-posts-post-1.xml',
      '/cms-sitemap-posts-post-2.xml',
      '/cms-sitemap-posts-page-1.xml',
    ]);
    expect(await locations(parts[0]!)).to.have.lengthOf(5);
    const before = statements.count;
    expect((await locations(parts[1]!)).join()).to.include('/far/');
    expect(statements.count - before).to.be.below(8);
  });

  it('list what plugins leave in them', async () => {
    const { posts } = await site.posts.query({ types: ['post'], perPage: 100 });
    const { terms } = await site.terms.query({ taxonomy: 'category', number: 100 });
    const ann = await site.users.byLogin('ann');
    hidden = [...posts, ...terms, ann!].map(({ id }) => id);
    site.service(ResponseCache).clear();
    expect(await all()).to.eql(['/', '/page/']);
    hidden = [];
    site.service(ResponseCache).clear();
    expect(await all()).to.include('/author/ann/');
  });

  it('are named by the index at both of its addresses', async () => {
    expect(await locations('/cms-sitemap.xml')).to.eql(await locations('/sitemap.xml'));
  });

  it('end with the last of them', async () => {
    for (const name of [
      'posts-post-99',
      'posts-post-0',
      'posts-none-1',
      'posts-attachment-1',
      'constructor-1',
      'users-999999999',
    ]) {
      expect((await visitor.ask(`/cms-sitemap-${name}.xml`)).status, name).to.equal(404);
    }
  });

  it('are cached until something changes', async () => {
    const { headers } = await visitor.ask('/cms-sitemap-posts-post-1.xml');
    const again = () =>
      visitor.ask('/cms-sitemap-posts-post-1.xml', { headers: { 'If-None-Match': headers.get('etag')! } });
    expect((await again()).status).to.equal(304);
    const [first] = (await site.posts.query({ types: ['post'], order: 'asc', orderBy: 'id', perPage: 1 })).posts;
    await site.posts.update(first!.id, { name: 'renamed' });
    expect((await again()).status).to.equal(200);
    expect(await all()).to.include('/2026/01/02/renamed/');
  });

  it('are named in robots.txt, which plugins may adjust', async () => {
    const { text, headers } = await visitor.ask('/robots.txt');
    expect(text).to.equal(`User-agent: *\nDisallow:\n\nSitemap: ${site.url}/cms-sitemap.xml\n# own\n`);
    expect(headers.get('content-type')).to.equal('text/plain; charset=UTF-8');
  });

  it('are not there where the site is to stay unknown', async () => {
    await site.options.set('blog_public', 0);
    expect((await visitor.ask('/robots.txt')).text).to.equal('User-agent: *\nDisallow: /\n# own\n');
    for (const path of ['/sitemap.xml', '/cms-sitemap.xml', '/cms-sitemap-posts-post-1.xml']) {
      expect((await visitor.ask(path)).status, path).to.equal(404);
    }
    await site.options.set('blog_public', 1);
  });
});
