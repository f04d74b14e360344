import type { Statement } from 'better-sqlite3';

/**
 * Reads the rows of a statement as objects, from lists of values: to have the driver set each member of an object takes
 * twice as long. The columns are those of the first time, so the statement names them and has no `*`.
 */
export function rowReader(statement: Statement): (parameters: readonly unknown[]) => unknown[] {
  const columns = statement.columns().map(({ name }) => name);
  const lists = statement.raw();
  const toRow = (values: readonly unknown[]) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < columns.length; index++) row[columns[index]!] = values[index];
    return row;
  };
  return (parameters) => (lists.all(parameters) as unknown[][]).map(toRow);
}
