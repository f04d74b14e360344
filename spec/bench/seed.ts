import Database from 'better-sqlite3';
import { createHost } from '../../host/index.ts';

const CATEGORIES = 20;
const TAGS = 200;
const WORDS = 'lorem ipsum dolor sit amet consetetur sadipscing elitr sed diam nonumy eirmod tempor invidunt'.split(
  ' ',
);

/** A text of so many words that differs from item to item. */
const words = (count: number, salt: number): string =>
  Array.from({ length: count }, (_, at) => WORDS[(at * 7 + salt * 13 + ((at * salt) % 11)) % WORDS.length]).join(' ');

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

const stored = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');

/**
 * Makes a database with so many published posts of about 2 KB, each with a category and two tags, two meta
 * values, and a comment to every tenth. The same on every run.
 */
export async function seed(file: string, posts: number): Promise<void> {
  const host = await createHost({ database: `sqlite:${file}`, logLevel: 'silent' });
  await host.close();
  const db = new Database(file);
  db.pragma('synchronous = off');
  const run = (sql: string) => {
    const statement = db.prepare(sql);
    return (...values: unknown[]) => Number(statement.run(...values).lastInsertRowid);
  };
  const addUser = run(
    "insert into wp_users (user_login, user_pass, user_nicename, user_email, user_registered, display_name) values (?, '', ?, ?, '2020-01-01 00:00:00', ?)",
  );
  const addTerm = run('insert into wp_terms (name, slug) values (?, ?)');
  const addTaxonomy = run(
    "insert into wp_term_taxonomy (term_id, taxonomy, description, parent, count) values (?, ?, '', 0, ?)",
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
  db.transaction(() => {
    const authors = [1, 2, 3, 4, 5].map((n) =>
      addUser(`writer${n}`, `writer${n}`, `writer${n}@example.org`, `Writer ${n}`),
    );
    const terms = (taxonomy: string, name: string, count: number, uses: number) =>
      Array.from({ length: count }, (_, n) => addTaxonomy(addTerm(`${name} ${n}`, `${name}-${n}`), taxonomy, uses));
    const categories = terms('category', 'topic', CATEGORIES, Math.floor(posts / CATEGORIES));
    const tags = terms('post_tag', 'mark', TAGS, Math.floor((posts * 2) / TAGS));
    for (let n = 0; n < posts; n++) {
      const date = stored(Date.UTC(2010, 0, 1) + n * 450_000);
      const content = Array.from({ length: 5 }, (_, p) => paragraph(`${words(55, n + p)}.`)).join('\n\n');
      const commented = n % 10 === 0;
      const id = addPost(
        authors[n % authors.length],
        date,
        date,
        content,
        `Post ${n} ${words(4, n)}`,
        words(25, n),
        `post-${n}`,
        date,
        date,
        `http://localhost/?p=${n}`,
        commented ? 1 : 0,
      );
      relate(id, categories[n % CATEGORIES]);
      relate(id, tags[n % TAGS]);
      relate(id, tags[(n * 7 + 3) % TAGS] === tags[n % TAGS] ? tags[(n + 1) % TAGS] : tags[(n * 7 + 3) % TAGS]);
      addMeta(id, 'colour', WORDS[n % WORDS.length]);
      addMeta(id, 'rating', String(n % 6));
      if (commented) addComment(id, date, date, words(20, n));
    }
  })();
  db.exec('analyze');
  db.close();
}
