import { InterfaceFailure } from './interface.ts';

/** A text of the interface as it is shown: markup. */
export interface Rendered {
  readonly rendered: string;
  readonly protected?: boolean;
}

/** A term of the interface. */
export interface TermData {
  readonly id: number;
  readonly name: string;
  readonly link: string;
  readonly taxonomy: string;
  readonly description?: string;
}

/** A user of the interface. */
export interface AuthorData {
  readonly id: number;
  readonly name: string;
  readonly link: string;
  readonly description?: string;
}

/** A file of the interface. */
export interface MediaData {
  readonly source_url?: string;
  readonly alt_text?: string;
  readonly mime_type?: string;
  readonly media_details?: { readonly width?: number; readonly height?: number };
}

/** An item of the interface, as far as pages show it. */
export interface ItemData extends MediaData {
  readonly id: number;
  readonly type: string;
  readonly link: string;
  readonly status?: string;
  readonly date: string;
  readonly date_gmt?: string | null;
  readonly modified_gmt?: string | null;
  readonly title?: Rendered;
  readonly content?: Rendered;
  readonly excerpt?: Rendered;
  readonly caption?: Rendered;
  readonly description?: Rendered;
  /** The beginning of the content, with a link to its rest, where lists show that in place of the excerpt. */
  readonly teaser?: string;
  readonly sticky?: boolean;
  readonly comment_status?: string;
  /** The registered metadata by key, of an item that is shown by itself. */
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly _embedded?: Readonly<Record<string, readonly unknown[]>>;
}

/** Whether the content of an item is behind a password that the visitor has not given. */
export const isLocked = ({ content }: ItemData): boolean => content?.protected === true && content.rendered === '';

/** A comment of the interface. */
export interface CommentData {
  readonly id: number;
  readonly parent: number;
  readonly author_name: string;
  readonly author_url: string;
  readonly date: string;
  readonly date_gmt?: string;
  readonly content: Rendered;
  readonly link: string;
  readonly status: string;
}

/**
 * The objects that are embedded in an item under a relation, without those that may not be read. Throws an
 * `InterfaceFailure` for one that could not be read.
 */
export function embedded<T extends object>(item: ItemData, relation: string): T[] {
  const objects = (item._embedded?.[relation] ?? []).flat();
  return objects.filter((each): each is T => typeof each === 'object' && each !== null && !isRefused(each));
}

/** Whether an embedded object is an error of the interface. */
function isRefused(object: object): boolean {
  if (!('code' in object)) return false;
  const status = (object as { data?: { status?: number } }).data?.status ?? 0;
  if (status >= 500) throw new InterfaceFailure(status);
  return true;
}
