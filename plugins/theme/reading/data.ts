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
  readonly sticky?: boolean;
  readonly comment_status?: string;
  readonly _embedded?: Readonly<Record<string, readonly unknown[]>>;
}

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

/** The objects that are embedded in an item under a relation, without errors. */
export function embedded<T extends object>(item: ItemData, relation: string): T[] {
  const places = item._embedded?.[relation] ?? [];
  return places.flat().filter((each): each is T => typeof each === 'object' && each !== null && !('code' in each));
}
