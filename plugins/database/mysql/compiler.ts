import { MysqlQueryCompiler, type TableNode } from 'kysely';
import { prefixed } from '../prefix.ts';

/** Compiles for MariaDB and MySQL and adds the prefix to the site's tables. */
export class PrefixedMysqlCompiler extends MysqlQueryCompiler {
  readonly #prefix: string;

  constructor(prefix: string) {
    super();
    this.#prefix = prefix;
  }

  protected override visitTable(node: TableNode): void {
    this.visitNode(prefixed(node, this.#prefix) ?? node.table);
  }

  // In our sessions names stand in double quotes, as elsewhere.
  protected override getLeftIdentifierWrapper(): string {
    return '"';
  }

  protected override getRightIdentifierWrapper(): string {
    return '"';
  }

  protected override sanitizeIdentifier(identifier: string): string {
    return identifier.replaceAll('"', '""');
  }

  /** In our sessions a backslash is a letter like any other. */
  protected override sanitizeStringLiteral(value: string): string {
    return value.replaceAll("'", "''");
  }
}
