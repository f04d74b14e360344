import type { Selectable } from 'kysely';
import type { Database, PostsTable } from '../../database/index.ts';

type Row = Selectable<PostsTable>;

/** How many characters of contents are kept of a database. */
const MOST_CHARACTERS = 500_000;

/** Beside its content, what a row costs, in characters. */
const ROW = 1000;

/** Rows of items, as they are in the database until anybody writes to their table. */
class KeptRows {
  #version: string | undefined;
  #size = 0;
  readonly #rows = new Map<number, Row>();

  /** The rows of these ids; undefined unless all are kept, and as they were. */
  find(ids: readonly number[], version: string): Row[] | undefined {
    if (version !== this.#version) return undefined;
    const found: Row[] = [];
    for (const id of ids) {
      const row = this.#rows.get(id);
      if (row === undefined) return undefined;
      found.push(row);
    }
    return found;
  }

  /** Keeps rows that were read after the version was asked for. */
  keep(rows: readonly Row[], version: string): void {
    if (version !== this.#version || this.#size > MOST_CHARACTERS) {
      this.#rows.clear();
      this.#size = 0;
      this.#version = version;
    }
    for (const row of rows) {
      if (this.#rows.has(row.ID)) continue;
      this.#rows.set(row.ID, row);
      this.#size += row.post_content.length + row.post_content_filtered.length + row.post_excerpt.length + ROW;
    }
  }
}

const kept = new WeakMap<Database, KeptRows>();

/**
 * The rows of these ids, read anew only where anybody has written since, or where that cannot be told at once. They are
 * shared, and not to be changed. An answer that is made of kept ones is made of the table all the same.
 */
export async function rowsOf(
  ids: readonly number[],
  database: Database,
  read: () => Row[] | PromiseLike<Row[]>,
): Promise<readonly Row[]> {
  const version = database.version('posts');
  if (version === undefined) return read();
  let rows = kept.get(database);
  if (rows === undefined) {
    rows = new KeptRows();
    kept.set(database, rows);
  }
  const found = rows.find(ids, version);
  if (found !== undefined) {
    database.sources.source('posts').read();
    return found;
  }
  const fresh = await read();
  rows.keep(fresh, version);
  return fresh;
}
