/** An item by its id. */
export interface ItemById {
  readonly kind: 'item';
  readonly id: number;
  readonly slug?: never;
  /** The page of its content that the path names. */
  readonly page?: number;
}

/** An item by its slug, and by its path where several may have that. */
export interface ItemBySlug {
  readonly kind: 'item';
  readonly type: string;
  readonly slug: string;
  readonly path?: string;
  /** The page of its content that the path names. */
  readonly page?: number;
}

/** The kinds of objects that an address of the site may lead to. */
export type Target =
  | ItemById
  | ItemBySlug
  | { readonly kind: 'home' }
  | { readonly kind: 'term'; readonly taxonomy: string; readonly slug?: string; readonly id?: number }
  | { readonly kind: 'author'; readonly slug?: string; readonly id?: number }
  | { readonly kind: 'date'; readonly year: number; readonly month?: number; readonly day?: number }
  | { readonly kind: 'search'; readonly text: string }
  | { readonly kind: 'type'; readonly type: string };

/** The request that an address makes. */
export interface PageRequest {
  /** The possible targets; the first that exists is used. */
  readonly targets: readonly Target[];
  /** The page of a list, from 1. */
  readonly page: number;
  /** The page of an item's comments, from 1. */
  readonly commentsPage: number;
  /** The kind of feed that is requested in place of a page: `feed`, `rss2`, `atom`; undefined for none. */
  readonly feed: string | undefined;
  /** Whether that is the feed of the latest comments. */
  readonly commentsFeed: boolean;
  /** Whether a preview of an unpublished item is requested. */
  readonly preview: boolean;
  /** The path, decoded, and the query of the address. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** A positive number that a part of an address holds; undefined for anything else. */
export function numberIn(text: string | null | undefined): number | undefined {
  return text !== null && text !== undefined && /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}
