import type { RawBuilder, SqlBool } from 'kysely';

/** An index of the words of items, which narrows a search down; what it finds is still to be looked at. */
export interface SearchIndex {
  /**
   * The condition, on `posts`, of being among the few items in which all these words may occur. Undefined when they may
   * be in many, when no word is of three letters, and while the index is too far behind.
   */
  narrow(words: readonly string[]): Promise<RawBuilder<SqlBool> | undefined>;
  /** Brings the index up to date; tells how many items are still to be indexed as it goes on. */
  catchUp(progress?: (left: number) => void): Promise<void>;
  /** Brings the index up to date in the background. */
  soon(): void;
  /** Ends the work in the background. */
  stop(): Promise<void>;
}
