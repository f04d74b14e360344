import { LRUCache } from 'lru-cache';
import { ANYTHING } from './sources.ts';
import { ID_COLUMNS } from './tables.ts';

/** What a statement reads and writes: names of tables without prefix, and `*` where that cannot be told from its text. */
export interface Footprint {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** Whether it answers otherwise each time, or as time goes by. */
  readonly varies: boolean;
}

/** How many statements are remembered. */
const STATEMENTS = 2000;

/** The tables that nothing but statements which name them changes. */
const TABLES: ReadonlySet<string> = new Set([...ID_COLUMNS.keys(), 'term_relationships']);

/** The tables that triggers of ours keep, and what they are derived from. */
const DERIVED: ReadonlyMap<string, readonly string[]> = new Map([
  ['tappet_post_counts', ['posts', 'term_relationships']],
  ['tappet_term_posts', ['posts', 'term_relationships']],
  ['tappet_search', ['posts']],
  ['tappet_search_pending', ['posts']],
]);

/** What stands before the name of a table. */
const PLACES = /\b(?:from|join|into|(?<!\bfor\s)update(?!\s+set\b)|table)\s+(?:only\s+)?("[^"]*"|[\w.$]+)(\s*\()?/gi;

/** A list of tables, of which only the first would be found. */
const LISTS =
  /\b(?:from|join)\s+(?:"[^"]*"|[\w.$]+)(?:\s+(?:as\s+)?(?:"[^"]*"|(?!where\b|join\b|left\b|inner\b)\w+))?\s*,/i;

/** Functions that stand in the place of tables and read what they are given. */
const FUNCTIONS = new Set(['json_each', 'json_tree', 'unnest', 'generate_series']);

const VARIES = /\b(?:random|randomblob|now|clock_timestamp|uuid_generate_v4|gen_random_uuid)\s*\(|\bcurrent_|'now'/i;

/** Statements that neither read tables nor write. */
const NOTHING = /^\s*(?:begin|commit|rollback|savepoint|release|pragma|set|show|explain|listen|unlisten)\b/i;

const NONE: Footprint = { reads: [], writes: [], varies: false };

/** Tells from the text of a statement which tables it reads and writes; a text is looked at once. */
export class Footprints {
  readonly #prefix: string;
  readonly #known = new LRUCache<string, Footprint>({ max: STATEMENTS });

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  of(sql: string): Footprint {
    let footprint = this.#known.get(sql);
    if (footprint === undefined) {
      footprint = this.#read(sql);
      this.#known.set(sql, footprint);
    }
    return footprint;
  }

  #read(sql: string): Footprint {
    if (NOTHING.test(sql)) return NONE;
    const tables = this.#tables(sql);
    const varies = VARIES.test(sql);
    const isRead =
      /^\s*(?:select|values)\b/i.test(sql) || (/^\s*with\b/i.test(sql) && !/\b(?:insert|update|delete)\b/i.test(sql));
    return isRead ? { reads: tables, writes: [], varies } : { reads: [], writes: tables, varies };
  }

  #tables(sql: string): string[] {
    if (LISTS.test(sql)) return [ANYTHING];
    const found = new Set<string>();
    let places = 0;
    for (const [, name = '', call] of sql.matchAll(PLACES)) {
      places++;
      if (call !== undefined && FUNCTIONS.has(name.toLowerCase())) continue;
      // The body of a query in parentheses follows; its tables have places of their own.
      for (const table of this.#tablesOf(name)) found.add(table);
    }
    const hasPlaces = places > 0 || /^\s*select\b(?!.*\bfrom\b)/is.test(sql);
    return hasPlaces ? [...found] : [ANYTHING];
  }

  /** The tables that a name stands for, or everything: other tables may be views, or be kept by triggers. */
  #tablesOf(quoted: string): readonly string[] {
    const name = quoted.startsWith('"') ? quoted.slice(1, -1) : quoted;
    const bare = name.startsWith(this.#prefix) ? name.slice(this.#prefix.length) : undefined;
    if (bare === undefined) return [ANYTHING];
    return TABLES.has(bare) ? [bare] : (DERIVED.get(bare) ?? [ANYTHING]);
  }
}
