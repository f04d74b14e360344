import type { Statement } from 'better-sqlite3';

/**
 * Reads the rows of a statement as objects. The driver sets each member of an object on its own, which takes longer
 * than the query; here it gives lists of values, and a function that was made for the statement's columns turns them
 * into objects of one shape. The columns are those of the first time: the statement names them, and has no `*`.
 */
export function rowReader(statement: Statement): (parameters: readonly unknown[]) => unknown[] {
  const members = statement.columns().map(({ name }, index) => `${JSON.stringify(name)}: values[${index}]`);
  const toRow = new Function('values', `return { ${members.join(', ')} };`) as (values: unknown) => unknown;
  const lists = statement.raw();
  return (parameters) => lists.all(parameters).map(toRow);
}
