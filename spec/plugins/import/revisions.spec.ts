import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Autosaves } from '../../../plugins/autosaves/index.ts';
import { Database } from '../../../plugins/database/index.ts';
import { type Post, PostStore } from '../../../plugins/posts/index.ts';
import { buildFullSite, type FullSite } from '../../support/full-site.ts';
import { describeOnSqliteAndPostgres } from '../../support/on-databases.ts';
import { runCommand } from '../../support/run-command.ts';
import { serve } from '../../support/serve.ts';

const item = (id: number, type: string, parent: number, name: string) => `<item><title>${type} ${id}</title>
  <guid>https://old.example/?p=${id}</guid><content:encoded>Text ${id}</content:encoded><wp:post_id>${id}</wp:post_id>
  <wp:post_date>2020-01-01 00:00:00</wp:post_date><wp:post_name>${name}</wp:post_name>
  <wp:status>${type === 'revision' ? 'inherit' : 'publish'}</wp:status><wp:post_parent>${parent}</wp:post_parent>
  <wp:post_type>${type}</wp:post_type></item>`;

const file = (...items: string[]) => `<rss xmlns:content="c" xmlns:wp="w"><channel>
  <wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>https://old.example</wp:base_blog_url>${items.join('')}
  </channel></rss>`;

describeOnSqliteAndPostgres('revisions in exports and imports', (freshDatabase) => {
  let folder: string;
  const sites: FullSite[] = [];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tappet-revisions-'));
  });
  after(async () => {
    for (const site of sites) await site.close();
    await rm(folder, { recursive: true });
  });

  const open = async () => {
    const site = await buildFullSite({ database: await freshDatabase(), without: ['default-content'] });
    sites.push(site);
    return site;
  };

  const stored = ({ generation }: FullSite) => generation.services.get('spec', PostStore);

  async function exported({ generation }: FullSite, flags = {}) {
    const dir = await mkdtemp(join(folder, 'out-'));
    const lines = await runCommand(generation, 'export', {}, { dir, ...flags });
    const path = join(dir, (await readdir(dir))[0]!);
    return { path, lines, text: (await readFile(path, 'utf8')).replace(/<pubDate>[^<]*<\/pubDate>/, '') };
  }

  const bring = ({ generation }: FullSite, source: string, flags = {}) =>
    runCommand(generation, 'import', { source }, { authors: 'create', ...flags });

  /** An item that was changed three times, the last time by another user, and has an autosave of that user's. */
  async function write(site: FullSite): Promise<Post> {
    const [author, editor] = [site.users.author!.user, site.users.editor!.user];
    const made = await stored(site).insert({ title: 'First', content: 'One', status: 'publish' }, { by: author });
    await stored(site).update(made.id, { content: 'Two' }, { by: author });
    await stored(site).update(made.id, { title: 'Third', modified: '2026-01-02 03:04:05' }, { by: editor });
    const post = await stored(site).update(made.id, { content: 'Four' }, { by: editor });
    await site.generation.services.get('spec', Autosaves).save(post, { content: 'Five, unsaved' }, editor);
    return post;
  }

  /** What the interface shows of the revisions and autosaves of an item, without what differs between two sites. */
  async function historyOf({ generation, users }: FullSite, id: number) {
    const read = async (route: string) => {
      const path = `/cms/v2/posts/${id}/${route}?context=edit&per_page=100`;
      const { json } = await serve(generation, 'GET', path, { user: users.admin!.user });
      return json.map((one: { author: number; parent: number; slug: string; [name: string]: unknown }) => ({
        author: Object.keys(users).find((login) => users[login]!.user.id === one.author),
        parent: one.parent === id,
        slug: one.slug.replace(String(id), 'N'),
        texts: [one.title, one.content, one.excerpt],
        dates: [one.date, one.date_gmt, one.modified, one.modified_gmt],
      }));
    };
    return { revisions: await read('revisions'), autosaves: await read('autosaves') };
  }

  it('come to the new id of their item with authors, dates and texts, autosaves told apart', async function () {
    this.timeout(120_000);
    const [source, target] = [await open(), await open()];
    const post = await write(source);
    // All ids of the source are taken.
    for (let id = 1; id <= 8; id++) await stored(target).insert({ title: `Taken ${id}`, status: 'draft' });
    const { path, lines } = await exported(source);
    expect(lines.slice(1)).to.deep.equal(['4 revisions came with them.']);
    expect(await bring(target, path)).to.deep.equal([
      'Success: imported 1 items, 0 terms and 0 authors.',
      '4 revisions came with them.',
    ]);
    const { posts } = await stored(target).query({ types: ['post'], statuses: ['publish'] });
    const brought = posts.find(({ title }) => title === 'Third')!;
    expect(brought.id).to.not.equal(post.id);
    const history = await historyOf(target, brought.id);
    expect(history).to.deep.equal(await historyOf(source, post.id));
    expect(history.revisions).to.have.length(4);
    expect(history.autosaves.map(({ slug }: { slug: string }) => slug)).to.deep.equal(['N-autosave-v1']);
    // The next change of the text is one more revision, as it would be in the source.
    await stored(target).update(brought.id, { content: 'Six' });
    expect((await historyOf(target, brought.id)).revisions).to.have.length(5);
    expect(await bring(target, path)).to.include('1 items were there already.');
    expect((await historyOf(target, brought.id)).revisions).to.have.length(5);
  });

  it('are equal in the export of what was imported, and left out where that is asked for', async function () {
    this.timeout(120_000);
    const target = await open();
    const first = await exported(sites[0]!);
    await bring(target, first.path);
    expect((await exported(target)).text).to.equal(first.text);
    expect((await exported(sites[0]!, { skip_revisions: true })).text).to.not.include('revision');
    const bare = await open();
    expect(await bring(bare, first.path, { skip_revisions: true })).to.have.length(1);
    expect((await historyOf(bare, 1)).revisions).to.be.empty;
  });

  it('are found by items that come later, and left out where theirs does not come', async function () {
    this.timeout(120_000);
    const target = await open();
    await stored(target).insert({ title: 'Taken', importId: 20 });
    const path = join(folder, 'late.xml');
    const revisions = [item(21, 'revision', 20, '20-revision-v1'), item(31, 'revision', 30, '30-autosave-v1')];
    await writeFile(path, file(...revisions, item(41, 'revision', 0, 'none'), item(20, 'post', 0, 'late')));
    const lines = [
      'Success: imported 1 items, 0 terms and 0 authors.',
      '1 revisions came with them.',
      'Left out 2 revisions: their item is not there.',
    ];
    expect(await bring(target, path)).to.deep.equal(lines);
    const { db } = target.generation.services.get('spec', Database);
    const rows = await db.selectFrom('posts').select(['ID', 'post_parent', 'post_name']).orderBy('ID').execute();
    const { ID } = rows.find(({ post_name }) => post_name === 'late')!;
    expect(rows).to.deep.include({ ID: 21, post_parent: ID, post_name: `${ID}-revision-v1` });
    expect(rows).to.have.length(3);
  });
});
