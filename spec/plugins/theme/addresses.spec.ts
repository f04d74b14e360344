import { expect } from 'chai';
import { ThemeSite, type Visitor } from './theme-site.ts';

describe('the addresses of the theme’s pages', () => {
  let site: ThemeSite;
  let visitor: Visitor;
  const ids: Record<string, number> = {};

  before(async () => {
    site = await ThemeSite.start();
    visitor = site.visitor();
    const { id: author } = await site.users.create({ login: 'ann', email: 'ann@example.org', roles: ['author'] });
    const cat = await site.terms.create('category', 'News', {});
    ids.post = (await site.publish({ title: 'Hello', content: 'Said', author })).id;
    await site.terms.setObjectTerms(ids.post, 'category', [cat.id]);
    ids.cat = cat.id;
    ids.author = author;
    ids.page = (await site.publish({ type: 'page', title: 'About' })).id;
    ids.child = (await site.publish({ type: 'page', title: 'Team', parent: ids.page })).id;
    ids.greek = (await site.publish({ title: 'Αθήνα', content: 'City' })).id;
  });
  after(() => site.close());

  const OWN = '/2026/01/02/hello/';
  const leads = async (path: string): Promise<string | undefined> => {
    const { status, location } = await visitor.ask(path);
    return status === 301 ? location : `${status}`;
  };

  it('lead from a plain one to the pretty one, for good', async () => {
    expect(await leads(`/?p=${ids.post}`)).to.equal(OWN);
    expect(await leads(`/index.php?p=${ids.post}`)).to.equal(OWN);
    expect(await leads(`/?page_id=${ids.child}`)).to.equal('/about/team/');
    expect(await leads(`/?p=${ids.page}`)).to.equal('/about/');
    expect(await leads(`/?cat=${ids.cat}`)).to.equal('/category/news/');
    expect(await leads(`/?author=${ids.author}`)).to.equal('/author/ann/');
  });

  it('lead from a wrong date, a missing slash or a wrong parent to the right one', async () => {
    expect(await leads('/2019/05/06/hello/')).to.equal(OWN);
    expect(await leads('/2026/01/02/hello')).to.equal(OWN);
    expect(await leads('/team/')).to.equal('/about/team/');
    expect(await leads('/page/1/')).to.equal('/');
  });

  describe('lead from the slug that an item had before to the one that it has', () => {
    const move = (id: number, name: string) => site.posts.update(id, { name });
    const publish = async (title: string) => (await site.publish({ title, content: 'x' })).id;
    const at = (slug: string) => `/2026/01/02/${slug}/`;

    it('each of several, and whatever date stands before it', async () => {
      const id = await publish('Wander');
      await move(id, 'roam');
      await move(id, 'stroll');
      expect(await leads(at('wander'))).to.equal(at('stroll'));
      expect(await leads('/2019/05/06/roam/')).to.equal(at('stroll'));
      expect(await leads('/?name=wander')).to.equal(at('stroll'));
      expect(await leads(`${at('wander')}?utm=1`)).to.equal(`${at('stroll')}?utm=1`);
      expect(await site.meta.get('post', id, '_wp_old_slug')).to.eql(['wander', 'roam']);
    });

    it('in letters that are escaped', async () => {
      const id = await publish('Πάτρα');
      await move(id, 'patras');
      expect(await leads(at(encodeURIComponent('πάτρα')))).to.equal(at('patras'));
    });

    it('no more once it has the old one again, or another item has it', async () => {
      const id = await publish('Back');
      await move(id, 'forth');
      await move(id, 'back');
      expect(await leads(at('back'))).to.equal('200');
      expect(await leads(at('forth'))).to.equal(at('back'));
      expect(await site.meta.get('post', id, '_wp_old_slug')).to.eql(['forth']);
      await site.publish({ title: 'Forth', content: 'The other' });
      expect(await leads(at('forth'))).to.equal('200');
    });

    it('and leave a mark of the day that an item had before, each once', async () => {
      const { id } = await site.publish({ title: 'Moved', content: 'x', date: '2026-01-02 23:00:00' });
      const days = () => site.meta.get('post', id, '_wp_old_date');
      await site.posts.update(id, { date: '2026-01-02 23:30:00', dateGmt: '2026-01-02 23:30:00' });
      expect(await days()).to.eql([]);
      await site.posts.update(id, { date: '2026-01-03 00:00:00', dateGmt: '2026-01-03 00:00:00' });
      expect(await days()).to.eql(['2026-01-02']);
      await site.posts.update(id, { date: '2026-01-02 00:00:00', dateGmt: '2026-01-02 00:00:00' });
      expect(await days()).to.eql(['2026-01-03']);
    });

    it('not of drafts, of pages, or of items that may not be seen any more', async () => {
      const draft = await site.posts.insert({ title: 'Sketch', content: 'x', name: 'sketch', status: 'draft' });
      await move(draft.id, 'drawing');
      expect(await site.meta.get('post', draft.id, '_wp_old_slug')).to.eql([]);
      await move(ids.child!, 'crew');
      expect(await leads('/about/team/')).to.equal('404');
      await move(ids.child!, 'team');
      const id = await publish('Secret');
      await move(id, 'hush');
      expect(await leads(at('secret'))).to.equal(at('hush'));
      await site.posts.update(id, { status: 'private' });
      expect(await leads(at('secret'))).to.equal('404');
    });
  });

  it('keep what else the query says, and are not moved by it', async () => {
    expect(await leads(`/?p=${ids.post}&utm=a%26b`)).to.equal(`${OWN}?utm=a%26b`);
    expect(await leads(`${OWN}?utm=1`)).to.equal('200');
  });

  it('are the same in other letters of the percent signs', async () => {
    const { pathname } = new URL(
      ((await (await fetch(`${site.url}/cms-json/cms/v2/posts/${ids.greek}`)).json()) as { link: string }).link,
    );
    expect(await leads(pathname)).to.equal('200');
    expect(await leads(pathname.toUpperCase().replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase()))).to.equal(
      '200',
    );
  });

  it('never lead to another site', async () => {
    for (const path of [
      '//evil.example/',
      '/%2f%2fevil.example/',
      '/\\evil.example',
      `//evil.example/?p=${ids.post}`,
    ]) {
      expect(await leads(path), path).to.match(/^404$|^\/(?!\/)/);
    }
  });

  it('may be anything without that a page fails', async () => {
    for (const path of [
      '/%00',
      '/?s=%00',
      '/?p=-1',
      '/?p=1e9',
      '/?m=20269999',
      '/?paged=0',
      '/page/999999999/',
      '/feed/feed/feed',
      '/?page_id[]=1',
      '/?author=9999999999999',
      '/?s[]=x',
      `/${'a/'.repeat(500)}`,
      '/?cat=0',
      '/category/',
      '/author/',
      '/__proto__/',
      '/?constructor=1',
    ]) {
      expect((await visitor.ask(path)).status, path).to.be.below(500);
    }
  });

  for (const [structure, address] of [
    ['/%postname%/', '/hello/'],
    ['/%postname%', '/hello'],
    ['/archives/%post_id%', '/archives/ID'],
    ['/blog/%category%/%postname%/', '/blog/news/hello/'],
    ['/%author%/%year%/%postname%/', '/ann/2026/hello/'],
    ['', '/?p=ID'],
  ] as const) {
    it(`are those that the structure “${structure}” builds`, async () => {
      await site.options.set('permalink_structure', structure);
      const own = address.replace('ID', String(ids.post));
      expect(await visitor.main(own)).to.include('<h1 class="entry-title">Hello</h1>');
      if (structure !== '') expect(await leads(`/?p=${ids.post}`)).to.equal(own);
      const slash = structure.endsWith('/') ? '/' : '';
      const page = structure === '' ? `/?page_id=${ids.child}` : `/about/team${slash}`;
      expect(await visitor.main(page)).to.include('<h1 class="entry-title">Team</h1>');
      const front = structure.startsWith('/blog') ? '/blog' : structure.startsWith('/archives') ? '/archives' : '';
      const archive = structure === '' ? `/?cat=${ids.cat}` : `${front}/category/news${slash}`;
      expect(await visitor.main(archive)).to.include('<h1>News</h1>');
      await site.options.set('permalink_structure', '/%year%/%monthnum%/%day%/%postname%/');
    });
  }

  it('take the bases of categories and tags that the settings name', async () => {
    await site.options.set('category_base', 'topics');
    expect(await visitor.main('/topics/news/')).to.include('<h1>News</h1>');
    expect((await visitor.ask('/category/news/')).status).to.equal(404);
    await site.options.set('category_base', '');
  });
});

describe('the addresses of a site in a folder, behind index.php', () => {
  it('are read and written with both', async () => {
    const site = await ThemeSite.start({ url: 'http://site.example/blog', permalinks: 'index' });
    const { id } = await site.publish({ title: 'Hello', content: 'Said' });
    const visitor = site.visitor();
    expect((await visitor.ask(`/blog/?p=${id}`)).location).to.equal('/blog/index.php/2026/01/02/hello/');
    const { status, text } = await visitor.ask('/blog/index.php/2026/01/02/hello/');
    expect(status).to.equal(200);
    expect(text)
      .to.match(/<link rel="stylesheet" href="\/blog\/theme-/)
      .and.include('action="/blog/cms-comments-post.php#respond"');
    const [, style = ''] = /<link rel="stylesheet" href="([^"]*)"/.exec(text) ?? [];
    const served = await visitor.ask(style);
    expect([served.status, served.headers.get('cache-control')]).to.eql([200, 'public, max-age=31536000, immutable']);
    const before = await visitor.ask('/blog/theme-0123456789.css');
    expect([before.text, before.headers.get('cache-control')]).to.eql([served.text, 'no-cache']);
    await site.close();
  });
});
