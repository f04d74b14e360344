import { expect } from 'chai';
import type { PluginHost } from '../../../core/index.ts';
import type { Post } from '../../../plugins/posts/index.ts';
import { codeOf, openPostSite, type PostSite, tapping } from './post-site.ts';

const ACTIONS = [
  'after_delete_post',
  'before_delete_post',
  'delete_post',
  'delete_post_post',
  'deleted_post',
  'deleted_post_post',
  'edit_post',
  'edit_post_post',
  'post_stuck',
  'post_unstuck',
  'post_updated',
  'pre_post_update',
  'save_post',
  'save_post_post',
  'transition_post_status',
  'trashed_post',
  'untrash_post',
  'untrashed_post',
  'wp_after_insert_post',
  'wp_insert_post',
  'wp_trash_post',
] as const;

describe('hooks of items', () => {
  let site: PostSite;
  let log: [name: string, ...parameters: unknown[]][] = [];
  let taps: (host: PluginHost) => void = () => undefined;

  const open = async () => {
    site = await openPostSite({
      plugins: [
        tapping((host) => {
          for (const name of ACTIONS) {
            // biome-ignore lint/suspicious/noExplicitAny: hooks of any parameters.
            (host.hooks.action(name) as any).tap('listener', (...parameters: unknown[]) => {
              log.push([name, ...parameters.map((value) => (isPost(value) ? `post ${value.status}` : value))]);
            });
          }
          taps(host);
        }),
      ],
    });
  };
  const isPost = (value: unknown): value is Post => typeof value === 'object' && value !== null && 'status' in value;
  const fired = async (work: () => Promise<unknown>) => {
    log = [];
    await work();
    return log;
  };

  afterEach(() => site.close());

  it('fire for a new item, a change, the trash and the end, in the order that plugins know', async () => {
    taps = () => undefined;
    await open();
    let id = 0;
    const made = await fired(async () => {
      id = (await site.posts.insert({ title: 'One', status: 'publish' })).id;
    });
    expect(made).to.eql([
      ['transition_post_status', 'publish', 'new', 'post publish'],
      ['save_post_post', id, 'post publish', false],
      ['save_post', id, 'post publish', false],
      ['wp_insert_post', id, 'post publish', false],
      ['wp_after_insert_post', id, 'post publish', false, null],
    ]);
    const options = {};
    const changed = await fired(() => site.posts.update(id, { status: 'private' }, options));
    expect(changed.map(([name]) => name)).to.eql([
      'pre_post_update',
      'transition_post_status',
      'edit_post_post',
      'edit_post',
      'post_updated',
      'save_post_post',
      'save_post',
      'wp_insert_post',
      'wp_after_insert_post',
    ]);
    expect(changed[1]).to.eql(['transition_post_status', 'private', 'publish', 'post private']);
    expect(changed[4]).to.eql(['post_updated', id, 'post private', 'post publish', options]);
    expect(changed[8]).to.eql(['wp_after_insert_post', id, 'post private', true, 'post publish']);

    const names = async (work: () => Promise<unknown>) => (await fired(work)).map(([name]) => name);
    const trashed = await names(() => site.posts.trash(id));
    expect([trashed[0], trashed.at(-1)]).to.eql(['wp_trash_post', 'trashed_post']);
    const back = await names(() => site.posts.untrash(id));
    expect([back[0], back.at(-1)]).to.eql(['untrash_post', 'untrashed_post']);
    expect(await names(() => site.posts.delete(id))).to.eql([
      'before_delete_post',
      'delete_post_post',
      'delete_post',
      'deleted_post_post',
      'deleted_post',
      'after_delete_post',
    ]);
  });

  it('fire when a post becomes sticky or is sticky no more', async () => {
    await open();
    const { id } = await site.posts.insert({ title: 'Sticky', status: 'publish' });
    expect(await fired(() => site.posts.setSticky(id, true))).to.eql([['post_stuck', id]]);
    expect(await fired(() => site.posts.setSticky(id, true))).to.eql([]);
    expect(await fired(() => site.posts.setSticky(id, false))).to.eql([['post_unstuck', id]]);
  });

  it('adjust and refuse what is stored', async () => {
    taps = ({ hooks }) => {
      hooks.filter('wp_insert_post_data').tap('shout', (data, _input, before) => ({
        ...data,
        title: before === null ? data.title.toUpperCase() : data.title,
      }));
      hooks.filter('wp_insert_post_parent').tap('no-parents', () => 0);
      hooks
        .filter('get_default_comment_status')
        .tap('quiet', (status, _type, kind) => (kind === 'comment' ? 'closed' : status));
      hooks.filter('wp_unique_post_slug').tap('own', (slug) => `own-${slug}`);
      hooks.filter('wp_untrash_post_status').tap('as-before', (_status, _id, previous) => previous);
      hooks
        .filter('wp_insert_post_empty_content')
        .tap('all-or-nothing', (empty, input) => empty || input.content === '');
    };
    await open();
    const parent = await site.posts.insert({ type: 'page', title: 'p', content: 'x', status: 'publish' });
    const page = await site.posts.insert({
      type: 'page',
      title: 'q',
      content: 'x',
      status: 'publish',
      parent: parent.id,
    });
    expect(page).to.include({ title: 'Q', parent: 0, commentStatus: 'closed', name: 'own-q' });
    await site.posts.trash(page.id);
    expect((await site.posts.untrash(page.id))?.status).to.equal('publish');
    expect(await codeOf(site.posts.insert({ title: 'x', content: '' }))).to.equal('empty_content');
  });

  it('of routes adjust the query, the input, the answer, the schema and the arguments', async () => {
    const after: [number, boolean][] = [];
    taps = ({ hooks }) => {
      hooks
        .filter('rest_{post_type}_query')
        .for('post')
        .tap('only-two', (args) => ({ ...args, perPage: 2 }));
      hooks.filter('rest_query_var-order').tap('oldest-first', () => 'asc');
      hooks.filter('rest_pre_insert_post').tap('signed', (input) => ({ ...input, excerpt: 'signed' }));
      hooks.filter('rest_prepare_post').tap('mark', (response) => {
        response.data = { ...(response.data as object), marked: true };
      });
      hooks
        .filter('rest_post_collection_params')
        .tap('colour', (params) => ({ ...params, colour: { type: 'string' } }));
      hooks.filter('rest_post_item_schema').tap('shade', (schema) => ({
        ...schema,
        properties: { ...schema.properties, shade: { type: 'string', context: ['edit'] } },
      }));
      hooks
        .action('rest_after_insert_post')
        .tap('recorder', (post, _request, creating) => void after.push([post.id, creating]));
    };
    await open();
    const admin = site.user('administrator');
    for (const day of [3, 1, 2]) {
      await site.posts.insert({ title: `Day ${day}`, status: 'publish', date: `2020-01-0${day} 00:00:00` });
    }
    const list = await site.send('GET', '/cms/v2/posts');
    expect((list.data as { slug: string; marked: boolean }[]).map(({ slug, marked }) => [slug, marked])).to.eql([
      ['day-1', true],
      ['day-2', true],
    ]);
    expect(list.headers['X-CMS-Total']).to.equal('3');
    const made = await site.send('POST', '/cms/v2/posts', { as: admin, body: { title: 'Made' } });
    const { id, excerpt } = made.data as { id: number; excerpt: { raw: string } };
    expect(excerpt.raw).to.equal('signed');
    await site.send('POST', `/cms/v2/posts/${id}`, { as: admin, body: { title: 'Changed' } });
    expect(after).to.eql([
      [id, true],
      [id, false],
    ]);
    const { endpoints } = site.generation.server.routes.get('/cms/v2/posts')!;
    expect(endpoints[0]?.args).to.include.keys('colour');
    expect(endpoints[1]?.args).to.include.keys('shade');
  });
});
