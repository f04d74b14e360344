import type { CompiledQuery, OperationNode, RawNode, TableNode } from 'kysely';
import { ANYTHING } from '../../core/cache/index.ts';
import { ID_COLUMNS } from './tables.ts';

/** What a statement reads and writes: names of tables without prefix, and `*` where that is not known. */
export interface TableUsage {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** Whether its result differs each time, or with time. */
  readonly varies: boolean;
}

/** The tables that nothing changes but statements which name them. */
const NAMED_TABLES = new Set([...ID_COLUMNS.keys(), 'term_relationships']);

/**
 * Says of tables of a plugin's own that nothing changes them but statements which name them, and nothing else changes with them:
 * a statement that names any other table counts as reading or writing anything.
 */
export function ownTables(...names: readonly string[]): void {
  for (const name of names) NAMED_TABLES.add(name);
}

/** The tables that triggers of ours fill, and the tables that they are derived from. */
const DERIVED: ReadonlyMap<string, readonly string[]> = new Map([
  ['tappet_post_counts', ['posts', 'term_relationships']],
  ['tappet_term_posts', ['posts', 'term_relationships']],
  ['tappet_comment_counts', ['comments']],
  ['tappet_search', ['posts']],
  ['tappet_search_pending', ['posts']],
  ['tappet_comment_search', ['comments']],
  ['tappet_comment_search_pending', ['comments']],
]);

const WRITING = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode']);

/** A raw text that names a table itself; what it reads or writes is not known. */
const NAMES_A_TABLE = /\b(?:from|join|into|update|table)\s+[^\s(]/i;

/** Functions whose result differs from one call to the next. */
const VARYING = /\b(?:random|randomblob|now|clock_timestamp|uuid_generate_v4|gen_random_uuid)\b\s*\(|\bcurrent_|'now'/i;

const UNKNOWN: TableUsage = { reads: [ANYTHING], writes: [ANYTHING], varies: true };

/** The table usage of statements, found or declared, by the root of their nodes. */
const known = new WeakMap<OperationNode, TableUsage>();

/**
 * Declares the tables that a raw statement reads and writes. A statement that is raw as a whole counts as reading and
 * writing anything as long as it does not declare this.
 *
 * ```ts
 * await usingTables(sql`select pg_advisory_xact_lock(1)`, {}).execute(db);
 * ```
 */
export function usingTables<S extends { toOperationNode(): OperationNode }>(
  statement: S,
  { reads = [], writes = [], varies = false }: Partial<TableUsage>,
): S {
  known.set(statement.toOperationNode(), { reads, writes, varies });
  return statement;
}

/** The tables that a statement reads and writes, by its nodes, which are walked through once. */
export function tableUsageOf({ query }: Pick<CompiledQuery, 'query'>): TableUsage {
  let usage = known.get(query);
  if (usage === undefined) {
    usage = usageOfRoot(query);
    known.set(query, usage);
  }
  return usage;
}

function usageOfRoot(root: OperationNode): TableUsage {
  const found = new FoundTables();
  found.walk(root);
  if (root.kind === 'SelectQueryNode' && !found.writes)
    return { reads: found.names(), writes: [], varies: found.varies };
  return WRITING.has(root.kind) || root.kind === 'SelectQueryNode'
    ? { reads: [], writes: found.names(), varies: found.varies }
    : UNKNOWN;
}

/** Gathers the tables of a tree of nodes. */
class FoundTables {
  /** Whether a part of the statement writes. */
  writes = false;
  varies = false;
  readonly #names = new Set<string>();
  /** The names that the statement gives to its own parts (`with … as`). */
  readonly #ownNames = new Set<string>();

  names(): string[] {
    return [...this.#names].filter((name) => !this.#ownNames.has(name)).flatMap(tablesBehind);
  }

  walk(value: unknown): void {
    if (Array.isArray(value)) for (const each of value) this.walk(each);
    else if (isNode(value)) this.#visit(value);
  }

  #visit(node: OperationNode): void {
    switch (node.kind) {
      case 'TableNode':
        this.#names.add(nameOf(node as TableNode));
        return;
      // A column may bear the name of a table or of an alias; the table stands elsewhere.
      case 'ReferenceNode':
      case 'ValueNode':
      case 'PrimitiveValueListNode':
        return;
      case 'CommonTableExpressionNameNode':
        this.#ownNames.add(nameOf((node as unknown as { table: TableNode }).table));
        return;
      case 'RawNode':
        this.#visitRaw(node as RawNode);
        break;
      case 'FunctionNode':
        if (VARYING.test(`${(node as unknown as { func: string }).func}(`)) this.varies = true;
        break;
      default:
        if (WRITING.has(node.kind)) this.writes = true;
    }
    for (const member of Object.values(node)) this.walk(member);
  }

  #visitRaw({ sqlFragments }: RawNode): void {
    if (sqlFragments.some((text) => NAMES_A_TABLE.test(text))) this.#names.add(ANYTHING);
    if (sqlFragments.some((text) => VARYING.test(text))) this.varies = true;
  }
}

const isNode = (value: unknown): value is OperationNode =>
  typeof value === 'object' && value !== null && typeof (value as OperationNode).kind === 'string';

const nameOf = ({ table: { schema, identifier } }: TableNode): string =>
  schema === undefined ? identifier.name : `${schema.name}.${identifier.name}`;

/** The tables that a name stands for; any other may be a view, or be filled by triggers. */
const tablesBehind = (name: string): readonly string[] =>
  NAMED_TABLES.has(name) ? [name] : (DERIVED.get(name) ?? [ANYTHING]);
