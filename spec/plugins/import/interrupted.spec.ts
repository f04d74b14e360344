import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { definePlugin, RestError } from '../../../host/index.ts';
import { CommentStore } from '../../../plugins/comments/index.ts';
import { Database } from '../../../plugins/database/index.ts';
import { UserSecrets, UserStore } from '../../../plugins/users/index.ts';
import { buildFullSite, type FullSite } from '../../support/full-site.ts';
import { describeOnSqliteAndPostgres } from '../../support/on-databases.ts';
import { runCommand } from '../../support/run-command.ts';

/** The posts of an export of more than two batches, and the blanks after each: a batch ends by its records or its bytes. */
interface Amount {
  readonly posts: number;
  readonly blanks: number;
}
const BY_RECORDS: Amount = { posts: 1020, blanks: 0 };
const BY_BYTES: Amount = { posts: 220, blanks: 30_000 };
const PAGES = 30;
const FILES = 20;

const cdata = (text: string) => `<![CDATA[${text}]]>`;
const meta = (name: string, key: string, value: string) =>
  `<wp:${name}><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:${name}>`;

const term = (at: number) => `<wp:category><wp:term_id>${at + 10}</wp:term_id>
  <wp:category_nicename>topic-${at}</wp:category_nicename><wp:cat_name>${cdata(`Topic ${at}`)}</wp:cat_name>
  <wp:category_parent>${at === 9 ? '' : `topic-${at + 1}`}</wp:category_parent>
  ${meta('termmeta', 'shade', `shade ${at}`)}</wp:category>`;

const comment = (id: number, parent: number) => `<wp:comment><wp:comment_id>${id}</wp:comment_id>
  <wp:comment_author>${cdata('Ann')}</wp:comment_author><wp:comment_date>2020-01-02 03:04:05</wp:comment_date>
  <wp:comment_date_gmt>2020-01-02 03:04:05</wp:comment_date_gmt><wp:comment_content>${cdata(`Comment ${id}`)}
  </wp:comment_content><wp:comment_approved>1</wp:comment_approved><wp:comment_parent>${parent}</wp:comment_parent>
  ${meta('commentmeta', 'mood', 'good')}</wp:comment>`;

const item = (id: number, type: string, parent: number, more: string) => `<item><title>${cdata(`${type} ${id}`)}</title>
  <dc:creator>writer</dc:creator><guid>https://old.example/?p=${id}</guid>
  <content:encoded>${cdata(`Text of ${id}`)}</content:encoded><wp:post_id>${id}</wp:post_id>
  <wp:post_date>2020-01-01 00:00:00</wp:post_date><wp:post_date_gmt>2020-01-01 00:00:00</wp:post_date_gmt>
  <wp:post_modified>2020-01-01 00:00:00</wp:post_modified>
  <wp:post_modified_gmt>2020-01-01 00:00:00</wp:post_modified_gmt><wp:post_name>same</wp:post_name>
  <wp:status>${type === 'attachment' ? 'inherit' : 'publish'}</wp:status><wp:post_parent>${parent}</wp:post_parent>
  <wp:post_type>${type}</wp:post_type><wp:is_sticky>${id % 190 === 0 ? 1 : 0}</wp:is_sticky>${more}</item>`;

/** An export in which much stands before what it refers to. */
function* parts({ posts, blanks }: Amount): Generator<string> {
  yield `<rss xmlns:content="c" xmlns:dc="d" xmlns:wp="w"><channel><wp:wxr_version>1.2</wp:wxr_version>
    <wp:base_blog_url>https://old.example</wp:base_blog_url><wp:author><wp:author_id>40</wp:author_id>
    <wp:author_login>writer</wp:author_login><wp:author_email>writer@example.org</wp:author_email></wp:author>`;
  for (let at = 0; at < 10; at++) yield term(at);
  // Each page lies below the next one.
  for (let at = 0; at < PAGES; at++) yield item(5000 + at, 'page', at === PAGES - 1 ? 0 : 5001 + at, '');
  for (let at = 0; at < posts; at++) {
    const topic = `<category domain="category" nicename="topic-${at % 10}">${cdata(`Topic ${at % 10}`)}</category>
      <category domain="post_tag" nicename="mark-${at % 7}">${cdata(`Mark ${at % 7}`)}</category>`;
    const image = at % 50 === 0 ? meta('postmeta', '_thumbnail_id', `${9000 + (at % FILES)}`) : '';
    // Every second comment answers the one before it, and the first of each item one of the next item.
    const [first, second] = [20_000 + at * 2, 20_001 + at * 2];
    const comments = at % 10 === 0 ? comment(first, first + 20) + comment(second, first) : '';
    yield item(100 + at, 'post', 0, topic + meta('postmeta', 'colour', `colour ${at}`) + image + comments);
    yield ' '.repeat(blanks);
  }
  for (let at = 0; at < FILES; at++)
    yield item(9000 + at, 'attachment', 100 + at, '<wp:attachment_url>https://old.example/a.jpg</wp:attachment_url>');
  yield '</channel></rss>';
}

/** The number of the item at which the import breaks off; 0 for none. */
let stopAt = 0;
const obstacle = definePlugin({
  name: 'obstacle',
  version: '1.0.0',
  description: 'Breaks an import off where a spec wants it.',
  capabilities: ['content:write'],
  setup({ hooks }) {
    hooks.filter('wp_insert_post_data').tap('obstacle', (data, { importId }) => {
      if (importId === stopAt) throw new RestError('stopped', 'Stopped.', { status: 400 });
      return data;
    });
  },
});

/** All that an import stores, but for ids that the database gives and that say nothing. */
async function everything({ generation }: FullSite): Promise<Record<string, string[]>> {
  const { db } = generation.services.get('spec', Database);
  const own = db.withTables<{ tappet_imports: object; tappet_import_waiting: object }>();
  const found = {
    posts: await db.selectFrom('posts').selectAll().execute(),
    postmeta: await db.selectFrom('postmeta').select(['post_id', 'meta_key', 'meta_value']).execute(),
    terms: await db
      .selectFrom('term_taxonomy as tt')
      .innerJoin('terms as t', 't.term_id', 'tt.term_id')
      .leftJoin('terms as parent', 'parent.term_id', 'tt.parent')
      .select(['t.slug', 't.name', 'tt.taxonomy', 'tt.count', 'parent.slug as parent'])
      .execute(),
    termmeta: await db
      .selectFrom('termmeta')
      .innerJoin('terms', 'terms.term_id', 'termmeta.term_id')
      .select(['slug', 'meta_key', 'meta_value'])
      .execute(),
    relations: await db
      .selectFrom('term_relationships as relation')
      .innerJoin('term_taxonomy as tt', 'tt.term_taxonomy_id', 'relation.term_taxonomy_id')
      .innerJoin('terms as t', 't.term_id', 'tt.term_id')
      .select(['relation.object_id', 't.slug', 'tt.taxonomy'])
      .execute(),
    comments: await db.selectFrom('comments').selectAll().execute(),
    commentmeta: await db.selectFrom('commentmeta').select(['comment_id', 'meta_key', 'meta_value']).execute(),
    users: await db.selectFrom('users').select(['user_login', 'user_email', 'display_name']).execute(),
    options: await db
      .selectFrom('options')
      .select(['option_value'])
      .where('option_name', '=', 'sticky_posts')
      .execute(),
    imports: await own.selectFrom('tappet_imports').selectAll().execute(),
    waiting: await own.selectFrom('tappet_import_waiting').selectAll().execute(),
  };
  return Object.fromEntries(
    Object.entries(found).map(([name, rows]) => [name, rows.map((row) => JSON.stringify(row)).sort()]),
  );
}

/** What an import prints, or the message with which it fails. */
async function importInto({ generation }: FullSite, source: string): Promise<string> {
  try {
    return (await runCommand(generation, 'import', { source }, { authors: 'create' })).join(' ');
  } catch (error) {
    return (error as Error).message;
  }
}

describeOnSqliteAndPostgres('tappet import that breaks off', (freshDatabase) => {
  let folder: string;
  let file: string;
  let whole: FullSite;
  let stopped: FullSite;
  let expected: Record<string, string[]>;
  let amount: Amount;

  before(async function () {
    this.timeout(240_000);
    folder = await mkdtemp(join(tmpdir(), 'tappet-import-'));
    file = join(folder, 'export.xml');
    const databases = [await freshDatabase(), await freshDatabase()];
    amount = databases[0]!.startsWith('sqlite') ? BY_RECORDS : BY_BYTES;
    await writeFile(file, [...parts(amount)].join('\n'));
    const site = (database: string) => buildFullSite({ database, without: ['default-content'], more: [obstacle] });
    [whole, stopped] = [await site(databases[0]!), await site(databases[1]!)];
    stopAt = 0;
    await importInto(whole, file);
    expected = await everything(whole);
  });
  after(async () => {
    await whole.close();
    await stopped.close();
    await rm(folder, { recursive: true });
  });

  it('goes on when it is run again, and ends as one that was not stopped', async function () {
    this.timeout(240_000);
    stopAt = 100 + amount.posts * 0.8;
    expect(await importInto(stopped, file)).to.equal('Stopped.');
    const { db } = stopped.generation.services.get('spec', Database);
    const { some } = await db
      .selectFrom('posts')
      .select((eb) => eb.fn.countAll().as('some'))
      .executeTakeFirstOrThrow();
    expect(Number(some), 'items that were stored before').to.be.greaterThan(0).and.below(amount.posts);
    stopAt = 9010;
    expect(await importInto(stopped, file)).to.equal('Stopped.');
    stopAt = 0;
    expect(await importInto(stopped, file)).to.match(
      /^Success: imported \d+ items, .* \d+ items were there already\.$/,
    );
    expect(await everything(stopped)).to.deep.equal(expected);
  });

  it('leaves nothing to be completed', () => {
    expect(expected.waiting).to.deep.equal([]);
    expect(expected.posts!.filter((row) => /"post_parent":-/.test(row))).to.deep.equal([]);
    expect(expected.terms).to.include(
      JSON.stringify({
        slug: 'topic-0',
        name: 'Topic 0',
        taxonomy: 'category',
        count: amount.posts / 10,
        parent: 'topic-1',
      }),
    );
  });

  it('counts the comments of each item', async () => {
    const comments = whole.generation.services.get('spec', CommentStore);
    expect((await comments.query({ posts: [100] })).total).to.equal(2);
    expect(expected.posts!.find((row) => /"ID":100,/.test(row))).to.match(/"comment_count":2/);
  });

  it('makes authors for whom no password fits until one is set, and computes no hash for them', async () => {
    const users = whole.generation.services.get('spec', UserStore);
    const writer = (await users.byLogin('writer'))!;
    expect(whole.generation.services.get('spec', UserSecrets).of(writer).passwordHash).to.equal('');
    for (const password of ['', 'writer']) {
      expect(await users.authenticate('writer', password)).to.have.property('code', 'incorrect_password');
    }
    await users.update(writer.id, { password: 'a long new password' });
    expect(await users.authenticate('writer', 'a long new password')).to.have.property('id', writer.id);
  });

  it('leaves no text to be indexed', async () => {
    const { db, dialect } = whole.generation.services.get('spec', Database);
    if (dialect !== 'sqlite') return;
    const pending = db.withTables<{ tappet_search_pending: object }>().selectFrom('tappet_search_pending');
    expect(await pending.selectAll().execute()).to.deep.equal([]);
  });

  it('leaves tables that the planner knows', async () => {
    const { db, dialect } = whole.generation.services.get('spec', Database);
    if (dialect !== 'postgres') return;
    const tables = db.withTables<{ pg_class: { relname: string; relnamespace: number; reltuples: number } }>();
    const { sql } = await import('kysely');
    const rows = await tables
      .selectFrom('pg_class')
      .select(['relname', 'reltuples'])
      .where('relname', 'in', ['wp_posts', 'wp_comments'])
      .where('relnamespace', '=', sql<number>`current_schema()::regnamespace`)
      .orderBy('relname')
      .execute();
    expect(rows).to.deep.equal([
      { relname: 'wp_comments', reltuples: amount.posts / 5 },
      { relname: 'wp_posts', reltuples: amount.posts + PAGES + FILES },
    ]);
  });
});
