import { expect } from 'chai';
import type { HttpInfo } from '../../../core/base/index.ts';
import { type CurrentUser, definePlugin, RequestContext } from '../../../core/index.ts';
import avatars from '../../../plugins/avatars/index.ts';
import blockSupports from '../../../plugins/block-supports/index.ts';
import commentBlocks from '../../../plugins/comment-blocks/index.ts';
import comments, { type CommentInput, CommentStore } from '../../../plugins/comments/index.ts';
import { parseBlocks, Renderer } from '../../../plugins/content-rendering/index.ts';
import dynamicBlocks from '../../../plugins/dynamic-blocks/index.ts';
import type { Post } from '../../../plugins/posts/index.ts';
import siteBlocks from '../../../plugins/site-blocks/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { harmIn } from '../formatting/harm.ts';
import { HOSTILE } from '../formatting/hostile.ts';

const ANYBODY: CurrentUser = { id: 0, can: () => false };

/** The page of a site that edits comments. */
const editing = definePlugin({
  name: 'editing',
  version: '1.0.0',
  description: 'A page of a spec.',
  requires: { 'comment-blocks': '*' },
  setup: ({ hooks }) =>
    void hooks.filter('get_edit_comment_link').tap('editing', (_, { id }) => `http://localhost/edit/${id}`),
});

describeOnDatabases('blocks of comments', (freshDatabase) => {
  let site: ContentSite;
  let store: CommentStore;
  /** The markup of blocks in the text of an item. */
  const show = async (post: Post, content: string, { user = ANYBODY, url = '/' } = {}): Promise<string> => {
    const request = new RequestContext({ user, http: { url } as HttpInfo });
    const group = { blockName: 'my/group', attrs: {}, innerBlocks: parseBlocks(content), innerHTML: '' };
    const block = { ...group, innerContent: group.innerBlocks.map(() => null) };
    return site.generation.services.get('spec', Renderer).block(block, post, { request });
  };
  /** The markup of blocks that a list shows for an item, outside of its own text. */
  const showElsewhere = async (post: Post, content: string): Promise<string> =>
    site.generation.services
      .get('spec', Renderer)
      .blocks(parseBlocks(content), { source: content, post: null }, { postId: post.id, postType: post.type });
  const write = (post: Post, content: string, more: CommentInput = {}) =>
    store.insert({ post: post.id, content, authorName: 'Reader', ...more });
  const LIST = '<!-- wp:comment-template --><!-- wp:comment-content /--><!-- /wp:comment-template -->';
  const texts = (markup: string): string[] => [...markup.matchAll(/<p>([^<]*)<\/p>/g)].map(([, text]) => text!);

  before(async () => {
    site = await buildContentSite(
      [blockSupports, avatars, comments, dynamicBlocks, siteBlocks, commentBlocks, editing],
      {
        options: { database: { url: await freshDatabase({ again: true }) } },
      },
    );
    store = site.generation.services.get('spec', CommentStore);
  });
  after(() => site.generation.dispose());

  it('show the approved comments alone, oldest first, answers within what they answer', async () => {
    const post = await site.publish({ title: 'Said' });
    const first = await write(post, 'one', { dateGmt: '2026-01-01 00:00:00' });
    await write(post, 'three', { dateGmt: '2026-01-03 00:00:00' });
    await write(post, 'two', { dateGmt: '2026-01-02 00:00:00', parent: first.id });
    for (const approved of ['0', 'spam', 'trash']) await write(post, 'hidden', { approved });
    const markup = await show(post, LIST);
    expect(texts(markup)).to.eql(['one', 'two', 'three']);
    expect(markup).to.match(
      /class="comment even thread-even depth-1">.*<ol><li [^>]*class="comment odd alt depth-2">.*<\/li><\/ol><\/li><li [^>]*class="comment even thread-odd thread-alt depth-1">/s,
    );
    expect(await show(post, '<!-- wp:comments-title {"showPostTitle":false} /-->')).to.contain('>3 responses</h2>');
  });

  it('show no comments on items that not everybody may read, unless they stand in the text itself', async () => {
    const posts = [
      await site.publish({ title: 'Locked', password: 'rope' }),
      await site.posts.insert({ title: 'Draft', status: 'draft' }),
      await site.publish({ title: 'Private', status: 'private' }),
    ];
    const all = `<!-- wp:comments-title /-->${LIST}<!-- wp:post-comments-form /--><!-- wp:comments {"legacy":true} /--><!-- wp:post-comments /-->`;
    for (const post of posts) {
      await write(post, 'hidden');
      expect(await showElsewhere(post, all), post.title).to.equal('');
      expect(texts(await show(post, LIST)), post.title).to.eql(['hidden']);
    }
    const open = await site.publish({ title: 'Open' });
    await write(open, 'seen');
    expect(texts(await showElsewhere(open, LIST))).to.eql(['seen']);
  });

  it('are in pages, which the address names', async () => {
    await site.options.set('comments_per_page', 2);
    const post = await site.publish({ title: 'Long', name: 'long' });
    for (let number = 1; number <= 5; number++)
      await write(post, `${number}`, { dateGmt: `2026-01-0${number} 00:00:00` });
    const pages =
      '<!-- wp:comments-pagination {"paginationArrow":"arrow"} --><!-- wp:comments-pagination-previous {"label":"Back"} /--><!-- wp:comments-pagination-numbers /--><!-- wp:comments-pagination-next /--><!-- /wp:comments-pagination -->';
    expect(texts(await show(post, LIST))).to.eql(['1', '2']);
    expect(texts(await show(post, LIST, { url: '/2026/01/02/long/?cpage=3' }))).to.eql(['5']);
    for (const url of ['/?cpage=0', '/?cpage=x', '/?cpage=-1'])
      expect(texts(await show(post, LIST, { url }))).to.eql(['1', '2']);
    const markup = await show(post, pages, { url: '/?cpage=2' });
    expect(markup).to.contain(
      '<a href="http://localhost/2026/01/02/long/#comments" class="cms-block-comments-pagination-previous">',
    );
    expect(markup)
      .to.contain("is-arrow-arrow'>←</span>Back</a>")
      .and.contain('<span aria-current="page" class="page-numbers current">2</span>');
    expect(markup).to.contain(
      'href="http://localhost/2026/01/02/long/?cpage=3#comments" class="cms-block-comments-pagination-next">',
    );
    expect(texts(await show(post, LIST, { url: '/?cpage=9' }))).to.eql([]);
    await site.options.set('comments_per_page', 50);
    expect(await show(post, pages)).to.equal('');
  });

  it('cost a number of statements that does not grow with the number of comments', async () => {
    const post = await site.publish({ title: 'Much said' });
    const all =
      '<!-- wp:comments-title /--><!-- wp:comment-template --><!-- wp:avatar /--><!-- wp:comment-author-name /--><!-- wp:comment-date /--><!-- wp:comment-content /--><!-- wp:comment-reply-link /--><!-- /wp:comment-template -->';
    const cost = async () => {
      await write(post, 'more');
      const before = site.database.statements.count;
      await show(post, all);
      return site.database.statements.count - before;
    };
    const few = await cost();
    for (let number = 0; number < 30; number++) await write(post, `${number}`);
    expect(await cost()).to.equal(few);
    expect((await show(post, all)).match(/<li /g)).to.have.length(32);
  });

  it('link to the form for an answer as long as one more fits, and where the item takes comments', async () => {
    await site.options.set('thread_comments_depth', 2);
    const post = await site.publish({ title: 'Asked', name: 'asked', commentStatus: 'open' });
    const { id } = await write(post, 'question');
    await write(post, 'answer', { parent: id });
    const links = '<!-- wp:comment-template --><!-- wp:comment-reply-link /--><!-- /wp:comment-template -->';
    expect((await show(post, links)).match(/comment-reply-link'/g)).to.have.length(1);
    await site.options.set('comment_registration', 1);
    expect(await show(post, links))
      .to.contain('cms-login.php?redirect_to=')
      .and.not.contain('replytocom');
    await site.options.set('comment_registration', 0);
    const closed = await site.posts.update(post.id, { commentStatus: 'closed' });
    expect(await show(closed, links)).to.not.contain('reply');
    await site.options.set('thread_comments_depth', 5);
  });

  it('link to the page that edits a comment for users who may', async () => {
    const post = await site.publish({ title: 'Edited' });
    const { id } = await write(post, 'text');
    const links = '<!-- wp:comment-template --><!-- wp:comment-edit-link /--><!-- /wp:comment-template -->';
    expect(await show(post, links, { user: site.as('administrator') })).to.contain(
      `href="http://localhost/edit/${id}"`,
    );
    for (const user of [ANYBODY, site.as('subscriber')])
      expect(await show(post, links, { user })).to.not.contain('edit/');
  });

  it('have a form, in which visitors say who they are, on items that take comments', async () => {
    const form = '<!-- wp:post-comments-form /-->';
    const post = await site.publish({ title: 'Open to all', commentStatus: 'open' });
    const markup = await show(post, form, { url: '/?replytocom=7' });
    expect(markup).to.contain('action="http://localhost/cms-comments-post.php#respond"').and.contain('name="email"');
    expect(markup)
      .to.contain(`name="comment_post_ID" value="${post.id}"`)
      .and.contain('name="comment_parent" value="7"');
    expect(await show(post, form, { user: site.as('subscriber') })).to.not.contain('name="email"');
    const closed = await site.posts.update(post.id, { commentStatus: 'closed' });
    expect(await show(closed, form)).to.equal('');
    expect(await show(closed, '<!-- wp:comments --><div></div><!-- /wp:comments -->')).to.equal('');
  });

  it('hold no script, whatever the writers of comments call themselves', async () => {
    const own = /^element (?:time|form|input|textarea|label)$/;
    const post = await site.publish({ title: 'Attacked', commentStatus: 'open' });
    for (const text of HOSTILE.map((one) => one.replaceAll('\0', ''))) {
      await write(post, 'text', { authorName: text, authorUrl: text });
    }
    const markup = await show(post, '<!-- wp:post-comments /-->');
    expect(markup.length).to.be.above(5000);
    expect(harmIn(markup).filter((harm) => !own.test(harm))).to.eql([]);
  });
});
