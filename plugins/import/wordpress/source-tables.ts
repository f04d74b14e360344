import { LAYOUT, LINKS as LINKS_COLUMNS } from '../../database/index.ts';

/** A table that is copied, by its name without prefix. */
export interface CopiedTable {
  readonly name: string;
  /** The columns whose values tell its rows apart; all are numbers. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** Those of its columns that are numbers. */
  readonly numbers: ReadonlySet<string>;
}

const NUMBERS: ReadonlySet<string> = new Set(['id', 'reference', 'integer']);

/** The table of links, which the site has only where the source has some. */
export const LINKS: CopiedTable = {
  name: 'links',
  key: ['link_id'],
  columns: Object.keys(LINKS_COLUMNS),
  numbers: new Set(Object.entries(LINKS_COLUMNS).flatMap(([column, type]) => (type === 'bigint' ? [column] : []))),
};

/** The tables of a site, in the order in which they are copied: what derived tables look up comes first. */
export const COPIED_TABLES: readonly CopiedTable[] = [
  ...Object.entries(LAYOUT).map(([name, { columns, primaryKey }]): CopiedTable => {
    const names = Object.keys(columns);
    return {
      name,
      key: primaryKey ?? names.filter((column) => columns[column]!.kind === 'id'),
      columns: names,
      numbers: new Set(names.filter((column) => NUMBERS.has(columns[column]!.kind))),
    };
  }),
  LINKS,
];
