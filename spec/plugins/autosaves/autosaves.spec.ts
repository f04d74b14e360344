import { expect } from 'chai';
import autosaves from '../../../plugins/autosaves/index.ts';
import type { PostInput } from '../../../plugins/posts/index.ts';
import revisions from '../../../plugins/revisions/index.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { openPostSite, type PostSite, tapping } from '../posts/post-site.ts';

interface Autosave {
  readonly id: number;
  readonly code: string;
  readonly content: { readonly raw: string };
  readonly title: { readonly raw: string };
  readonly preview_link: string;
}

describeOnDatabases('autosaves', (freshDatabase) => {
  let site: PostSite;
  const replaced: PostInput[] = [];

  before(async () => {
    const listener = tapping(({ hooks }) => {
      hooks.action('cms_creating_autosave').tap('watcher', (autosave) => void replaced.push(autosave));
    });
    site = await openPostSite({ url: await freshDatabase({ again: true }), plugins: [revisions, autosaves, listener] });
  });
  after(() => site.close());

  const save = async (post: number, body: Record<string, unknown>, role = 'editor', id = 7) => {
    const path = `/cms/v2/posts/${post}/autosaves`;
    const { status, data } = await site.send('POST', path, { as: site.user(role, id), body });
    return { status, data: data as Autosave };
  };

  it('replace the one before, for which a hook fires', async () => {
    const post = await site.posts.insert({ title: 'One', content: 'x', status: 'publish' });
    const first = await save(post.id, { content: 'y' });
    site.clock.now += 60_000;
    const second = await save(post.id, { content: 'z' });
    expect(second.data.id).to.equal(first.data.id);
    expect(replaced.map(({ content }) => content)).to.eql(['z']);
    const stored = (await site.posts.byId(second.data.id))!;
    expect(stored).to.include({ content: 'z', author: 7, parent: post.id, type: 'revision', status: 'inherit' });
    expect(stored.date).to.equal('2026-01-02 12:01:00');
  });

  it('are deleted when they no longer differ from the item', async () => {
    const post = await site.posts.insert({ title: 'Two', content: 'x', status: 'publish' });
    const made = await save(post.id, { content: 'y' });
    const same = await save(post.id, { content: ' x ' });
    expect([same.status, same.data.code]).to.eql([400, 'rest_autosave_no_changes']);
    expect(await site.posts.byId(made.data.id)).to.equal(null);
  });

  it('change the draft itself for its author alone, and make no revision of it', async () => {
    const draft = await site.posts.insert({ title: 'Draft', content: 'x', author: 7 });
    const own = await save(draft.id, { content: 'own' }, 'author');
    expect([own.data.id, own.data.content.raw]).to.eql([draft.id, 'own']);
    const foreign = await save(draft.id, { content: 'foreign' }, 'editor', 8);
    expect(foreign.data.id).to.not.equal(draft.id);
    expect((await site.posts.byId(draft.id))?.content).to.equal('own');
    const left = await site.posts.query({ types: ['revision'], statuses: ['inherit'], parents: [draft.id] });
    expect(left.ids).to.eql([foreign.data.id]);
  });

  it('clean the texts of users who may not use any markup', async () => {
    const post = await site.posts.insert({ title: 'Four', status: 'publish', author: 7 });
    const { data } = await save(
      post.id,
      { content: '<iframe></iframe>a', title: '<b>t</b><script></script>' },
      'author',
    );
    expect([data.content.raw, data.title.raw]).to.eql(['a', '<b>t</b>']);
  });

  it('can be looked at where the item is', async () => {
    const post = await site.posts.insert({ title: 'Five', status: 'publish', date: '2020-01-01 00:00:00' });
    const { data } = await save(post.id, { content: 'y' });
    expect(data.preview_link).to.match(
      new RegExp(`^http://localhost/2020/01/01/five/\\?preview_id=${post.id}&preview_nonce[^&]*&preview=true$`),
    );
    const draft = await site.posts.insert({ title: 'Six', author: 7 });
    expect((await save(draft.id, { content: 'y' })).data.preview_link).to.equal(
      `http://localhost/?p=${draft.id}&preview=true`,
    );
  });

  it('are refused to users who may not edit the item, and answer 404 when there are none', async () => {
    const post = await site.posts.insert({ title: 'Seven', status: 'publish' });
    expect((await save(post.id, { content: 'y' }, 'contributor')).status).to.equal(403);
    const path = `/cms/v2/posts/${post.id}/autosaves`;
    expect((await site.send('GET', path, { as: site.user('contributor') })).status).to.equal(403);
    const none = await site.send('GET', `${path}/1`, { as: site.user('editor') });
    expect([none.status, (none.data as Autosave).code]).to.eql([404, 'rest_post_no_autosave']);
  });
});
