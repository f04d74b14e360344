import { expect } from 'chai';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { openPostSite, type PostSite } from './post-site.ts';

describeOnDatabases('slugs of items', (freshDatabase) => {
  let site: PostSite;

  let url: string;

  before(async () => {
    url = await freshDatabase();
    site = await openPostSite({ url });
  });
  after(() => site.close());

  const slugOf = async (input: Parameters<PostSite['posts']['insert']>[0]) =>
    (await site.posts.insert({ status: 'publish', content: 'x', ...input })).name;

  it('are numbered where another item of the type has them, skipping numbers that are taken', async () => {
    expect(await slugOf({ title: 'Taken' })).to.equal('taken');
    expect(await slugOf({ title: 'Taken' })).to.equal('taken-2');
    expect(await slugOf({ title: 'Other', name: 'taken-3' })).to.equal('taken-3');
    expect(await slugOf({ title: 'Taken' })).to.equal('taken-4');
    for (let number = 5; number <= 30; number++) expect(await slugOf({ title: 'Taken' })).to.equal(`taken-${number}`);
  });

  it('are each another for 60 items of one title that two processes make at once', async function () {
    this.timeout(180_000);
    const other = url.startsWith('sqlite') ? site : await openPostSite({ url });
    const made = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        (at % 2 ? site : other).posts.insert({ title: 'Equal', status: 'publish' }),
      ),
    );
    expect(new Set(made.map(({ name }) => name)).size).to.equal(60);
    if (other !== site) await other.close();
  });

  it('are made unique at once for many requests', async () => {
    await slugOf({ title: 'Many' });
    const request = { slug: 'many', id: 0, status: 'publish', type: 'post', parent: 0 };
    const before = site.database.statements.count;
    const slugs = await site.posts.uniqueSlugs([
      request,
      { ...request, type: 'page' },
      { ...request, slug: 'free' },
      { ...request, status: 'draft' },
    ]);
    expect(slugs).to.eql(['many-2', 'many', 'free', 'many']);
    expect(site.database.statements.count - before).to.equal(2);
  });

  it('that addresses of the site use themselves are numbered', async () => {
    for (const name of ['feed', 'embed', 'rss2']) expect(await slugOf({ title: 'x', name })).to.equal(`${name}-2`);
    expect(await slugOf({ type: 'page', title: 'x', name: 'feed' })).to.equal('feed-2');
  });

  it('of pages that look like a page number are numbered', async () => {
    expect(await slugOf({ type: 'page', title: '2020' })).to.equal('2020-2');
    expect(await slugOf({ type: 'page', title: 'Page 3', name: 'page3' })).to.equal('page3-2');
    expect(await slugOf({ title: '2020' })).to.equal('2020');
  });

  it('of posts that look like a part of a date are numbered where they would be read as one', async () => {
    const old = site.options.get('permalink_structure');
    const made: Record<string, string[]> = {
      '/%postname%/': ['1999'],
      '/%year%/%postname%/': ['11', '13'],
      '/%year%/%monthnum%/%postname%/': ['30', '32'],
    };
    const slugs: string[] = [];
    for (const [structure, titles] of Object.entries(made)) {
      await site.options.set('permalink_structure', structure);
      for (const title of titles) slugs.push(await slugOf({ title }));
    }
    await site.options.set('permalink_structure', old);
    expect(slugs).to.eql(['1999-2', '11-2', '13', '30-2', '32']);
  });

  it('of pages compete among siblings alone, those of attachments with everything', async () => {
    const parent = await site.posts.insert({ type: 'page', title: 'Above', status: 'publish' });
    expect(await slugOf({ type: 'page', title: 'Same' })).to.equal('same');
    expect(await slugOf({ type: 'page', title: 'Same', parent: parent.id })).to.equal('same');
    expect(await slugOf({ type: 'page', title: 'Same', parent: parent.id })).to.equal('same-2');
    expect(await slugOf({ title: 'Same' })).to.equal('same');
    expect(await slugOf({ type: 'attachment', title: 'Same', status: 'inherit' })).to.equal('same-3');
  });

  it('keep within 200 characters with their number', async () => {
    const name = 'y'.repeat(200);
    expect(await slugOf({ title: 'x', name })).to.equal(name);
    expect(await slugOf({ title: 'x', name })).to.equal(`${'y'.repeat(198)}-2`);
  });

  it('of shown items without slug and title are their ids', async () => {
    const post = await site.posts.insert({ content: 'No title', status: 'publish' });
    expect(post.name).to.equal(String(post.id));
    expect((await site.posts.byId(post.id))?.name).to.equal(String(post.id));
    const draft = await site.posts.insert({ content: 'No title' });
    expect(draft.name).to.equal('');
    expect((await site.posts.update(draft.id, { status: 'publish' })).name).to.equal(String(draft.id));
  });

  it('may be shared by drafts, and are made unique when one is published', async () => {
    const drafts = [await slugOf({ title: 'x', name: 'shared', status: 'draft' })];
    const second = await site.posts.insert({ title: 'x', name: 'shared', status: 'draft' });
    expect([...drafts, second.name]).to.eql(['shared', 'shared']);
    expect((await site.posts.update(second.id, { status: 'publish' })).name).to.equal('shared-2');
  });

  it('of pending items are chosen only by users who may publish', async () => {
    const pending = { title: 'Review', name: 'chosen', status: 'pending' };
    const by = (role: string) => ({ by: site.user(role) });
    expect((await site.posts.insert(pending, by('contributor'))).name).to.equal('');
    expect((await site.posts.insert(pending, by('editor'))).name).to.equal('chosen');
  });

  it('are never given twice to items that are made at once', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => slugOf({ title: 'Race' })));
    expect(new Set(made).size).to.equal(12);
  });

  it('are given up in the trash, and taken again by an item that comes back', async () => {
    const first = await site.posts.insert({ title: 'Bin', status: 'publish' });
    await site.posts.trash(first.id);
    expect((await site.posts.byId(first.id))?.name).to.equal('bin__trashed');
    expect(await slugOf({ title: 'Bin' })).to.equal('bin');
    expect((await site.posts.untrash(first.id))?.name).to.equal('bin');
    expect((await site.posts.update(first.id, { status: 'publish' })).name).to.equal('bin-2');
  });

  it('are given up by an item in the trash that still has the one another wants', async () => {
    const trashed = await site.posts.insert({ title: 'Wanted', name: 'wanted', status: 'trash' });
    expect(trashed.name).to.equal('wanted');
    expect(await slugOf({ title: 'Wanted' })).to.equal('wanted');
    expect((await site.posts.byId(trashed.id))?.name).to.equal('wanted__trashed');
  });
});
