import {
  type LimitNode,
  PostgresQueryCompiler,
  type SchemableIdentifierNode,
  SqliteQueryCompiler,
  type TableNode,
  ValueNode,
} from 'kysely';
import { isSiteTable } from './tables.ts';

/** The identifier under which a table stands in the database, or undefined when it stands under its own name. */
export function prefixed({ table }: TableNode, prefix: string): SchemableIdentifierNode | undefined {
  if (table.schema !== undefined || !isSiteTable(table.identifier.name)) return undefined;
  return { ...table, identifier: { ...table.identifier, name: `${prefix}${table.identifier.name}` } };
}

/** Compiles for SQLite and adds the prefix to the site's tables. Doing so here costs a query no extra walk. */
export class PrefixedSqliteCompiler extends SqliteQueryCompiler {
  readonly #prefix: string;

  constructor(prefix: string) {
    super();
    this.#prefix = prefix;
  }

  protected override visitTable(node: TableNode): void {
    this.visitNode(prefixed(node, this.#prefix) ?? node.table);
  }

  /**
   * Writes the limit itself, or an expression of its parameter: SQLite plans with the value of a bare parameter there, so
   * that the statement is planned anew each time it runs.
   */
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node;
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value)) {
      this.append(`limit ${limit.value}`);
    } else {
      this.append('limit cast(');
      this.visitNode(limit);
      this.append(' as integer)');
    }
  }
}

/** Compiles for PostgreSQL and adds the prefix to the site's tables. */
export class PrefixedPostgresCompiler extends PostgresQueryCompiler {
  readonly #prefix: string;

  constructor(prefix: string) {
    super();
    this.#prefix = prefix;
  }

  protected override visitTable(node: TableNode): void {
    this.visitNode(prefixed(node, this.#prefix) ?? node.table);
  }
}
