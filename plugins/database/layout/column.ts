/**
 * What a column of the layout holds. `key` is compared exactly, `name` and `title` without regard to case;
 * `length` is the greatest length where the database system has one.
 */
export type ColumnKind =
  | { readonly kind: 'id' | 'reference' | 'title' | 'text' | 'nullableText' | 'date' }
  | { readonly kind: 'integer'; readonly standard: number }
  | { readonly kind: 'key'; readonly length: number; readonly standard: string }
  | { readonly kind: 'name' | 'nullableKey'; readonly length: number };

/** A numbered row's own id. */
export const id = { kind: 'id' } as const;
/** The id of a row elsewhere; 0 for none. */
export const reference = { kind: 'reference' } as const;
export const date = { kind: 'date' } as const;
export const text = { kind: 'text' } as const;
export const title = { kind: 'title' } as const;
export const nullableText = { kind: 'nullableText' } as const;
export const integer = (standard = 0) => ({ kind: 'integer', standard }) as const;
export const key = (length: number, standard = '') => ({ kind: 'key', length, standard }) as const;
export const name = (length: number) => ({ kind: 'name', length }) as const;
export const nullableKey = (length: number) => ({ kind: 'nullableKey', length }) as const;

/** A table: its columns in order, its indexes by name, and a primary key if no column is one. */
export interface TableLayout {
  readonly columns: Readonly<Record<string, ColumnKind>>;
  readonly primaryKey?: readonly string[];
  readonly indexes?: Readonly<Record<string, readonly string[]>>;
  readonly uniques?: Readonly<Record<string, readonly string[]>>;
  /** Indexes for lists in the order of a text, as `textOrder` gives it. */
  readonly textOrders?: Readonly<Record<string, readonly string[]>>;
}
