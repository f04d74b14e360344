import { createHash } from 'node:crypto';
import { type CompiledQuery, type Kysely, type RawBuilder, RawNode, sql, ValueNode } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { MaybePromise } from '../../core/index.ts';
import type { Tables } from './tables.ts';

/** How many compiled statements a database remembers, and the longest name of one: a name this long hardly comes twice. */
const STATEMENTS = 500;
const LONGEST_NAME = 2000;

/**
 * Makes the placeholder of a parameter, which stands in a query where a value would. The placeholder of a list stands
 * for all its values in parentheses, as the operators `in` and `not in` take them.
 * @typeParam V the values of the parameters, by name
 */
export type Parameter<V> = <K extends keyof V & string>(
  name: K,
) => RawBuilder<Exclude<V[K], undefined> extends readonly (infer One)[] ? One : Exclude<V[K], undefined>>;

/** A query that Kysely can compile: one of its builders, or a text made with `sql`. */
export interface Query<R> {
  compile(db: Kysely<Tables>): CompiledQuery<R>;
}

/** A statement that is compiled once and run with other values each time. */
export interface PreparedStatement<V, R> {
  /**
   * The rows of a statement that reads. It names its columns (no `*`).
   * @throws TypeError when a value is missing, or has the name of no parameter
   */
  rows(values: V): Promise<R[]>;
  /**
   * Runs a statement that writes; answers with the rows that it returns.
   * @throws TypeError when a value is missing, or has the name of no parameter
   */
  run(values: V): Promise<R[]>;
  /**
   * Runs a statement that writes; answers how many rows it has written.
   * @throws TypeError when a value is missing, or has the name of no parameter
   */
  changed(values: V): Promise<number>;
}

/** A compiled query that is likely to be run again, under a name that depends on its text alone. */
export interface NamedQuery extends CompiledQuery {
  readonly name: string;
}

/** Gives a compiled query its name. */
export const named = (query: CompiledQuery): NamedQuery => ({
  ...query,
  name: createHash('md5').update(query.sql).digest('hex'),
});

/** What runs compiled queries with the values of their parameters in order. */
export interface StatementRunner {
  rows<R>(query: CompiledQuery, parameters: readonly unknown[]): MaybePromise<R[]>;
  run<R>(query: CompiledQuery, parameters: readonly unknown[]): MaybePromise<R[]>;
  /** Runs a statement that writes, and answers with the number of rows that it has written. */
  changedRows(query: CompiledQuery, parameters: readonly unknown[]): Promise<number>;
  /** Runs an insertion that returns nothing, and answers with the id of the row. */
  insertedId(query: CompiledQuery, parameters: readonly unknown[]): Promise<number>;
}

/** What stands in the list of parameters of a compiled query until it is run. */
class Placeholder {
  readonly name: string;
  /** The place in a list; undefined for a single value. */
  readonly index: number | undefined;

  constructor(name: string, index?: number) {
    this.name = name;
    this.index = index;
  }

  valueIn(values: Values): unknown {
    const value = values[this.name];
    return this.index === undefined ? value : (value as readonly unknown[])[this.index];
  }
}

/** What stands there for the sum of two values. */
class Sum {
  readonly parts: readonly [Summand, Summand];

  constructor(...parts: [Summand, Summand]) {
    this.parts = parts;
  }

  valueIn(values: Values): number {
    const [one, other] = this.parts.map((part) => (typeof part === 'number' ? part : Number(part.valueIn(values))));
    return one! + other!;
  }
}

type Summand = number | Placeholder;

/** A sum of numbers or parameters, for places where a database system takes a number and no expression. */
export function sumOf<T extends number | RawBuilder<number>>(one: T, other: T): number | RawBuilder<number> {
  if (typeof one === 'number' && typeof other === 'number') return one + other;
  return sql`${new Sum(summand(one), summand(other))}`;
}

/** A number as it is, or the placeholder that a parameter stands for. */
function summand(value: number | RawBuilder<number>): Summand {
  if (typeof value === 'number') return value;
  const node = value.toOperationNode();
  const [first] = RawNode.is(node) ? node.parameters : [];
  if (first !== undefined && ValueNode.is(first) && first.value instanceof Placeholder) return first.value;
  throw new TypeError('a sum is made of numbers and parameters alone');
}

type Values = Readonly<Record<string, unknown>>;

type Build = (parameter: Parameter<Values>) => Query<unknown>;

/** The prepared statements of one database. */
export class PreparedStatements {
  readonly #db: Kysely<Tables>;
  readonly #runner: StatementRunner;
  readonly #compiled = new LRUCache<string, NamedQuery>({ max: STATEMENTS });

  constructor(db: Kysely<Tables>, runner: StatementRunner) {
    this.#db = db;
    this.#runner = runner;
  }

  /** Prepares a statement; see `Database.prepare`. */
  prepare<V extends object, R>(name: string, build: (parameter: Parameter<V>) => Query<R>): PreparedStatement<V, R> {
    const compile = (values: V) => this.#compile(name, build as Build, values as Values);
    return {
      rows: async (values) => {
        const query = compile(values);
        return await this.#runner.rows<R>(query, bound(query, values as Values));
      },
      run: async (values) => {
        const query = compile(values);
        return await this.#runner.run<R>(query, bound(query, values as Values));
      },
      changed: async (values) => {
        const query = compile(values);
        return this.#runner.changedRows(query, bound(query, values as Values));
      },
    };
  }

  /** The compiled query, in whose list of parameters placeholders stand. */
  #compile(name: string, build: Build, values: Values): NamedQuery {
    const key = `${name}:${formOf(values)}`;
    let query = this.#compiled.get(key);
    if (query === undefined) {
      const compiled = build((parameter) => placeholder(name, parameter, values)).compile(this.#db);
      checkNames(name, compiled, values);
      query = named(compiled);
      if (key.length <= LONGEST_NAME) this.#compiled.set(key, query);
    }
    return query;
  }
}

/** Which values are given, and how long their lists are: the text of a statement may depend on either. */
function formOf(values: Values): string {
  let form = '';
  for (const name in values) {
    const value = values[name];
    if (value !== undefined) form += Array.isArray(value) ? ` ${name}:${value.length}` : ` ${name}`;
  }
  return form;
}

function placeholder(statement: string, name: string, values: Values): RawBuilder<never> {
  const value = values[name];
  if (!Array.isArray(value)) return sql`${new Placeholder(name)}`;
  if (value.length === 0) throw new TypeError(`the list "${name}" of the statement "${statement}" is empty`);
  return sql`(${sql.join(value.map((_, index) => new Placeholder(name, index)))})`;
}

/** Refuses values of which one is missing, or has no place in a query. */
function checkNames(statement: string, query: CompiledQuery, values: Values): void {
  const names = new Set<string>();
  for (const parameter of query.parameters) if (parameter instanceof Placeholder) names.add(parameter.name);
  for (const name of names) {
    if (values[name] === undefined) throw new TypeError(`the statement "${statement}" lacks a value for "${name}"`);
  }
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && !names.has(name)) {
      throw new TypeError(`the statement "${statement}" has no parameter "${name}"`);
    }
  }
}

/** The list of parameters with values in the places of their placeholders; fixed values stay. */
const bound = ({ parameters }: CompiledQuery, values: Values): unknown[] =>
  parameters.map((parameter) =>
    parameter instanceof Placeholder || parameter instanceof Sum ? parameter.valueIn(values) : parameter,
  );
