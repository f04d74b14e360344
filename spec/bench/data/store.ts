/** Where the databases of data sets are stored. */
export interface Store {
  /** The address of the database of a name, which need not be there. */
  addressOf(name: string): string;
  has(name: string): Promise<boolean>;
  /** Makes an empty place for the database of a name. */
  create(name: string): Promise<void>;
  /** Gives a database its lasting name. */
  rename(from: string, to: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** The rows that a query finds, as lists of values. */
  rows(name: string, query: string): Promise<(number | string)[][]>;
}
