/** How the items of a list are counted. */
export interface ListCount {
  /** Identifies the list. */
  readonly key: string;
  /** Asks the database for the number. */
  read(): Promise<number>;
}
