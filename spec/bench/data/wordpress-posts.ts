import { createConnection } from 'mysql2/promise';
import { paragraph, words } from './texts.ts';

const CATEGORIES = 20;
/** How many rows one statement inserts. */
const PART = 500;
/** The first id of what is made, beyond all that a new WordPress has. */
const FIRST = 1000;
/** After the items of the site, of which one has a password. */
const START = Date.UTC(2022, 0, 1);
const MINUTES = 60_000;

const dateOf = (at: number): string => new Date(START + at * 7 * MINUTES).toISOString().slice(0, 19).replace('T', ' ');

/** Adds published posts with texts, terms and authors to the database of a WordPress, as rows: PHP would take minutes. */
export async function addPosts(address: string, count: number, authors: readonly number[]): Promise<void> {
  const connection = await createConnection({ uri: address, multipleStatements: true });
  const insert = async (table: string, columns: string, rows: readonly unknown[][]): Promise<void> => {
    await connection.query(`insert into wp_${table} (${columns}) values ?`, [rows]);
  };
  const parts = async (size: number, work: (numbers: readonly number[]) => Promise<void>): Promise<void> => {
    for (let at = 0; at < size; at += PART) {
      await work(Array.from({ length: Math.min(PART, size - at) }, (_, more) => at + more));
    }
  };
  try {
    await connection.query("set session sql_mode = ''");
    const categories = Array.from({ length: CATEGORIES }, (_, at) => FIRST + at);
    await insert(
      'terms',
      'term_id, name, slug',
      categories.map((id) => [id, `Topic ${id}`, `topic-${id}`]),
    );
    await insert(
      'term_taxonomy',
      'term_taxonomy_id, term_id, taxonomy, description, count',
      categories.map((id) => [id, id, 'category', '', Math.floor(count / CATEGORIES)]),
    );
    const columns =
      'ID, post_author, post_date, post_date_gmt, post_modified, post_modified_gmt, post_title, post_name, post_content, guid, post_excerpt, to_ping, pinged, post_content_filtered';
    await parts(count, async (numbers) => {
      await insert(
        'posts',
        columns,
        numbers.map((at) => {
          const date = dateOf(at);
          const content = [1, 2, 3, 4, 5].map((salt) => paragraph(`${words(55, at + salt)}.`)).join('\n\n');
          const author = authors[at % authors.length];
          const [id, address] = [FIRST + at, `http://127.0.0.1/?p=${FIRST + at}`];
          return [id, author, date, date, date, date, `Post ${at}`, `post-${at}`, content, address, '', '', '', ''];
        }),
      );
      await insert(
        'term_relationships',
        'object_id, term_taxonomy_id',
        numbers.map((at) => [FIRST + at, FIRST + (at % CATEGORIES)]),
      );
    });
    await connection.query('analyze table wp_posts, wp_term_relationships, wp_term_taxonomy, wp_terms');
  } finally {
    await connection.end();
  }
}
