import { randomUUID } from 'node:crypto';
import Database, { type Database as Connection } from 'better-sqlite3';
import { createHost } from '../../../host/index.ts';
import { hashSecret, makeSecret } from '../../../plugins/application-passwords/secret.ts';
import { MetaStore } from '../../../plugins/meta/index.ts';
import { UserStore } from '../../../plugins/users/index.ts';
import { runCommand } from '../../support/run-command.ts';
import type { DataSet } from './data-set.ts';
import { paragraph, RARE, word, words } from './texts.ts';

const CATEGORIES = 20;
const TAGS = 200;
const AUTHORS = 5;
/** The number of posts that contain the rare word. */
const RARE_POSTS = 10;
/** The dates of posts are evenly distributed between these, in milliseconds. */
const FROM = Date.UTC(2010, 0, 1);
const TO = Date.UTC(2024, 0, 1);

const stored = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');

/**
 * Creates a data set: published posts of about 2 KB, each with a category, two tags and two values of metadata, and a
 * comment on every tenth. It is the same on every run except for the password of the administrator. All rows are inserted
 * in one transaction; indexes and triggers are created afterwards.
 */
export async function seed(database: string, posts: number): Promise<Omit<DataSet, 'database' | 'posts'>> {
  const site = await makeSite(database);
  const db = new Database(database);
  db.pragma('journal_mode = delete');
  db.pragma('journal_mode = off');
  db.pragma('synchronous = off');
  db.pragma('cache_size = -500000');
  const restore = withoutIndexes(db);
  const ids = db.transaction(() => fill(db, posts))();
  restore();
  db.pragma('journal_mode = wal');
  db.close();
  await reindex(database);
  const middle = stored(FROM + Math.floor((TO - FROM) / 2)).replace(' ', 'T');
  return { ...site, ...ids, middle };
}

/** Creates an empty site with an administrator, who has an application password. */
async function makeSite(database: string): Promise<{ authorization: string }> {
  const host = await createHost({ database: `sqlite:${database}`, logLevel: 'silent' });
  const { services } = host.generation;
  const { id } = await services
    .get('bench', UserStore)
    .create({ login: 'admin', email: 'admin@example.org', password: makeSecret(), roles: ['administrator'] });
  const secret = makeSecret();
  const password = { uuid: randomUUID(), app_id: '', name: 'bench', password: hashSecret(secret), created: 0 };
  await services.get('bench', MetaStore).set('user', id, '_application_passwords', [password]);
  await host.close();
  return { authorization: `Basic ${Buffer.from(`admin:${secret}`).toString('base64')}` };
}

/** Fills the tables that triggers maintain, because the triggers were dropped while rows were inserted. */
async function reindex(database: string): Promise<void> {
  const host = await createHost({ database: `sqlite:${database}`, logLevel: 'silent' });
  await runCommand(host.generation, 'db reindex');
  await host.close();
}

/** Drops the indexes and triggers of a database; returns the statements that create them again. */
function withoutIndexes(db: Connection): () => void {
  const found = db
    .prepare("select type, name, sql from sqlite_master where type in ('index', 'trigger') and sql is not null")
    .all() as { type: string; name: string; sql: string }[];
  for (const { type, name } of found) db.exec(`drop ${type} "${name}"`);
  return () => {
    for (const { sql } of found) db.exec(sql);
  };
}

/** Fills the tables; returns the ids that requests use. */
function fill(db: Connection, posts: number): Pick<DataSet, 'category' | 'author' | 'firstPost'> {
  const run = (sql: string) => {
    const statement = db.prepare(sql);
    return (...values: unknown[]) => Number(statement.run(...values).lastInsertRowid);
  };
  const addUser = run(
    "insert into wp_users (user_login, user_pass, user_nicename, user_email, user_registered, display_name) values (?, '', ?, ?, '2020-01-01 00:00:00', ?)",
  );
  const addTerm = run('insert into wp_terms (name, slug) values (?, ?)');
  const addTaxonomy = run(
    "insert into wp_term_taxonomy (term_id, taxonomy, description, parent, count) values (?, ?, '', 0, 0)",
  );
  const relate = run('insert into wp_term_relationships (object_id, term_taxonomy_id) values (?, ?)');
  const addMeta = run('insert into wp_postmeta (post_id, meta_key, meta_value) values (?, ?, ?)');
  const addComment = run(
    "insert into wp_comments (comment_post_ID, comment_author, comment_author_email, comment_date, comment_date_gmt, comment_content, comment_approved, comment_type) values (?, 'Visitor', 'v@example.org', ?, ?, ?, '1', 'comment')",
  );
  const addPost = run(
    `insert into wp_posts (post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status,
      comment_status, ping_status, post_name, post_modified, post_modified_gmt, guid, post_type, comment_count,
      to_ping, pinged, post_content_filtered)
     values (?, ?, ?, ?, ?, ?, 'publish', 'open', 'open', ?, ?, ?, ?, 'post', ?, '', '', '')`,
  );
  const terms = (taxonomy: string, name: string, count: number) =>
    Array.from({ length: count }, (_, n) => {
      const term = addTerm(`${name} ${n}`, `${name}-${n}`);
      return { term, row: addTaxonomy(term, taxonomy) };
    });
  const authors = Array.from({ length: AUTHORS }, (_, n) =>
    addUser(`writer${n + 1}`, `writer${n + 1}`, `writer${n + 1}@example.org`, `Writer ${n + 1}`),
  );
  const categories = terms('category', 'topic', CATEGORIES);
  const tags = terms('post_tag', 'mark', TAGS);
  let firstPost = 0;
  for (let n = 0; n < posts; n++) {
    const date = stored(FROM + Math.floor(((TO - FROM) / posts) * n));
    const isCommented = n % 10 === 0;
    const id = addPost(
      authors[n % AUTHORS],
      date,
      date,
      contentOf(n, posts),
      `Post ${n} ${words(4, n)}`,
      words(25, n),
      `post-${n}`,
      date,
      date,
      `http://localhost/?p=${n}`,
      isCommented ? 1 : 0,
    );
    if (n === 0) firstPost = id;
    const first = n % TAGS;
    const second = (n * 7 + 3) % TAGS;
    relate(id, categories[n % CATEGORIES]!.row);
    relate(id, tags[first]!.row);
    relate(id, tags[second === first ? (first + 1) % TAGS : second]!.row);
    addMeta(id, 'colour', word(n));
    addMeta(id, 'rating', String(n % 6));
    if (isCommented) addComment(id, date, date, words(20, n));
  }
  db.exec(
    `update wp_term_taxonomy set count = used.posts from
      (select term_taxonomy_id as row, count(*) as posts from wp_term_relationships group by term_taxonomy_id) as used
     where used.row = wp_term_taxonomy.term_taxonomy_id`,
  );
  return { category: categories[7]!.term, author: authors[2]!, firstPost };
}

/** The content of a post, different for each. */
function contentOf(n: number, posts: number): string {
  const isRare = n % Math.ceil(posts / RARE_POSTS) === 3;
  const opening = `Number ${n}${isRare ? ` ${RARE}` : ''} ${words(50, n)}.`;
  return [opening, ...[1, 2, 3, 4].map((part) => `${words(55, n + part)}.`)].map(paragraph).join('\n\n');
}
