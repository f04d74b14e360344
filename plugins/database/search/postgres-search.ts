import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Logger } from '../../../core/index.ts';
import type { Database } from '../database.ts';
import { IndexBuild, indexesOf, type TrigramIndex } from './postgres-index-build.ts';
import type { SearchIndex } from './search-index.ts';
import { SEARCHED } from './searched.ts';

/** All texts of a comment, in one. */
const commentTexts = sql`(${sql.join(
  SEARCHED.comments.texts.map((column) => sql.ref(column)),
  sql` || chr(10) || `,
)})`;

/** The indexes under a prefix: of texts as they are, and where there is a function that folds them, of folded ones. */
function indexesUnder(prefix: string, fold: string | undefined): TrigramIndex[] {
  const kind = fold === undefined ? 'trgm' : 'trgm_folded';
  return [
    ...SEARCHED.posts.texts.map((column) => ({
      name: `${prefix}posts_tappet_${kind}_${column}`,
      table: 'posts',
      expression: folded(fold, sql.ref(column)),
    })),
    {
      name: `${prefix}comments_tappet_${kind}_texts`,
      table: 'comments',
      expression: folded(fold, commentTexts),
    },
  ];
}

const folded = (fold: string | undefined, text: RawBuilder<unknown>): RawBuilder<unknown> =>
  fold === undefined ? text : sql`${sql.ref(fold)}(${text})`;

/**
 * Makes indexes of trigrams where they are missing, or takes them away. The database itself chooses whether a search
 * uses them, and maintains them. Where there are items already, they are made in the background. Without the extension
 * pg_trgm, and the right to add it, searches look at every item.
 */
export async function openPostgresSearch(
  { db, prefix, like }: Pick<Database, 'db' | 'prefix' | 'like'>,
  isEnabled: boolean,
  log: Logger,
  fold: string | undefined,
): Promise<SearchIndex | undefined> {
  const indexes = indexesUnder(prefix, fold);
  const others = indexesUnder(prefix, fold === undefined ? '' : undefined);
  const found = await indexesOf(db, indexes);
  // Those of texts as they are help no search for folded ones.
  for (const { name } of await indexesOf(db, isEnabled ? others : [...indexes, ...others]))
    await sql`drop index if exists ${sql.ref(name)}`.execute(db);
  if (!isEnabled) return undefined;
  const build = new IndexBuild(db, indexes);
  if (found.filter(({ valid }) => valid).length < indexes.length) {
    build.start((error) =>
      log.warn(`searches look at every item, for their indexes could not be made: ${error.message}`),
    );
    const { rows } = await sql<{ any: boolean }>`select exists (select 1 from ${sql.table('posts')}) as "any"`.execute(
      db,
    );
    if (rows[0]?.any !== true) await build.made;
  }
  return {
    // Each text of an item has an index of its own, which the conditions of the search use themselves.
    narrow: async (table, words) => (table === 'comments' ? allOccur(words, like, fold) : undefined),
    catchUp: () => build.made,
    soon: () => undefined,
    stop: () => build.stop(),
  };
}

/** The condition that all words occur somewhere in the texts of a comment. */
const allOccur = (words: readonly string[], like: Database['like'], fold: string | undefined): RawBuilder<SqlBool> => {
  const occurs = (word: string) => {
    const pattern = `%${like(word)}%`;
    return fold === undefined
      ? sql`${commentTexts} ilike ${pattern} escape '\\'`
      : sql`${folded(fold, commentTexts)} like ${folded(fold, sql`${pattern}`)} escape '\\'`;
  };
  return sql<SqlBool>`(${sql.join(words.map(occurs), sql` and `)})`;
};
