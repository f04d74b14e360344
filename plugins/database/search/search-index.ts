import type { RawBuilder, SqlBool } from 'kysely';

/** An index of the words of items, which narrows a search down; the items that it finds are still to be checked. */
export interface SearchIndex {
  /**
   * The condition, on `posts`, of being among the few items in which all these words may occur. Undefined when they may
   * be in many, when no word is of three letters, and while the index is too far behind.
   */
  narrow(words: readonly string[]): Promise<RawBuilder<SqlBool> | undefined>;
  /** Brings the index up to date; `progress` gets the number of items that are left. */
  catchUp(progress?: (left: number) => void): Promise<void>;
  /** Brings the index up to date in the background. */
  soon(): void;
  /** Ends the work in the background. */
  stop(): Promise<void>;
}
