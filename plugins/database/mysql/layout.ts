import type { ColumnKind, TableLayout } from '../layout/column.ts';

/** How texts are compared, as WordPress has it: without regard to case and accents. */
export const COLLATION = 'utf8mb4_unicode_520_ci';

/** The end of the creation of a table. */
export const TABLE = `engine = InnoDB default charset = utf8mb4 collate = ${COLLATION}`;

const TYPES: Record<ColumnKind['kind'], string> = {
  id: 'bigint unsigned not null auto_increment primary key',
  reference: 'bigint unsigned not null default 0',
  integer: 'int not null',
  key: 'varchar',
  name: 'varchar',
  title: 'text not null',
  text: 'longtext not null',
  nullableKey: 'varchar',
  nullableText: 'longtext default null',
  date: "datetime not null default '0000-00-00 00:00:00'",
};

/** The type of a column, with its default. */
export function columnType(column: ColumnKind): string {
  const type = TYPES[column.kind];
  switch (column.kind) {
    case 'integer':
      return `${type} default ${column.standard}`;
    case 'key':
      return `${type}(${column.length}) not null default '${column.standard}'`;
    case 'name':
      return `${type}(${column.length}) not null default ''`;
    case 'nullableKey':
      return `${type}(${column.length}) default null`;
    default:
      return type;
  }
}

/** The indexes of a table. A text without a greatest length has no index of its own order. */
export function tableIndexes({ columns, uniques = {}, indexes = {}, textOrders = {} }: TableLayout): string[] {
  const isOrdered = (names: readonly string[]) => names.every((name) => columns[name]!.kind !== 'title');
  const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');
  const part = (kind: string, [name, names]: readonly [string, readonly string[]]) =>
    `${kind} "${name}" (${quoted(names)})`;
  return [
    ...Object.entries(uniques).map((index) => part('unique index', index)),
    ...Object.entries(indexes).map((index) => part('index', index)),
    ...Object.entries(textOrders)
      .filter(([, names]) => isOrdered(names))
      .map((index) => part('index', index)),
  ];
}
