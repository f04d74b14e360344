import { LAYOUT } from '../../database/index.ts';

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
  columns: [
    'link_id',
    'link_url',
    'link_name',
    'link_image',
    'link_target',
    'link_description',
    'link_visible',
    'link_owner',
    'link_rating',
    'link_updated',
    'link_rel',
    'link_notes',
    'link_rss',
  ],
  numbers: new Set(['link_id', 'link_owner', 'link_rating']),
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
