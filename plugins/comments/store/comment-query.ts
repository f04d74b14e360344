import { FIRST_PAGE, PER_PAGE } from '../../pagination/index.ts';
import type { Comment } from '../comment.ts';

/** The orders of a list. `include` follows the order of the given ids. */
export type CommentOrder = 'date' | 'date_gmt' | 'id' | 'include' | 'post' | 'parent' | 'type';

/** Which comments a list holds, in which order, and which part of it is read. An empty list restricts nothing. */
export interface CommentQuery {
  posts?: readonly number[];
  parents?: readonly number[];
  parentsExclude?: readonly number[];
  /** Ids of users. */
  authors?: readonly number[];
  authorsExclude?: readonly number[];
  authorEmail?: string;
  include?: readonly number[];
  exclude?: readonly number[];
  /** `approve`, `hold`, `all` for both, `any` for every one, or a status as stored. `all` when left out. */
  status?: string;
  /** `comment`, `pings`, `all`, or a type as stored. `all` when left out. */
  type?: string;
  /** A text that occurs in the content or in the author's name, address, URL or IP address. */
  search?: string;
  /** The statuses of the items, without a password, on whose comments a search looks; on all when left out. */
  searchedStatuses?: readonly string[];
  /** Bounds of the local date, both exclusive, as stored. */
  after?: string;
  before?: string;
  /** `date_gmt` when left out. */
  orderBy?: CommentOrder;
  /** `desc` when left out. */
  order?: 'asc' | 'desc';
  /** From 1. */
  page?: number;
  /** -1 for all; 10 when left out. */
  perPage?: number;
  /** Replaces what `page` says. */
  offset?: number;
}

/** One part of a list. */
export interface CommentResult {
  readonly comments: readonly Comment[];
  /** How many comments the whole list has. */
  readonly total: number;
}

/** The part of a list that a query reads; no limit for all of it. */
export function rangeOf({ page = FIRST_PAGE, perPage = PER_PAGE, offset }: CommentQuery): {
  limit?: number;
  offset: number;
} {
  if (perPage < 0) return { offset: 0 };
  return { limit: perPage, offset: offset ?? (page - 1) * perPage };
}
