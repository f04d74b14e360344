import type { RawBuilder, SqlBool } from 'kysely';
import type { SearchedTable } from './searched.ts';

/** An index of the words of items and comments, which narrows a search down; what it finds is still to be checked. */
export interface SearchIndex {
  /**
   * The condition, on a table, of being among the few rows in whose texts all these words may occur, the values
   * of a key of metadata included. Undefined when they may
   * be in many, when no word is of three letters, and while the index is too far behind.
   */
  narrow(table: SearchedTable, words: readonly string[], metaKey?: string): Promise<RawBuilder<SqlBool> | undefined>;
  /** Brings the index up to date; `progress` gets the number of rows that are left. */
  catchUp(progress?: (left: number) => void): Promise<void>;
  /** Brings the index up to date in the background. */
  soon(): void;
  /** Ends the work in the background. */
  stop(): Promise<void>;
}
