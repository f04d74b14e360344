import { expect } from 'chai';
import { ThemeSite, type Visitor } from '../theme/theme-site.ts';

describe('the page of an item for frames of other sites', () => {
  let site: ThemeSite;
  let visitor: Visitor;
  let id: number;

  before(async () => {
    site = await ThemeSite.start();
    visitor = site.visitor();
    await site.options.set('blogname', 'Tom & Co');
    ({ id } = await site.publish({
      title: 'A "b" <i>c</i> & d',
      name: 'item',
      content: 'Some <b>text</b> <script>x()</script>',
    }));
    await site.publish({ title: 'Locked', name: 'locked', password: 'rope', content: 'secret' });
    await site.posts.insert({ title: 'Draft', name: 'draft', content: 'secret' });
  });
  after(() => site.close());

  const linkOf = async (name: string) => {
    const { text } = await visitor.ask(`/?p=${id}`);
    return text === '' ? (await visitor.ask(`/?p=${id}`)).location!.replace('item', name) : '';
  };

  it('has its title, its excerpt and links that leave the frame', async () => {
    const { status, text } = await visitor.ask(`${await linkOf('item')}embed/`);
    expect(status).to.equal(200);
    expect(text).to.match(/<h1><a href="[^"]*\/item\/" target="_top">A &#8220;b&#8221; c &#038; d<\/a><\/h1>/);
    expect(text).to.include('<p>Some text').and.include('>Tom &amp; Co</a>').and.not.include('<script');
  });

  it('is shown by any site, runs no script, and is found by no search engine', async () => {
    const { headers } = await visitor.ask(`${await linkOf('item')}embed`);
    expect(headers.get('x-frame-options')).to.equal(null);
    expect(headers.get('content-security-policy')).to.match(/^default-src 'none'; .*frame-ancestors \*$/);
    expect(headers.get('x-robots-tag')).to.equal('noindex');
  });

  it('is there for addresses with a query', async () => {
    const { status, text } = await visitor.ask(`/?p=${id}&embed=true`);
    expect(status).to.equal(200);
    expect(text).to.include('target="_top"');
  });

  it('is there for no item that is not for everybody, and for nothing else', async () => {
    for (const path of [
      `${await linkOf('locked')}embed/`,
      `${await linkOf('draft')}embed/`,
      '/embed/',
      '/none/embed',
      '/?embed=true',
      '/?p=999&embed=true',
      '/%E0%A4%A/embed/',
    ]) {
      const { text } = await visitor.ask(path);
      expect(text, path).to.not.include('target="_top"').and.not.include('secret');
    }
    expect((await visitor.ask('/none/embed/')).status).to.equal(404);
  });
});
