import { expect } from 'chai';
import { definePlugin } from '../../core/index.ts';
import { MetaRegistry } from '../../plugins/meta/index.ts';
import { PostStore } from '../../plugins/posts/index.ts';
import { UserStore } from '../../plugins/users/index.ts';
import { buildFullSite, type FullSite } from '../support/full-site.ts';
import { describeOnDatabases } from '../support/on-databases.ts';
import { serve } from '../support/serve.ts';

const KEYS = Array.from({ length: 36 }, (_, index) => `key_${index}`);

/** Keys of metadata that requests may set, one each. */
const keys = definePlugin({
  name: 'keys',
  version: '1.0.0',
  description: 'Keys of a spec.',
  requires: { meta: '^0.1.0' },
  setup({ use }) {
    for (const key of KEYS)
      use(MetaRegistry).register('post', key, { type: 'string', single: true, show_in_rest: true });
  },
});

describeOnDatabases('50 requests at once', (freshDatabase) => {
  let site: FullSite;

  before(async () => {
    site = await buildFullSite({ database: await freshDatabase({ again: true }), more: [keys] });
  });
  after(() => site.close());

  const ask = async (method: string, path: string, json?: unknown) => {
    const answer = await serve(site.generation, method, `/cms/v2${path}`, { user: site.users.admin!.user, json });
    expect(answer.status, `${method} ${path} ${JSON.stringify(json)}: ${answer.text}`).to.be.below(300);
    return answer.json;
  };
  const make = (more: object = {}) =>
    ask('POST', '/posts', { title: 'Old', content: 'Old', status: 'publish', ...more });
  const term = async (path: string): Promise<number> => (await ask('POST', path, { name: `T ${Math.random()}` })).id;
  const countOf = async (id: number): Promise<number> => (await ask('GET', `/tags/${id}`)).count;
  const texts = ({ title, content, excerpt }: Record<string, { raw: string }>) => [
    title?.raw,
    content?.raw,
    excerpt?.raw,
  ];

  it('that each change another field of one item lose nothing', async () => {
    const { id } = await make();
    const [category, tag] = [await term('/categories'), await term('/tags')];
    const changes: Record<string, unknown>[] = [
      { title: 'New title' },
      { content: 'New content' },
      { excerpt: 'New excerpt' },
      { slug: 'new-slug' },
      { date: '2015-01-02T03:04:05' },
      { comment_status: 'closed' },
      { ping_status: 'closed' },
      { sticky: true },
      { format: 'aside' },
      { categories: [category] },
      { tags: [tag] },
      { author: site.users.editor!.user.id },
      { status: 'private' },
      { template: '' },
      ...KEYS.map((key) => ({ meta: { [key]: `value of ${key}` } })),
    ];
    expect(changes).to.have.length(50);
    await Promise.all(changes.map((change) => ask('POST', `/posts/${id}`, change)));

    const item = await ask('GET', `/posts/${id}?context=edit`);
    for (const change of changes) {
      for (const [name, value] of Object.entries(change)) {
        const stored = item[name]?.raw ?? item[name];
        if (name === 'meta') expect(stored).to.include(value as object);
        else expect(stored, name).to.eql(value);
      }
    }
    const revisions = await ask('GET', `/posts/${id}/revisions?context=edit`);
    expect(texts(revisions[0])).to.eql(texts(item));
    expect(await countOf(tag), 'an item that is private is not counted').to.equal(0);
  });

  it('that change one field leave a revision each, and the newest is the item', async () => {
    const { id } = await make();
    const contents = Array.from({ length: 50 }, (_, index) => `Version ${index}`);
    await Promise.all(contents.map((content) => ask('POST', `/posts/${id}`, { content })));
    const item = await ask('GET', `/posts/${id}?context=edit`);
    const revisions = await ask('GET', `/posts/${id}/revisions?context=edit&per_page=100`);
    const texts = revisions.map((revision: { content: { raw: string } }) => revision.content.raw);
    expect([...texts].sort()).to.eql([...contents].sort());
    expect(texts[0]).to.equal(item.content.raw);
  });

  it('that give one item other terms leave it with those of one of them, and counts that fit', async () => {
    const { id } = await make();
    const tags = await Promise.all(Array.from({ length: 10 }, () => term('/tags')));
    await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        ask('POST', `/posts/${id}`, { tags: [tags[at % 10], tags[(at + 1) % 10]] }),
      ),
    );
    const { tags: stored } = await ask('GET', `/posts/${id}`);
    expect(stored).to.have.length(2);
    const counts = await Promise.all(tags.map(countOf));
    expect(counts).to.eql(tags.map((tag) => (stored.includes(tag) ? 1 : 0)));
  });

  it('that make items with one slug and one tag give each a slug of its own, and count them all', async () => {
    const tag = await term('/tags');
    const items = await Promise.all(Array.from({ length: 50 }, () => make({ slug: 'wanted', tags: [tag] })));
    expect(new Set(items.map(({ slug }) => slug)).size).to.equal(50);
    expect(await countOf(tag)).to.equal(50);
  });

  it('that make one tag make it once', async () => {
    const user = site.users.admin!.user;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        serve(site.generation, 'POST', '/cms/v2/tags', { user, json: { name: 'Wanted by all' } }),
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).to.have.length(1);
    for (const { status, json } of answers) {
      if (status !== 201) expect([status, json.code, json.data.term_id]).to.eql([400, 'term_exists', made[0]!.json.id]);
    }
  });

  it('that comment on one item are all counted', async () => {
    const { id } = await make();
    const comment = (_: unknown, at: number) => ask('POST', '/comments', { post: id, content: `Comment ${at}` });
    await Promise.all(Array.from({ length: 50 }, comment));
    const { headers } = await serve(site.generation, 'GET', `/cms/v2/comments?post=${id}`);
    expect(headers['X-CMS-Total']).to.equal('50');
    expect((await site.generation.services.get('spec', PostStore).byId(id))!.commentCount).to.equal(50);
  });

  it('that approve and hold comments of one item, and trash it, wait for each other and are counted', async () => {
    const { id } = await make();
    const post = (_: unknown, at: number) => ask('POST', '/comments', { post: id, content: `Held ${at}` });
    const comments = await Promise.all(Array.from({ length: 25 }, post));
    const hold = (comment: { id: number }) => ask('POST', `/comments/${comment.id}`, { status: 'hold' });
    const change = (comment: { id: number }) => ask('POST', `/posts/${id}`, { excerpt: `After ${comment.id}` });
    await Promise.all(comments.flatMap((comment) => [hold(comment), change(comment)]));
    const count = async () => (await site.generation.services.get('spec', PostStore).byId(id))!.commentCount;
    expect(await count()).to.equal(0);
    await Promise.all([
      ...comments.map(({ id: comment }) => ask('POST', `/comments/${comment}`, { status: 'approve' })),
      ask('DELETE', `/posts/${id}`),
    ]);
  });

  it('that make items sticky make all of them so, and leave those so that are not', async () => {
    const items = await Promise.all(Array.from({ length: 50 }, () => make()));
    await Promise.all(items.map(({ id }) => ask('POST', `/posts/${id}`, { sticky: true })));
    const sticky = async () => {
      const listed = await ask('GET', `/posts?sticky=true&per_page=100&include=${items.map(({ id }) => id).join()}`);
      return listed.length;
    };
    expect(await sticky()).to.equal(50);
    await Promise.all(items.slice(0, 25).map(({ id }) => ask('POST', `/posts/${id}`, { sticky: false })));
    expect(await sticky()).to.equal(25);
  });

  it('that trash one item and change it end with it in one state', async () => {
    const { id } = await make();
    const user = site.users.admin!.user;
    const send = (method: string, json?: unknown) =>
      serve(site.generation, method, `/cms/v2/posts/${id}`, { user, json });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? send('DELETE') : send('POST', { title: `Title ${at}` }))),
    );
    expect(answers.filter(({ status }) => status >= 500)).to.eql([]);
    const trashed = answers.filter(({ json, status }) => status === 200 && json.status === 'trash');
    expect(trashed.length).to.be.above(0);
    const { status, slug } = (await serve(site.generation, 'GET', `/cms/v2/posts/${id}`, { user })).json;
    expect(status).to.equal('trash');
    expect(slug).to.match(/__trashed(?:-\d+)?$/);
  });

  it('that trash the items of a user who is deleted leave none of them published', async () => {
    const { services } = site.generation;
    const [users, posts] = [services.get('spec', UserStore), services.get('spec', PostStore)];
    const author = await users.create({ login: 'leaving', email: 'leaving@example.org', roles: ['author'] });
    const items = await Promise.all(Array.from({ length: 50 }, () => make({ author: author.id })));
    const user = site.users.admin!.user;
    const [, ...answers] = await Promise.all([
      users.delete(author.id, null),
      ...items.map(({ id }) => serve(site.generation, 'DELETE', `/cms/v2/posts/${id}`, { user })),
    ]);
    expect(answers.filter(({ status }) => ![200, 404, 410].includes(status))).to.eql([]);
    const left = await posts.byIds(items.map(({ id }) => id));
    expect([...left.values()].filter(({ status }) => status !== 'trash')).to.eql([]);
    expect(await users.byId(author.id)).to.equal(null);
  });
});
