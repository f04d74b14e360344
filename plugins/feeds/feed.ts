/** One entry of a feed. */
export interface Entry {
  readonly title: string;
  readonly link: string;
  /** An identifier that stays when the address changes. */
  readonly id: string;
  readonly author: string;
  /** When it appeared and when it was changed last: UTC, as the interface writes it. */
  readonly date: string;
  readonly modified: string;
  readonly categories: readonly string[];
  /** Markup. */
  readonly summary: string;
  readonly content: string;
}

/** A feed: its subject, and its entries, newest first. */
export interface Feed {
  readonly title: string;
  readonly description: string;
  readonly link: string;
  /** Its own address. */
  readonly self: string;
  readonly language: string;
  readonly entries: readonly Entry[];
}

/** The newest of dates; undefined of none. */
export const newest = (dates: readonly string[]): string | undefined => [...dates].sort().at(-1);
