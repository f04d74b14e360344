import { expect } from 'chai';
import { ThemeSite, type Visitor } from './theme-site.ts';

describe('the pages of the theme', () => {
  let site: ThemeSite;
  let visitor: Visitor;
  let author: number;
  let child: number;

  before(async () => {
    site = await ThemeSite.start();
    visitor = site.visitor();
    await site.options.set('blogname', 'Tom & Co');
    await site.options.set('blogdescription', 'Just a <site>');
    await site.options.set('posts_per_page', 2);
    ({ id: author } = await site.users.create({ login: 'ann', email: 'ann@example.org', roles: ['author'] }));
    const news = await site.terms.create('category', 'News', { description: 'What is new' });
    const local = await site.terms.create('category', 'Local', { parent: news.id });
    const tag = await site.terms.create('post_tag', 'Red', {});
    for (const [title, day] of [
      ['One', '01'],
      ['Two', '02'],
      ['Three', '03'],
      ['Four', '04'],
      ['Five', '05'],
    ]) {
      const { id } = await site.publish({
        title: title!,
        content: `Text of ${title}`,
        author,
        date: `2026-01-${day} 10:00:00`,
      });
      await site.terms.setObjectTerms(id, 'category', [local.id]);
      await site.terms.setObjectTerms(id, 'post_tag', [tag.id]);
    }
    const parent = await site.publish({ type: 'page', title: 'About', content: 'About us' });
    ({ id: child } = await site.publish({ type: 'page', title: 'Team', content: 'Who we are', parent: parent.id }));
  });
  after(() => site.close());

  const titles = (text: string) =>
    [...text.matchAll(/<h2 class="entry-title"><a[^>]*>([^<]*)/g)].map(([, title]) => title);
  const titlesAt = async (path: string) => titles((await visitor.ask(path)).text);

  it('show the latest posts at home, a page of them at a time', async () => {
    expect(await titlesAt('/')).to.eql(['Five', 'Four']);
    expect(await titlesAt('/page/2/')).to.eql(['Three', 'Two']);
    expect(await titlesAt('/page/3/')).to.eql(['One']);
    expect((await visitor.ask('/page/4/')).status).to.equal(404);
  });

  it('lead from a page of a list to its neighbours', async () => {
    expect(await visitor.main('/page/2/'))
      .to.include('rel="prev" href="/"')
      .and.include('rel="next" href="/page/3/"');
    expect(await visitor.main('/?s=Text&paged=2'))
      .to.include('href="/?s=Text"')
      .and.include('href="/?s=Text&amp;paged=3"');
    expect(await visitor.main('/')).to.not.include('rel="prev"');
    expect(await visitor.main('/page/2/'))
      .to.include('>← Newer</a>')
      .and.include('>Older →</a>');
  });

  it('show letters beyond ASCII as they are, in the build too', async () => {
    const { text } = await visitor.ask('/page/2/');
    expect(text).to.include('>← Newer</a>').and.to.include('>Older →</a>');
    expect(text).to.match(/<title>[^<]* – [^<]*<\/title>/);
  });

  it('bear the name of the site, in the title and as the heading of the home page', async () => {
    const { text } = await visitor.ask('/');
    expect(text).to.include('<title>Tom &amp; Co – Just a &lt;site&gt;</title>');
    expect(text).to.match(/<h1 class="site-title"><a[^>]*>Tom &amp; Co<\/a><\/h1>/);
    expect((await visitor.ask('/page/2/')).text).to.include(
      '<title>Tom &amp; Co – Page 2 – Just a &lt;site&gt;</title>',
    );
  });

  it('show one post with its date, author and terms', async () => {
    const main = await visitor.main('/2026/01/05/five/');
    expect(main).to.include('<h1 class="entry-title">Five</h1>').and.include('<p>Text of Five</p>');
    expect(main)
      .to.include('January 5, 2026')
      .and.match(/<a rel="author" href="[^"]*\/author\/ann\/">ann<\/a>/);
    expect(main).to.match(/Categories: <a rel="tag" href="[^"]*\/category\/news\/local\/">Local<\/a>/);
    expect(main).to.match(/Tags: <a rel="tag" href="[^"]*\/tag\/red\/">Red<\/a>/);
  });

  it('link addresses at which nothing is to be embedded, and none within a text', async () => {
    const address = 'https://unknown.example/a?b=1&c=2';
    const embed = `<!-- wp:embed -->
<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${address}\n</div></figure>\n<!-- /wp:embed -->`;
    await site.publish({ type: 'page', title: 'Links', content: embed });
    await site.publish({ type: 'page', title: 'Lone', content: `${address}\n\nSee ${address} there` });
    const link = /<a href="https:\/\/unknown\.example\/a\?b=1&(?:amp|#038);c=2">https:\/\/unknown\.example/;
    expect(await visitor.main('/links/')).to.match(link);
    expect(await visitor.main('/lone/'))
      .to.match(link)
      .and.match(/<p>See https:\/\/unknown/);
  });

  it('show a page below another at both slugs, with what is above it', async () => {
    const main = await visitor.main('/about/team/');
    expect(main).to.include('<h1 class="entry-title">Team</h1>');
    expect(main).to.match(/class="entry-parent"><a href="[^"]*\/about\/">About</);
    expect(main).to.not.include('entry-meta');
  });

  it('lead to the pages of the uppermost level from everywhere', async () => {
    const { text } = await visitor.ask('/2026/01/05/five/');
    const navigation = /<nav class="site-navigation".*?<\/nav>/s.exec(text)?.[0];
    expect(navigation).to.include('>About</a>').and.not.include('Team');
    expect((await visitor.ask('/about/')).text).to.match(/\/about\/" aria-current="page">About/);
  });

  for (const [path, heading] of [
    ['/category/news/local/', 'Local'],
    ['/category/news/', 'News'],
    ['/tag/red/', 'Red'],
    ['/author/ann/', 'ann'],
    ['/2026/', '2026'],
    ['/2026/01/', 'January 2026'],
    ['/?m=202601', 'January 2026'],
    ['/?s=text', 'Search: text'],
    ['/search/text/', 'Search: text'],
  ] as const) {
    it(`show the list at ${path}`, async () => {
      const main = await visitor.main(path);
      expect(main).to.include(`<h1>${heading}</h1>`);
      expect(titles(main)).to.have.lengthOf(2);
    });
  }

  it('show a day alone', async () => {
    expect(await titlesAt('/2026/01/03/')).to.eql(['Three']);
  });

  it('say what a term is about', async () => {
    expect(await visitor.main('/category/news/')).to.include('<p class="archive-description">What is new</p>');
  });

  it('find items of every type', async () => {
    expect(await titlesAt('/?s=Who')).to.eql(['Team']);
    expect(await visitor.main('/?s=nowhere')).to.include('Nothing was found.');
  });

  for (const path of [
    '/none/',
    '/2027/',
    '/category/none/',
    '/author/none/',
    '/2026/13/',
    '/?p=999999',
    '/a/b/c/d/e',
    '/?author=999',
  ]) {
    it(`answer 404 at ${path}`, async () => {
      const { status, text } = await visitor.ask(path);
      expect(status).to.equal(404);
      expect(text).to.include('<h1>Page not found</h1>').and.include('<meta name="robots" content="noindex">');
    });
  }

  it('answer HEAD with the headers of the page and without its text', async () => {
    const got = await visitor.ask('/2026/01/05/five/');
    const { status, text, headers } = await visitor.ask('/2026/01/05/five/', { method: 'HEAD' });
    expect(status).to.equal(200);
    expect(text).to.equal('');
    expect(headers.get('content-length')).to.equal(got.headers.get('content-length'));
    expect(headers.get('content-type')).to.equal('text/html; charset=UTF-8');
  });

  it('link the resource that they show, in head and header', async () => {
    const { text, headers } = await visitor.ask('/about/team/');
    const href = `${site.url}/cms-json/cms/v2/pages/${child}`;
    expect(headers.get('link')).to.include(`<${href}>; rel="alternate"; type="application/json"`);
    expect(text).to.include(`<link rel="alternate" type="application/json" href="${href}" />`);
    expect(text).to.include(`<link rel="canonical" href="${site.url}/about/team/">`);
  });

  it('let no script run, and stand in no frame of others', async () => {
    const { headers } = await visitor.ask('/');
    expect(headers.get('content-security-policy')).to.match(/default-src 'none'.*frame-ancestors 'self'/);
    expect(headers.get('content-security-policy')).to.not.include('script-src');
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
  });

  it('have one style sheet, which browsers cache for good', async () => {
    const [, href = ''] = /<link rel="stylesheet" href="([^"]*)">/.exec((await visitor.ask('/')).text) ?? [];
    const { status, headers } = await visitor.ask(href);
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.match(/^text\/css/);
    expect(headers.get('cache-control')).to.include('immutable');
  });

  describe('where a page is the front page', () => {
    let front: number;

    before(async () => {
      ({ id: front } = await site.publish({ type: 'page', title: 'Welcome', content: 'Come in' }));
      const { id: blog } = await site.publish({ type: 'page', title: 'Blog', content: 'Not shown' });
      await site.options.set('show_on_front', 'page');
      await site.options.set('page_on_front', front);
      await site.options.set('page_for_posts', blog);
    });
    after(() => site.options.set('show_on_front', 'posts'));

    it('show it at home, and lead there from its other addresses', async () => {
      expect(await visitor.main('/')).to.include('Come in');
      expect((await visitor.ask('/welcome/')).location).to.equal('/');
      expect((await visitor.ask(`/?page_id=${front}`)).location).to.equal('/');
    });

    it('show the posts on the page that was chosen for them', async () => {
      const main = await visitor.main('/blog/');
      expect(main).to.include('<h1>Blog</h1>').and.not.include('Not shown');
      expect(titles(main)).to.eql(['Five', 'Four']);
      expect(await titlesAt('/blog/page/3/')).to.eql(['One']);
    });
  });

  it('show sticky posts first on the home page', async () => {
    const [oldest] = (await site.posts.query({ types: ['post'], order: 'asc', perPage: 1 })).posts;
    await site.posts.setSticky(oldest!.id, true);
    expect(await titlesAt('/')).to.eql(['One', 'Five', 'Four']);
    await site.posts.setSticky(oldest!.id, false);
  });
});
