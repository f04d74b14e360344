import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { sql } from 'kysely';
import { Sqlite } from '../../../plugins/database/sqlite-driver.ts';
import { describeOnDatabases, describeOnPostgres } from '../../support/on-databases.ts';
import { runCommand } from '../../support/run-command.ts';
import { openPostSite, type PostSite } from './post-site.ts';

/** Parts of words, so that random texts and random searches have much in common. */
const PARTS = [
  'ab',
  'ABC',
  'c',
  'é',
  'É',
  'e',
  'ø',
  'o',
  'ß',
  'ss',
  'ça',
  'Ça',
  'д',
  'Д',
  'σ',
  '%',
  '_',
  '\\',
  "'",
  'zz',
  '猫',
  'x-y',
  '0',
  '\u{1f600}',
];
const word = fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
const post = fc.record({ title: text, excerpt: text, content: text });
type Texts = { title: string; excerpt: string; content: string };

/** A word, two of them, a phrase, or a word and one that must not occur. */
const search = fc.oneof(
  word.map((one) => ({ text: one, included: [one], excluded: [] as string[] })),
  fc.tuple(word, word).map(([one, two]) => ({ text: `"${one} ${two}"`, included: [`${one} ${two}`], excluded: [] })),
  fc.tuple(word, word).map(([one, two]) => ({ text: `${one} ${two}`, included: [one, two], excluded: [] })),
  fc.tuple(word, word).map(([one, two]) => ({ text: `${one} -${two}`, included: [one], excluded: [two] })),
);

/**
 * Whether a search is taken as written: single letters and common words are ignored, and quotes at ends are removed.
 */
const isPlain = (words: readonly string[]) => words.every((one) => one.length > 1 && !/^['0-]|'$/.test(one));

/** A text of those parts in small letters without accents. MariaDB compares letter by letter, so that `ß` is no `ss`. */
const plain = (text: string, dialect: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ø', 'o')
    .replaceAll('ß', dialect === 'mysql' ? 'ß' : 'ss');

type Asked = { included: string[]; excluded: string[] };

const fits = (texts: Texts, { included, excluded }: Asked, dialect: string) => {
  const places = Object.values(texts).map((place) => plain(place, dialect));
  const occurs = (one: string) => places.some((place) => place.includes(plain(one, dialect)));
  return included.every(occurs) && !excluded.some(occurs);
};

for (const searchIndex of [true, false]) {
  describeOnDatabases(`searches ${searchIndex ? 'with' : 'without'} an index of texts`, (freshDatabase) => {
    let site: PostSite;

    before(async () => {
      const url = await freshDatabase();
      site = await openPostSite({ url, pluginOptions: { database: { url, searchIndex } } });
    });
    after(() => site.close());

    it('find what a search of all texts by hand finds, also while the index is behind', async function () {
      this.timeout(60_000);
      const { db, dialect } = site.database;
      await fc.assert(
        fc.asyncProperty(
          fc.array(post, { maxLength: 8 }),
          fc.array(fc.tuple(fc.nat(7), post), { maxLength: 3 }),
          fc.array(search, { minLength: 1, maxLength: 6 }),
          fc.boolean(),
          async (posts, changes, searches, isIndexed) => {
            await db.deleteFrom('posts').execute();
            const all = new Map<number, Texts>();
            const row = ({ title, excerpt, content }: Texts) => ({
              ...{ post_title: title, post_excerpt: excerpt, post_content: content },
            });
            for (const texts of posts) {
              all.set(await site.database.insert('posts', row(texts)), texts);
            }
            if (isIndexed) await runCommand(site.generation, 'db reindex');
            for (const [at, texts] of changes) {
              const id = [...all.keys()][at];
              if (id === undefined) continue;
              await db.updateTable('posts').set(row(texts)).where('ID', '=', id).execute();
              all.set(id, texts);
            }
            for (const asked of searches) {
              if (!isPlain([...asked.included, ...asked.excluded])) continue;
              const expected = [...all].filter(([, texts]) => fits(texts, asked, dialect)).map(([id]) => id);
              const found = await site.posts.query({ types: ['post'], search: asked.text, order: 'asc', perPage: 3 });
              expect(found.ids, asked.text).to.deep.equal(expected.slice(0, 3));
              expect(found.total, asked.text).to.equal(expected.length);
            }
          },
        ),
        { numRuns: 40 },
      );
    });

    it('take wide and small forms of the signs of patterns for what they are', async () => {
      await site.database.db.deleteFrom('posts').execute();
      await site.posts.insert({ title: 'one half', status: 'publish' });
      for (const text of ['o％f', 'hal＿', 'one﹪half', '％', '＿'])
        expect((await site.posts.query({ search: text })).ids, text).to.deep.equal([]);
      const { id } = await site.posts.insert({ title: 'all ＼ of 5０％', status: 'publish' });
      for (const text of ['０％', '＼'])
        expect((await site.posts.query({ search: text })).ids, text).to.deep.equal([id]);
    });

    it('make no difference between letters, their capitals, and those with accents', async () => {
      await site.database.db.deleteFrom('posts').execute();
      const { id } = await site.posts.insert({ title: 'Ein Café in ÖSTERREICH, Москва', status: 'publish' });
      for (const text of [
        'CAFÉ',
        'café',
        'Österreich',
        'österREICH',
        'МОСКВА',
        'москва',
        'É',
        'cafe',
        'osterreich',
        'CAFÈ',
      ]) {
        expect((await site.posts.query({ search: text })).ids, text).to.deep.equal([id]);
      }
      const { id: plain } = await site.posts.insert({ title: 'Cafe Smorrebrod', status: 'publish' });
      const marked = await site.posts.insert({ content: 'A cafe\u0301, strasse', status: 'publish' });
      const ids = async (text: string) => (await site.posts.query({ search: text, order: 'asc' })).ids;
      for (const text of ['café', 'cafe', 'CAFÉ', 'cafe\u0301']) {
        expect(await ids(text), text).to.deep.equal([id, plain, marked.id]);
      }
      expect(await ids('smørrebrød')).to.deep.equal([plain]);
      expect(await ids('STRAßE')).to.deep.equal(site.database.dialect === 'mysql' ? [] : [marked.id]);
      expect(await ids('cafe -österreich')).to.deep.equal([plain, marked.id]);
      expect(await ids('caft')).to.deep.equal([]);
    });
  });
}

describe('the index of texts on SQLite', () => {
  let folder: string;
  let url: string;
  let site: PostSite | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-search-'));
    url = `sqlite:${join(folder, 'site.db')}`;
  });
  afterEach(async () => {
    await site?.close();
    rmSync(folder, { recursive: true });
  });

  const open = async (searchIndex = true) => {
    site = await openPostSite({ url, pluginOptions: { database: { url, searchIndex } } });
    return site;
  };
  const behind = async ({ database }: PostSite) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table('tappet_search_pending')}`.execute(
      database.db,
    );
    return rows[0]!.n;
  };
  const isNarrowed = async ({ database }: PostSite, text: string) =>
    (await database.narrow('posts', [text])) !== undefined;

  it('is made of what is there when it is switched on, and taken away when it is switched off', async () => {
    const { posts, close } = await open(false);
    const { id } = await posts.insert({ title: 'A zephyr blows', status: 'publish' });
    expect(await isNarrowed(site!, 'zephyr')).to.equal(false);
    await close();

    const on = await open(true);
    await runCommand(on.generation, 'db reindex');
    expect(await behind(on)).to.equal(0);
    expect(await isNarrowed(on, 'zephyr')).to.equal(true);
    expect((await on.posts.query({ search: 'ephyr' })).ids).to.deep.equal([id]);
    await on.close();

    await open(false);
    const file = new Sqlite(join(folder, 'site.db'), { readonly: true });
    const left = file.prepare("select name from sqlite_master where name like '%tappet_search%'").all();
    file.close();
    expect(left).to.deep.equal([]);
  });

  it('is made anew where it is one of an earlier version, which held accents', async () => {
    const { posts, close, database } = await open();
    const { id } = await posts.insert({ title: 'Un café noir', status: 'publish' });
    await sql`drop table ${sql.table('tappet_search')}`.execute(database.db);
    await sql`create virtual table ${sql.table('tappet_search')}
      using fts5 (texts, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram')`.execute(
      database.db,
    );
    await sql`delete from ${sql.table('tappet_search_pending')}`.execute(database.db);
    await close();
    const again = await open();
    expect(await behind(again)).to.equal(1);
    await runCommand(again.generation, 'db reindex');
    expect(await isNarrowed(again, 'cafe')).to.equal(true);
    expect((await again.posts.query({ search: 'cafe' })).ids).to.deep.equal([id]);
  });

  it('finds at once what another program writes, and is brought up to date in the background', async () => {
    const { posts } = await open();
    const file = new Sqlite(join(folder, 'site.db'));
    file.prepare("insert into wp_posts (post_title) values ('A zephyr blows')").run();
    file.close();
    expect(await behind(site!)).to.equal(1);
    expect((await posts.query({ search: 'zephyr' })).total).to.equal(1);
    for (let tries = 0; tries < 100 && (await behind(site!)) > 0; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await behind(site!)).to.equal(0);
    expect((await posts.query({ search: 'zephyr' })).total).to.equal(1);
  });

  it('holds the texts of comments and the names of attached files, as they are after each change', async () => {
    const { database, generation } = await open();
    const { db } = database;
    const post = await database.insert('posts', { post_title: 'A picture' });
    const meta = await database.insert('postmeta', {
      post_id: post,
      meta_key: '_wp_attached_file',
      meta_value: '2026/01/lighthouse.jpg',
    });
    const comment = await database.insert('comments', { comment_author: 'Ann', comment_content: 'A zephyr blows' });
    await runCommand(generation, 'db reindex');
    const files = async (word: string) =>
      db
        .selectFrom('posts')
        .select('ID')
        .where((await database.narrow('posts', [word], '_wp_attached_file'))!)
        .execute();
    const comments = async (word: string) =>
      db
        .selectFrom('comments')
        .select('comment_ID')
        .where((await database.narrow('comments', [word]))!)
        .execute();
    expect(await files('ghthou')).to.deep.equal([{ ID: post }]);
    expect(await files('harbour')).to.deep.equal([]);
    expect(await comments('ephyr')).to.deep.equal([{ comment_ID: comment }]);
    expect(await comments('storm')).to.deep.equal([]);
    expect(await database.narrow('posts', ['harbour'], 'another_key')).to.equal(undefined);

    await db.updateTable('postmeta').set({ meta_value: '2026/01/harbour.jpg' }).where('meta_id', '=', meta).execute();
    await db.updateTable('comments').set({ comment_content: 'A storm' }).execute();
    expect(await files('harbour')).to.deep.equal([{ ID: post }]);
    expect(await comments('storm')).to.deep.equal([{ comment_ID: comment }]);
  });

  it('is not used while it is far behind, nor for what is in many items', async () => {
    const { database } = await open();
    const insert = (count: number) =>
      sql`insert into ${sql.table('posts')} (post_title)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
        select 'common ' || i from n`.execute(database.db);
    await insert(501);
    expect(await isNarrowed(site!, 'zephyr')).to.equal(false);
    await insert(4500);
    await runCommand(site!.generation, 'db reindex');
    expect(await isNarrowed(site!, 'zephyr')).to.equal(true);
    expect(await isNarrowed(site!, 'common')).to.equal(false);
    expect(await isNarrowed(site!, 'co')).to.equal(false);
    expect((await site!.posts.query({ search: 'common' })).total).to.equal(5001);
  });
});

describeOnPostgres('a database from before accents were folded', (freshDatabase) => {
  it('gets the function and the indexes that searches and orders of texts use', async () => {
    const url = await freshDatabase();
    const settings = { url, pluginOptions: { database: { url, searchIndex: true } } };
    const before = await openPostSite(settings);
    const { db } = before.database;
    for (const title of ['Zoo', 'Église', 'Eg', 'Ehe']) await before.posts.insert({ title, status: 'publish' });
    await sql`drop function tappet_unaccent(text) cascade`.execute(db);
    await sql`delete from ${sql.table('tappet_migrations')} where name = 'database:0006-accents'`.execute(db);
    await sql`create index "wp_posts_tappet_trgm_post_title" on ${sql.table('posts')} (post_title)`.execute(db);
    await before.close();

    const site = await openPostSite(settings);
    await runCommand(site.generation, 'db reindex');
    const { rows } = await sql<{ name: string }>`select indexname as name from pg_indexes
      where schemaname = current_schema() and indexdef like '%tappet_unaccent%' order by 1`.execute(site.database.db);
    expect(rows.map(({ name }) => name)).to.eql([
      'wp_comments_tappet_trgm_folded_texts',
      'wp_posts_tappet_trgm_folded_post_content',
      'wp_posts_tappet_trgm_folded_post_excerpt',
      'wp_posts_tappet_trgm_folded_post_title',
      'wp_posts_tappet_type_status_name',
      'wp_posts_tappet_type_status_title',
      'wp_users_tappet_display_name',
    ]);
    const former = await sql`select 1 from pg_indexes where schemaname = current_schema()
      and indexname = 'wp_posts_tappet_trgm_post_title'`.execute(site.database.db);
    expect(former.rows).to.eql([]);
    const { posts } = await site.posts.query({ search: 'eglise' });
    expect(posts.map(({ title }) => title)).to.eql(['Église']);
    const all = await site.posts.query({ orderBy: 'title', order: 'asc' });
    expect(all.posts.map(({ title }) => title)).to.eql(['Eg', 'Église', 'Ehe', 'Zoo']);
    await site.close();
  });
});
