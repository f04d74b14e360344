import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { trimAscii } from '../../../core/text/index.ts';
import type { Database } from '../../database/index.ts';
import type { PostQuery, SearchColumn } from './post-query.ts';

/** A search text, taken apart. */
export interface Search {
  /** The text without line breaks. */
  readonly text: string;
  /** Words and phrases that must occur, as written. */
  readonly words: readonly string[];
  /** Words that must not occur. */
  readonly excluded: readonly string[];
  /** Whether the text was more than one word, common ones included. */
  readonly several: boolean;
}

const PART = /".*?(?:"|$)|(?:(?<=[\t ",+])|^)[^\t ",+]+/g;
const PHRASE = /^".+"$/;
const LONE_LETTER = /^[a-z-]$/i;
/** With more words than this a text is searched for as it stands. */
const MOST_WORDS = 9;
/** With more words than this, single words in the title do not count for the relevance. */
const MOST_RANKED = 6;

/** Words that are in so many texts that a search ignores them. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  (
    'about an are as at be by com for from how in is it of on or that the this to was what when where who will ' +
    'with www'
  ).split(' '),
);

/** Takes a search text apart: words at blanks and commas, phrases in quotes, `-word` for what must not occur. */
export function parseSearch(given: string): Search {
  const text = given.replace(/[\r\n\0]/g, '');
  const parts = text.match(PART) ?? [];
  const terms = parts.map(trimmed).filter(isTelling);
  const usable = terms.length === 0 || terms.length > MOST_WORDS ? [text] : terms;
  return {
    text,
    words: usable.filter((term) => !term.startsWith('-')),
    excluded: usable.filter((term) => term.startsWith('-')).map((term) => term.slice(1)),
    several: parts.length > 1,
  };
}

/** A phrase keeps the blanks within its quotes. */
function trimmed(part: string): string {
  return PHRASE.test(part) ? trimAscii(part, `"'`) : trimAscii(part, `"' `);
}

function isTelling(term: string): boolean {
  return term !== '' && term !== '0' && !LONE_LETTER.test(term) && !COMMON_WORDS.has(term.toLowerCase());
}

const SEARCHED: readonly SearchColumn[] = ['post_title', 'post_excerpt', 'post_content'];

/** The conditions that a search puts on items. With a key, the values of that metadata are searched as well. */
export function searchConditions(
  search: Search,
  { searchColumns = [], searchMeta: metaKey }: PostQuery,
  database: Database,
): RawBuilder<SqlBool>[] {
  const occurs = (word: string) => {
    const places = (searchColumns.length > 0 ? searchColumns : SEARCHED).map((column) =>
      contains(column, word, database),
    );
    if (metaKey !== undefined) places.push(metaContains(metaKey, word, database));
    return sql<SqlBool>`(${either(places)})`;
  };
  return [...search.words.map(occurs), ...search.excluded.map((word) => sql<SqlBool>`not ${occurs(word)}`)];
}

/** A number that is the smaller, the better an item fits a search: whole text before words, title before body. */
export function relevance(search: Search, database: Database): RawBuilder<number> | undefined {
  const inTitle = search.words.map((word) => contains('post_title', word, database));
  if (!search.several) {
    return inTitle[0] === undefined ? undefined : sql`case when ${inTitle[0]} then 0 else 1 end`;
  }
  const whole = /(?:\s|^)-/.test(search.text) ? undefined : search.text;
  const ranks: (RawBuilder<SqlBool> | undefined)[] = [
    whole === undefined ? undefined : contains('post_title', whole, database),
    inTitle.length === 0 || inTitle.length > MOST_RANKED ? undefined : sql<SqlBool>`${sql.join(inTitle, sql` and `)}`,
    inTitle.length < 2 || inTitle.length > MOST_RANKED ? undefined : either(inTitle),
    whole === undefined ? undefined : contains('post_excerpt', whole, database),
    whole === undefined ? undefined : contains('post_content', whole, database),
  ];
  const branches = ranks.flatMap((condition, rank) =>
    condition === undefined ? [] : [sql`when ${condition} then ${sql.lit(rank)}`],
  );
  return branches.length === 0 ? undefined : sql`case ${sql.join(branches, sql` `)} else ${sql.lit(ranks.length)} end`;
}

const contains = (column: string, word: string, database: Database): RawBuilder<SqlBool> =>
  database.matches(column, `%${database.like(word)}%`);

const metaContains = (key: string, word: string, database: Database): RawBuilder<SqlBool> =>
  sql`exists (select 1 from ${sql.table('postmeta')} where post_id = ${sql.ref('posts.ID')} and meta_key = ${key}
    and ${contains('meta_value', word, database)})`;

const either = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.join(conditions, sql` or `)}`;
