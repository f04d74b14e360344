import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import { CommentStore } from '../../../plugins/comments/index.ts';
import { ContentTypes } from '../../../plugins/content-types/index.ts';
import { Database } from '../../../plugins/database/index.ts';
import { MetaStore } from '../../../plugins/meta/index.ts';
import { PostStore } from '../../../plugins/posts/index.ts';
import { Taxonomies } from '../../../plugins/taxonomies/index.ts';
import { TermStore } from '../../../plugins/terms/index.ts';
import { UserStore } from '../../../plugins/users/index.ts';
import { buildFullSite, type FullSite } from '../../support/full-site.ts';
import { describeOnSqliteAndPostgres } from '../../support/on-databases.ts';
import { runCommand } from '../../support/run-command.ts';
import { NAMED, THEME_TEST } from '../import/exports.ts';

/** Texts that must not break the file: markup of the format itself, every kind of line break, and signs of all planes. */
const HOSTILE = ']]> <![CDATA[ &amp; & < "quoted" \' \r\n \r \n\t ]]]]>> é 漢字 😀 --> <?xml ?> {"a":"\\u0000"}';

/** A type with parents, its taxonomies, and a type that is not to be exported. */
const books = definePlugin({
  name: 'books',
  version: '1.0.0',
  description: 'Books of a spec.',
  requires: { 'content-types': '^0.1.0', taxonomies: '^0.1.0' },
  setup({ hooks, use }) {
    const [types, taxonomies] = [use(ContentTypes), use(Taxonomies)];
    hooks.action('init').tap('books', () => {
      types.register('book', { public: true, hierarchical: true, show_in_rest: true });
      types.register('secret', { public: true, can_export: false });
      taxonomies.register('genre', ['book', 'post'], { hierarchical: true, show_in_rest: true });
    });
  },
});

const build = (database: string) => buildFullSite({ database, without: ['default-content'], more: [books] });

/** Fills a site with content that is hard to export. */
async function fill({ generation, users: { author, editor } }: FullSite): Promise<void> {
  const service = <T>(token: Parameters<typeof generation.services.get<T>>[1]) =>
    generation.services.get('spec', token);
  const [posts, terms, comments] = [service(PostStore), service(TermStore), service(CommentStore)];
  const [meta, users, { db }] = [service(MetaStore), service(UserStore), service(Database)];

  const gone = await users.create({ login: 'gone', email: 'gone@example.org', password: 'x', roles: ['author'] });
  const writer = await users.create({
    login: 'writer',
    email: 'writer@example.org',
    password: 'x',
    displayName: 'W. & <Riter> ]]>',
    firstName: 'Wri',
    lastName: "O'Ter",
    roles: ['author'],
  });
  const commenter = await users.create({ login: 'commenter', email: 'c@example.org', password: 'x' });
  await users.delete(gone.id, null);

  const parent = await terms.create('category', 'A & B', { slug: 'a-b', description: 'An <em>&amp;</em> ]]> text' });
  const lower = await terms.create('category', 'Child', { slug: 'child', parent: parent.id });
  const removed = await terms.create('post_tag', 'Removed');
  const tag = await terms.create('post_tag', '漢字 "tag"');
  await terms.delete(removed.id, 'post_tag');
  const early = await terms.create('genre', 'Twin', { slug: 'twin-one' });
  const late = await terms.create('genre', 'Above', { slug: 'above' });
  await terms.create('genre', 'Twin', { slug: 'twin-two', parent: late.id });
  await terms.update(early.id, 'genre', { parent: late.id });
  await meta.add('term', tag.id, 'shade', HOSTILE);
  await meta.add('term', tag.id, 'list', { a: [1, 'é', true, null, 1.5], b: { c: HOSTILE } });

  const date = '2026-01-02 03:04:05';
  const first = await posts.insert({
    author: writer.id,
    title: `Title ${HOSTILE}`,
    content: `<!-- wp:paragraph --><p>${HOSTILE}</p><!-- /wp:paragraph -->`,
    excerpt: HOSTILE,
    status: 'publish',
    date,
    modified: '2026-02-03 04:05:06',
    modifiedGmt: '2026-02-03 04:05:06',
    categories: [parent.id, lower.id],
    commentStatus: 'closed',
    pingStatus: 'open',
  });
  await terms.setObjectTerms(first.id, 'post_tag', [tag.id]);
  await terms.setObjectTerms(first.id, 'genre', [early.id]);
  await posts.setSticky(first.id, true);
  await meta.add('post', first.id, 'twice', 'one');
  await meta.add('post', first.id, 'twice', HOSTILE);
  await meta.add('post', first.id, 'serialized', new Map<string | number, unknown>([[3, { deep: [HOSTILE] }]]));
  await meta.add('post', first.id, 'looks serialized', 's:3:"abc";');
  await meta.add('post', first.id, ' spaces ', '  kept  ');
  await meta.add('post', first.id, 'empty', '');
  await meta.add('post', first.id, 'bell', { text: 'a\u0007b', key: ['\u0001'] });

  // References to an item that comes later: a parent, its child of the same slug, a featured image.
  const child = await posts.insert({
    type: 'book',
    title: 'Same',
    status: 'publish',
    date,
    parent: 1000,
    author: author!.user.id,
  });
  const twin = await posts.insert({ type: 'book', title: 'Same', status: 'publish', date, menuOrder: -3 });
  const image = await posts.insert({
    type: 'attachment',
    title: 'Image',
    status: 'inherit',
    parent: first.id,
    mimeType: 'image/png',
    date,
  });
  await meta.set('post', image.id, '_wp_attached_file', '2026/01/a b.png');
  await meta.set('post', image.id, '_wp_attachment_metadata', {
    width: 3,
    height: 2,
    sizes: { thumbnail: { file: 'é.png' } },
  });
  await meta.set('post', first.id, '_thumbnail_id', String(image.id));
  await db.updateTable('posts').set({ post_parent: twin.id }).where('ID', '=', child.id).execute();

  const simple = (status: string, more = {}) => posts.insert({ title: status, content: 'c', status, date, ...more });
  await simple('draft', { date: undefined });
  await simple('pending', { author: editor!.user.id });
  await simple('private');
  await simple('publish', { password: 'se]]>cret' });
  await simple('future', { date: '2999-01-01 00:00:00' });
  await posts.trash((await simple('publish', { title: 'Trashed' })).id);
  await posts.insert({ type: 'secret', title: 'Not exported', status: 'publish' });
  const bare = await simple('publish', { title: 'Nothing in it' });
  await db.updateTable('posts').set({ post_title: '', post_content: '' }).where('ID', '=', bare.id).execute();
  await db
    .updateTable('posts')
    .set({ post_content: 'a\u0000\u0008b\uFFFF'.replace('\u0000', '') })
    .where('ID', '=', twin.id)
    .execute();

  const say = (input: object) =>
    comments.insert({
      post: first.id,
      authorName: 'Ann & <Bob>',
      authorEmail: 'a@example.org',
      content: HOSTILE,
      ...input,
    });
  await fillEditor(posts, terms, { first: first.id, image: image.id });

  const dropped = await say({});
  const top = await say({ dateGmt: '2026-01-03 00:00:00', authorUrl: 'https://a.example/?b&c', authorIp: '::1' });
  const answer = await say({ parent: top.id, author: commenter.id, authorName: ' Com ' });
  await comments.delete(dropped.id);
  await say({ approved: '0' });
  await say({ approved: 'spam' });
  await say({ approved: 'trash' });
  await say({ type: 'pingback', content: '' });
  const later = await say({ content: 'answered before it was there' });
  await db.updateTable('comments').set({ comment_parent: later.id }).where('comment_ID', '=', top.id).execute();
  await meta.add('comment', answer.id, 'rating', { stars: 5, text: HOSTILE });
}

/** The types of what editors store, without the brand. */
const OF_EDITOR = ['block', 'navigation', 'template', 'template_part', 'global_styles'];

/** What editors store as items: reusable blocks, navigations, templates and their parts, styles; with revisions. */
async function fillEditor(posts: PostStore, terms: TermStore, { first, image }: { first: number; image: number }) {
  const make = (type: string, title: string, content: string) =>
    posts.insert({ type, title, content, status: 'publish', date: '2026-03-04 05:06:07' });
  const block = await make('cms_block', 'Reused', `<!-- wp:image {"id":${image}} --><img><!-- /wp:image -->`);
  const link = `<!-- wp:navigation-link {"kind":"post-type","id":${first}} /-->`;
  const navigation = await make('cms_navigation', 'Navigation', link);
  const template = await make('cms_template', 'Single', `<!-- wp:navigation {"ref":${navigation.id}} /-->`);
  const part = await make('cms_template_part', 'Header', `<!-- wp:block {"ref":${block.id}} /-->`);
  await make('cms_global_styles', 'Styles', '{"version":2,"styles":{"color":{"text":"#123"}}}');
  const theme = await terms.create('cms_theme', 'tappet');
  const area = await terms.create('cms_template_part_area', 'header');
  for (const { id } of [template, part]) await terms.setObjectTerms(id, 'cms_theme', [theme.id]);
  await terms.setObjectTerms(part.id, 'cms_template_part_area', [area.id]);
  for (const { id, content } of [block, template]) await posts.update(id, { content: `${content}<!-- more -->` });
}

describeOnSqliteAndPostgres('tappet export', (freshDatabase) => {
  let folder: string;
  const sites: FullSite[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tappet-export-'));
  });
  after(async () => {
    for (const site of sites) await site.close();
    await rm(folder, { recursive: true });
  });

  const open = async () => {
    const site = await build(await freshDatabase());
    sites.push(site);
    return site;
  };

  /** Exports a site; answers with the file, its text but for the date of export, and what was printed. */
  async function exported({ generation }: FullSite, flags: Record<string, string | boolean> = {}) {
    const dir = await mkdtemp(join(folder, 'out-'));
    const lines = await runCommand(generation, 'export', {}, { dir, ...flags });
    const names = await readdir(dir);
    expect(names, 'nothing but the whole file').to.have.length(1);
    const file = join(dir, names[0]!);
    const text = await readFile(file, 'utf8');
    return { file, text: text.replace(/<pubDate>[^<]*<\/pubDate>/, ''), lines };
  }

  const bring = ({ generation }: FullSite, file: string) =>
    runCommand(generation, 'import', { source: file }, { authors: 'create' });

  describe('of a site with rich and hostile content', () => {
    let source: FullSite;
    let first: Awaited<ReturnType<typeof exported>>;

    before(async function () {
      this.timeout(120_000);
      source = await open();
      await fill(source);
      first = await exported(source);
    });

    it('reports how many items it wrote, and how many characters XML has no place for', () => {
      expect(first.lines[0]).to.match(/^Success: exported 16 items to .+localhost\.\d{4}-\d\d-\d\d\.xml\.$/);
      expect(first.lines[1]).to.equal('3 revisions came with them.');
      expect(first.lines[2]).to.equal('Left out 4 characters that XML cannot hold.');
    });

    it('is read into an empty site whose export is equal but for its date', async function () {
      this.timeout(120_000);
      const target = await open();
      await bring(target, first.file);
      expect((await exported(target)).text.split('\n')).to.deep.equal(first.text.split('\n'));
    });

    it('carries over all that the items, terms and comments of the site have', async function () {
      this.timeout(120_000);
      const target = sites.at(-1)!;
      for (const name of ['terms', 'comments'] as const) {
        const rows = ({ generation }: FullSite) =>
          generation.services.get('spec', Database).db.selectFrom(name).selectAll().execute();
        const texts = async (site: FullSite) => (await rows(site)).map((row) => JSON.stringify(row)).sort();
        expect(await texts(target), name).to.deep.equal(await texts(source));
      }
    });

    it('calls what editors store by the names that every reader of the format knows', () => {
      for (const type of OF_EDITOR)
        expect(first.text).to.include(`<wp:post_type><![CDATA[wp_${type}]]></wp:post_type>`);
      expect(first.text).to.include('<category domain="wp_theme" nicename="tappet">').and.not.include('cms_');
    });

    it('leaves out types that are not to be exported', () => {
      expect(first.text).to.not.include('Not exported');
    });

    it('holds comments of items alone that are in it, or none', async () => {
      expect((await exported(source, { skip_comments: true })).text).to.not.include('<wp:comment>');
      expect(first.text.match(/<wp:comment>/g)).to.have.length(7);
    });

    for (const [flags, titles] of [
      [{ post_type: 'book' }, ['Same', 'Same']],
      [{ post_type__not_in: `post,book,${OF_EDITOR.map((name) => `cms_${name}`)}` }, ['Image']],
      [{ post_status: 'draft,pending' }, ['draft', 'pending']],
      [{ start_date: '2999-01-01' }, ['future']],
      [{ end_date: '2026-01-01' }, []],
      [{ author: 'editor' }, ['pending']],
      [{ post__in: '999' }, []],
    ] as const) {
      it(`is narrowed by ${JSON.stringify(flags)}`, async () => {
        const { text } = await exported(source, flags);
        const found = [...text.matchAll(/<item><title><!\[CDATA\[(.*?)\]\]>/gs)].map(([, title]) => title);
        expect(found).to.deep.equal(titles);
      });
    }

    it('is narrowed to a category, by slug', async () => {
      const { lines } = await exported(source, { category: 'a-b' });
      expect(lines[0]).to.match(/exported 1 items/);
    });

    for (const [flags, message] of [
      [{ post_type: 'boook' }, /^--post_type: there is no type "boook" to export; there are .*book/],
      [{ post_type: 'secret' }, /no type "secret" to export/],
      [{ post__in: 'x' }, /^--post__in: "x" is not an id$/],
      [{ start_date: 'today' }, /^--start_date=today: write a day as YYYY-MM-DD$/],
      [{ author: 'nobody' }, /^--author=nobody: there is no user/],
      [{ category: 'none' }, /^--category=none: there is no category/],
      [{ stdout: true }, /exclude one another/],
    ] as const) {
      it(`refuses ${JSON.stringify(flags)}, and writes nothing`, async () => {
        const dir = await mkdtemp(join(folder, 'none-'));
        const refusal = await runCommand(source.generation, 'export', {}, { dir, ...flags }).catch((error) => error);
        expect(refusal.message).to.match(message);
        expect(await readdir(dir)).to.deep.equal([]);
      });
    }

    it('says in one line that a folder cannot be written to', async () => {
      const refusal = await runCommand(source.generation, 'export', {}, { dir: THEME_TEST }).catch((error) => error);
      expect(refusal.name).to.equal('CommandError');
      expect(refusal.message).to.match(/^--dir=.*cannot write there/);
    });
  });

  for (const file of [THEME_TEST, ...NAMED]) {
    it(`gives ${basename(file)} back equal after import, export and import`, async function () {
      this.timeout(180_000);
      const [one, two] = [await open(), await open()];
      await bring(one, file);
      const first = await exported(one);
      await bring(two, first.file);
      expect((await exported(two)).text).to.equal(first.text);
      const items = (await readFile(file, 'utf8')).match(/<item>/g)!.length;
      expect(first.lines[0]).to.match(new RegExp(`exported ${items} items`));
    });
  }

  it('writes an empty site as a file that is read as nothing', async function () {
    this.timeout(60_000);
    const site = await open();
    const { file, lines } = await exported(site);
    expect(lines).to.have.length(1);
    expect(lines[0]).to.match(/exported 0 items/);
    expect((await bring(site, file))[0]).to.equal('Success: imported 0 items, 0 terms and 0 authors.');
  });
});
