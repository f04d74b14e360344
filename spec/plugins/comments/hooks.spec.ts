import { expect } from 'chai';
import { definePlugin, RestError, type RestResponse } from '../../../core/index.ts';
import { type CommentSite, openCommentSite } from './comment-site.ts';

type Data = Record<string, unknown> & { id: number };

/** The hooks that fired, in order. */
const fired: string[] = [];
const flags = { untrashable: false };

const extension = definePlugin({
  name: 'extension',
  version: '0.1.0',
  description: 'Taps the hooks of comments.',
  requires: { comments: '*' },
  setup({ hooks }) {
    hooks.filter('rest_preprocess_comment').tap('extension', (input) => {
      if ('content' in input && input.content === 'preprocess') return new RestError('no', 'No.', { status: 418 });
    });
    hooks.filter('rest_pre_insert_comment').tap('extension', (input) => {
      if (!('content' in input)) return;
      if (input.content === 'refuse') return new RestError('refused', 'No.', { status: 418 });
      if (input.content === 'replace') return { ...input, content: 'replaced <script></script>' };
    });
    hooks
      .filter('pre_comment_approved')
      .tap('extension', (approved, { content }) => (content === 'spam' ? 'spam' : approved));
    hooks.filter('rest_prepare_comment').tap('extension', (response) => {
      (response.data as Data).extended = true;
    });
    hooks
      .filter('rest_comment_query')
      .tap('extension', (query, request) =>
        request.getParam('flipped') === null ? query : { ...query, order: 'asc' },
      );
    hooks.filter('rest_comment_collection_params').tap('extension', (params) => ({
      ...params,
      flipped: { type: 'boolean' },
    }));
    hooks.filter('rest_comment_trashable').tap('extension', (trashable) => trashable && !flags.untrashable);
    hooks.action('comment_post').tap('extension', (_, approved) => {
      fired.push(`comment_post ${approved}`);
    });
    hooks.action('rest_insert_comment').tap('extension', (_, __, creating) => {
      fired.push(`rest_insert_comment ${creating}`);
    });
    hooks.action('rest_after_insert_comment').tap('extension', (_, __, creating) => {
      fired.push(`rest_after_insert_comment ${creating}`);
    });
    hooks.action('rest_delete_comment').tap('extension', ({ approved }, { data }) => {
      fired.push(`rest_delete_comment ${approved} ${'deleted' in (data as object)}`);
    });
    hooks.action('deleted_comment').tap('extension', (_, { content }) => {
      fired.push(`deleted_comment ${content}`);
    });
    hooks.action('rest_api_init').tap('extension', (server) => {
      server.registerField('comment', 'stars', {
        get_callback: ({ id }) => Number(id) % 5,
        update_callback: (value) => (value === 'none' ? new RestError('no_stars', 'No.', { status: 400 }) : undefined),
        schema: { type: 'string' },
      });
    });
  },
});

describe('the hooks of comments', () => {
  let site: CommentSite;
  let post: number;

  before(async () => {
    site = await openCommentSite({ plugins: [extension] });
    post = (await site.addPost()).id;
  });
  after(() => site.generation.dispose());
  beforeEach(() => {
    fired.length = 0;
  });

  const create = (content: string, more = {}) =>
    site.send('POST', '/comments', { as: 'admin', body: { post, content, ...more } });
  const codeOf = ({ data }: RestResponse) => (data as { code?: string }).code;

  it('refuse and change comments before they are stored; their values are cleaned too', async () => {
    expect(codeOf(await create('preprocess'))).to.equal('no');
    expect(codeOf(await create('refuse'))).to.equal('refused');
    const replaced = await site.send('POST', '/comments', { as: 'editor', body: { post, content: 'replace' } });
    expect((replaced.data as { content: object }).content).to.include({ raw: 'replaced <script></script>' });
    const cleaned = await site.send('POST', '/comments', { as: 'author', body: { post, content: 'replace' } });
    const { id } = cleaned.data as Data;
    expect((await site.comments.byId(id))?.content).to.equal('replaced ');
    expect((await create('spam')).data).to.include({ status: 'spam' });
  });

  it('fire for a comment that is made and changed, in order', async () => {
    const { id } = (await create('Made')).data as Data;
    expect(fired).to.eql(['comment_post 1', 'rest_insert_comment true', 'rest_after_insert_comment true']);
    fired.length = 0;
    await site.send('PUT', `/comments/${id}`, { as: 'admin', body: { content: 'Changed' } });
    expect(fired).to.eql(['rest_insert_comment false', 'rest_after_insert_comment false']);
  });

  it('fire for a comment that is trashed and deleted', async () => {
    const { id } = (await create('To be deleted')).data as Data;
    fired.length = 0;
    await site.send('DELETE', `/comments/${id}`, { as: 'admin' });
    await site.send('DELETE', `/comments/${id}?force=1`, { as: 'admin' });
    expect(fired).to.eql([
      'rest_delete_comment 1 false',
      'deleted_comment To be deleted',
      'rest_delete_comment trash true',
    ]);
  });

  it('adjust lists, their arguments and answers', async () => {
    const seen = await site.send('GET', `/comments?post=${post}&flipped=1`, { as: 'admin' });
    const ids = (seen.data as Data[]).map(({ id }) => id);
    expect(ids).to.eql([...ids].sort((a, b) => a - b));
    expect((seen.data as Data[]).every(({ extended }) => extended)).to.equal(true);
  });

  it('keep comments out of the trash', async () => {
    const { id } = (await create('Not for the trash')).data as Data;
    flags.untrashable = true;
    const refused = await site.send('DELETE', `/comments/${id}`, { as: 'admin' });
    flags.untrashable = false;
    expect([refused.status, codeOf(refused)]).to.eql([501, 'rest_trash_not_supported']);
  });

  it('of fields show and store what plugins attach', async () => {
    const made = await create('With stars', { stars: 'four' });
    const { id, stars } = made.data as Data;
    expect(stars).to.equal(id % 5);
    expect(codeOf(await create('Without stars', { stars: 'none' }))).to.equal('no_stars');
    expect((await site.comments.query({ search: 'Without stars', status: 'any' })).total).to.equal(0);
  });

  it('fire for each comment of an item that is deleted, newest first', async () => {
    const item = (await site.addPost()).id;
    for (const content of ['first', 'second']) await site.comments.insert({ post: item, content });
    await site.posts.delete(item);
    expect(fired).to.eql(['deleted_comment second', 'deleted_comment first']);
    expect((await site.comments.query({ posts: [item], status: 'any' })).total).to.equal(0);
  });
});
