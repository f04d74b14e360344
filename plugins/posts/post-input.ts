import type { CurrentUser } from '../../core/index.ts';
import type { PostData } from './post.ts';

/** The input that makes or changes an item; a missing member gets its default, or stays as it was. */
export interface PostInput extends Partial<Omit<PostData, 'date' | 'dateGmt' | 'commentCount'>> {
  /** The local date; null clears the date of a draft. */
  date?: string | null;
  dateGmt?: string | null;
  /** Whether the date was set on purpose, so that a draft keeps it. */
  editDate?: boolean;
  /** The terms of the taxonomy `category`, by id. */
  categories?: readonly number[];
  /** Metadata that is stored with the item before its hooks fire: one value for each key. */
  metaInput?: Readonly<Record<string, unknown>>;
  /** An id to give to a new item, if it is free. */
  importId?: number;
}

/** The user for whom an item is written, and options of the write. */
export interface WriteOptions {
  /** The user who writes: becomes the author, and decides which markup stays. Without a user nothing is cleaned. */
  by?: CurrentUser;
  /** Whether an autosave writes, which leaves no revision. */
  autosave?: boolean;
  /** Whether the caller has more to store, and calls `completed` when all is there. */
  more?: boolean;
  /** The taxonomies whose terms the caller sets afterwards, so that the item is given no default one in them. */
  termsFollow?: readonly string[];
}
