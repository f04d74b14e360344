import {
  AliasNode,
  type CreateTableNode,
  FromNode,
  JoinNode,
  MysqlQueryCompiler,
  RawNode,
  type TableNode,
} from 'kysely';
import { prefixed } from '../prefix.ts';

/** Compiles for MariaDB and MySQL and adds the prefix to the site's tables. */
export class PrefixedMysqlCompiler extends MysqlQueryCompiler {
  readonly #prefix: string;
  readonly #views: ReadonlyMap<string, string>;

  /** @param views the selects that stand in the place of tables which are not there, by the names of these */
  constructor(prefix: string, views: ReadonlyMap<string, string> = new Map()) {
    super();
    this.#prefix = prefix;
    this.#views = views;
  }

  protected override visitTable(node: TableNode): void {
    const name = prefixed(node, this.#prefix) ?? node.table;
    const view = this.#views.get(node.table.identifier.name);
    const parent = this.parentNode;
    const isAliased = parent !== undefined && AliasNode.is(parent);
    const isRead =
      parent !== undefined && (isAliased || FromNode.is(parent) || JoinNode.is(parent) || RawNode.is(parent));
    if (view !== undefined && isRead) this.append(`(${view})${isAliased ? '' : ' as '}`);
    // A select is known by the name of the table that it stands for, unless the query gives it another.
    if (view === undefined || !isRead || !isAliased) this.visitNode(name);
  }

  /** Makes tables of plugins, whose texts compare exactly, as on other systems. */
  protected override visitCreateTable(node: CreateTableNode): void {
    super.visitCreateTable(node);
    this.append(' engine = InnoDB default charset = utf8mb4 collate = utf8mb4_bin');
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
