import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import { PostStore } from '../../../plugins/posts/index.ts';
import { Taxonomies } from '../../../plugins/taxonomies/index.ts';
import { type Term, TermStore } from '../../../plugins/terms/index.ts';
import { buildFullSite, type FullSite } from '../../support/full-site.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { runCommand } from '../../support/run-command.ts';

/** A taxonomy of attachments. */
const kinds = definePlugin({
  name: 'kinds',
  version: '1.0.0',
  description: 'Kinds of files.',
  requires: { taxonomies: '^0.1.0' },
  setup: ({ hooks, use }) =>
    hooks.action('init').tap('kinds', () => void use(Taxonomies).register('file_kind', 'attachment')),
});

describeOnDatabases('terms count', (freshDatabase) => {
  let site: FullSite;
  let posts: PostStore;
  let terms: TermStore;

  before(async () => {
    site = await buildFullSite({ database: await freshDatabase({ again: true }), more: [kinds] });
    posts = site.generation.services.get('spec', PostStore);
    terms = site.generation.services.get('spec', TermStore);
  });
  after(() => site.close());
  afterEach(async () => {
    expect(await runCommand(site.generation, 'db check')).to.eql(['Success: the database is sound.']);
  });

  const countOf = async ({ id }: Term) => (await terms.byId(id))!.count;
  const make = (type: string, parent = 0) => posts.insert({ title: type, type, parent, status: 'publish' });

  it('attachments as their item is published, and as they move to another', async () => {
    const kind = await terms.create('file_kind', 'Scan');
    const [first, second] = [await make('post'), await make('page')];
    const file = await make('attachment', first.id);
    await terms.setObjectTerms(file.id, 'file_kind', [kind.id]);
    expect(await countOf(kind)).to.equal(1);
    await posts.update(first.id, { status: 'draft' });
    expect(await countOf(kind)).to.equal(0);
    await posts.update(file.id, { parent: second.id });
    expect(await countOf(kind)).to.equal(1);
    await posts.trash(second.id);
    expect(await countOf(kind)).to.equal(0);
    await posts.untrash(second.id);
    await posts.update(second.id, { status: 'publish' });
    expect(await countOf(kind)).to.equal(1);
    await posts.delete(second.id);
    expect(await countOf(kind)).to.equal(0);
  });

  it('an item no longer when it becomes one of a type that they do not count', async () => {
    const category = await terms.create('category', 'News');
    const post = await make('post');
    await terms.setObjectTerms(post.id, 'category', [category.id]);
    expect(await countOf(category)).to.equal(1);
    await posts.update(post.id, { type: 'page' });
    expect(await countOf(category)).to.equal(0);
  });
});
