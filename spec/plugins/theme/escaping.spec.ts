import { expect } from 'chai';
import { harmIn } from '../formatting/harm.ts';
import { ThemeSite, type Visitor } from './theme-site.ts';

const HOSTILE = `"><script>hit()</script><img src=x onerror=hit()>'`;

const OWN = /^(?:element (?:html|head|meta|link|body|form|input|time|textarea|button)|href=data:,)$/;

/** The scripts and handlers in a page, beside those that every page has. */
const harmOfPage = (text: string): string[] => harmIn(text).filter((line) => !OWN.test(line));

describe('hostile texts on the theme’s pages', () => {
  let site: ThemeSite;
  let visitor: Visitor;
  const paths: string[] = ['/', '/2026/', '/?s=x', '/nowhere/'];

  before(async () => {
    site = await ThemeSite.start();
    visitor = site.visitor();
    await site.options.set('blogname', HOSTILE);
    await site.options.set('blogdescription', HOSTILE);
    await site.options.set('date_format', `F${HOSTILE}`);
    const { id: author } = await site.users.create({
      login: 'mallory',
      email: 'm@example.org',
      displayName: HOSTILE,
      roles: ['contributor'],
    });
    await site.users.update(author, { description: HOSTILE, url: 'javascript:hit()' });
    // As the interface would store what a contributor wrote.
    const by = await site.host.generation.services.find({ name: 'user-loader' } as never);
    const user = await (by as unknown as { load(id: number): Promise<never> }).load(author);
    const { id } = await site.posts.insert(
      {
        type: 'post',
        status: 'publish',
        name: 'p',
        date: '2026-01-02 03:04:05',
        title: HOSTILE,
        content: HOSTILE,
        excerpt: HOSTILE,
        author,
      },
      { by: user },
    );
    const term = await site.terms.create('category', HOSTILE, { slug: 'bad', description: HOSTILE });
    await site.terms.setObjectTerms(id, 'category', [term.id]);
    const { id: page } = await site.posts.insert(
      { type: 'page', status: 'publish', name: 'bad-page', title: HOSTILE },
      { by: user },
    );
    paths.push('/2026/01/02/p/', '/category/bad/', '/author/mallory/', '/bad-page/', `/?p=${page}&preview=true`);
    const said = { post: id, authorName: 'X', authorEmail: 'x@example.org' };
    await site.options.set('comment_previously_approved', 0);
    await visitor.ask('/cms-comments-post.php', {
      form: {
        comment_post_ID: String(id),
        comment: HOSTILE,
        author: HOSTILE,
        email: 'a@example.org',
        url: `https://a.example/"onclick="hit()`,
      },
    });
    await site.comments.insert({ ...said, authorUrl: 'javascript:hit()', content: 'x', approved: '1' });
  });
  after(() => site.close());

  it('run nowhere', async () => {
    for (const path of paths) expect(harmOfPage((await visitor.ask(path)).text), path).to.eql([]);
  });

  it('are no addresses', async () => {
    const { text } = await visitor.ask('/2026/01/02/p/');
    expect(text).to.not.match(/(?:href|src|action)="\s*(?:javascript|data:text)/i);
  });

  it('run neither from the address', async () => {
    const evil = encodeURIComponent(HOSTILE);
    for (const path of [
      `/?s=${evil}`,
      `/search/${evil}/`,
      `/${evil}/`,
      `/?s=a&paged=1&x=${evil}`,
      `/?p=1&${evil}=${evil}`,
      `/category/bad/?replytocom=${evil}`,
      `/?comment=${evil}`,
    ]) {
      const { text, location } = await visitor.ask(path);
      expect(harmOfPage(text), path).to.eql([]);
      expect(location ?? '', path).to.not.match(/[<>"\n\r]/);
    }
  });

  it('run neither from a form that was refused', async () => {
    const form = { comment_post_ID: '2', comment: HOSTILE, author: HOSTILE, email: HOSTILE, url: HOSTILE };
    const { status, text } = await visitor.ask('/cms-comments-post.php', { form });
    expect(status).to.be.at.least(400);
    expect(harmOfPage(text)).to.eql([]);
  });
});
