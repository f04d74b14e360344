import { expect } from 'chai';
import { Database } from '../../../plugins/database/index.ts';
import { ResponseCache } from '../../../plugins/response-cache/index.ts';
import { ThemeSite, type Visitor } from './theme-site.ts';

describe('the theme’s pages, requested again', () => {
  let site: ThemeSite;
  let visitor: Visitor;
  let id: number;

  beforeEach(async () => {
    site = await ThemeSite.start();
    visitor = site.visitor();
    ({ id } = await site.publish({ title: 'One', content: 'First words', name: 'one' }));
    await site.publish({ type: 'page', title: 'About' });
  });
  afterEach(() => site.close());

  const OWN = '/2026/01/02/one/';
  const hits = () => site.service(ResponseCache).figures.hits;
  async function isKept(path: string, by = visitor): Promise<boolean> {
    const before = hits();
    await by.ask(path);
    return hits() > before;
  }
  /** Makes a request twice; returns whether the second answer was a cached one. */
  async function keeps(path: string): Promise<boolean> {
    await isKept(path);
    return isKept(path);
  }

  for (const path of ['/', OWN, '/about/', '/2026/', '/category/uncategorized/', '/?s=first']) {
    it(`are cached: ${path}`, async () => {
      const first = await visitor.ask(path);
      expect(await isKept(path)).to.equal(true);
      const again = await visitor.ask(path);
      expect(again.text).to.equal(first.text);
      const tag = first.headers.get('etag')!;
      expect((await visitor.ask(path, { headers: { 'If-None-Match': tag } })).status).to.equal(304);
    });
  }

  it('are what they would be after every write', async () => {
    const shows = async (path: string, text: string) => {
      await keeps(path);
      expect((await visitor.ask(path)).text).to.include(text);
    };
    await shows('/', 'One');
    await site.posts.update(id, { title: 'Other' });
    await shows('/', 'Other');
    await shows(OWN, 'First words');
    await site.comments.insert({ post: id, content: 'New comment', authorName: 'A', approved: '1' });
    await shows(OWN, 'New comment');
    await site.options.set('blogname', 'Renamed');
    await shows(OWN, 'Renamed');
    await site.publish({ type: 'page', title: 'Appeared' });
    await shows(OWN, 'Appeared');
    await site.posts.trash(id);
    expect((await visitor.ask(OWN)).status).to.equal(404);
    expect((await visitor.ask('/')).text).to.not.include('Other');
  });

  it('are not cached for signed-in users, nor sent to them from the cache', async () => {
    const editor = await site.signedIn('editor', 'editor');
    await keeps('/');
    expect(await isKept('/', editor)).to.equal(false);
    expect((await editor.ask('/')).text).to.include('Log out');
    expect((await visitor.ask('/')).text).to.include('Log in');
  });

  it('are not cached where they do not exist', async () => {
    expect(await keeps('/nowhere/')).to.equal(false);
    expect(await keeps(`/?p=${id}`)).to.equal(false);
  });

  it('cost as many statements for many items as for one', async () => {
    const cost = async (path: string) => {
      const { statements } = site.service(Database);
      site.service(ResponseCache).clear();
      await visitor.ask(path);
      site.service(ResponseCache).clear();
      const before = statements.count;
      await visitor.ask(`${path}${path.includes('?') ? '&' : '?'}x=1`);
      return statements.count - before;
    };
    const paths = ['/', '/2026/', '/category/uncategorized/', '/?s=words', OWN];
    await site.options.set('posts_per_page', 50);
    const add = async (from: number, to: number) => {
      for (let each = from; each < to; each++) {
        const { id: author } = await site.users.create({ login: `u${each}`, email: `u${each}@example.org` });
        const post = await site.publish({ title: `More ${each}`, content: 'More words', author });
        const term = await site.terms.create('post_tag', `Tag ${each}`, {});
        await site.terms.setObjectTerms(post.id, 'post_tag', [term.id]);
        await site.comments.insert({ post: id, content: `c${each}`, author, authorName: 'A', approved: '1' });
      }
    };
    const costs = async () => {
      const all: number[] = [];
      for (const path of paths) all.push(await cost(path));
      return all;
    };
    await add(0, 4);
    const few = await costs();
    await add(4, 44);
    const many = await costs();
    // What is cached already differs a little from time to time; forty more items make no difference.
    for (const [at, path] of paths.entries()) expect(many[at]! - few[at]!, path).to.be.below(15);
  });
});
