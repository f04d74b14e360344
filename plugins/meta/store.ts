import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type RequestContext, serviceToken } from '../../core/index.ts';
import {
  type Database,
  inParts,
  maybeSerialize,
  maybeUnserialize,
  type Parameter,
  RESERVED_USER_META,
  reservedError,
  reservedNames,
  usingTables,
} from '../database/index.ts';
import type { TellMeta } from './hooks.ts';
import { type MetaLoader, metaLoader } from './loaders.ts';
import type { MetaType, MetaValues } from './meta-type.ts';

/** Metadata of content items, terms, comments and users. Values are plain data; lists and maps are stored serialized. */
export interface MetaStore {
  /** The metadata of objects, of each thousand in one statement, with an entry for each id; of some keys, if `keys` are given. */
  load(type: MetaType, ids: readonly number[], keys?: readonly string[]): Promise<Map<number, MetaValues>>;
  /**
   * The loader of a request: one statement reads the metadata of all objects that are asked for at about the same time, as by the
   * callbacks of a field for each item of a list. `await meta.loader('post', request.context).load(id)`
   */
  loader(type: MetaType, context: RequestContext): MetaLoader;
  /** All values of a key. */
  get(type: MetaType, id: number, key: string): Promise<unknown[]>;
  /** Gives a key one value in place of all it has. */
  set(type: MetaType, id: number, key: string, value: unknown): Promise<void>;
  /** Adds a value to those that a key has. */
  add(type: MetaType, id: number, key: string, value: unknown): Promise<void>;
  /** Adds many values in one statement, in their order. */
  addAll(type: MetaType, id: number, values: readonly (readonly [key: string, value: unknown])[]): Promise<void>;
  /** Adds many values that are in the form in which they are stored, serialized ones among them, as they are. */
  addStored(type: MetaType, id: number, values: readonly (readonly [key: string, stored: string])[]): Promise<void>;
  /** Removes a key, or of its values those that equal `value`; answers whether there was one. */
  delete(type: MetaType, id: number, key: string, value?: unknown): Promise<boolean>;
  /** Removes all metadata of an object; that of a user only where reserved keys are opened. */
  deleteAll(type: MetaType, id: number): Promise<void>;
  /** Whether a key is reserved. Such keys are refused, and left out of what is read, but by `ReservedMeta`. */
  isReserved(type: MetaType, key: string): boolean;
}

const META_TYPES: readonly MetaType[] = ['post', 'term', 'comment', 'user'];

const READS = ['load', 'loader', 'get', 'isReserved'];

/** The token of the store of metadata. */
export const MetaStore = serviceToken('meta-store', {
  requiredPermissions: ['content:write', 'users:write'],
  requiredPermissionsOf: (member, [type]) => {
    const access = READS.includes(member) ? 'read' : 'write';
    // A type that is none, such as the list ['user'], may name any table.
    if (type === 'user') return `users:${access}`;
    return META_TYPES.includes(type as MetaType) ? `content:${access}` : [`content:${access}`, `users:${access}`];
  },
});

/** The store of metadata with the reserved keys of users: what they may, and how they sign in. */
export const ReservedMeta = serviceToken<MetaStore>('reserved-meta', { requiredPermissions: 'authentication' });

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'meta-store': MetaStore;
    'reserved-meta': MetaStore;
  }
}

/** The table of each type with its columns, and where the objects are that have the metadata. */
const TABLES = {
  post: { table: 'postmeta', object: 'post_id', id: 'meta_id', objects: ['posts', 'ID'] },
  term: { table: 'termmeta', object: 'term_id', id: 'meta_id', objects: ['terms', 'term_id'] },
  comment: { table: 'commentmeta', object: 'comment_id', id: 'meta_id', objects: ['comments', 'comment_ID'] },
  user: { table: 'usermeta', object: 'user_id', id: 'umeta_id', objects: ['users', 'ID'] },
} as const;

interface MetaRow {
  object: number;
  meta_key: string | null;
  meta_value: string | null;
}

/** The metadata tables of a database. They differ in names alone, so the statements are written once. */
export class DatabaseMetaStore implements MetaStore {
  readonly #database: Database;
  readonly #isReserved: (key: string) => boolean;
  readonly #opensReserved: boolean;
  readonly #tell: TellMeta;

  /**
   * @param tell is told of each change
   * @param opensReserved - Whether reserved keys of users are there; otherwise they are refused, and left out of what is read.
   */
  constructor(database: Database, tell: TellMeta, { opensReserved = false } = {}) {
    this.#database = database;
    this.#tell = tell;
    this.#isReserved = reservedNames(RESERVED_USER_META, database.prefix);
    this.#opensReserved = opensReserved;
  }

  isReserved(type: MetaType, key: string): boolean {
    if (!META_TYPES.includes(type)) throw new TypeError(`there is no metadata of "${type}"`);
    return type === 'user' && this.#isReserved(key);
  }

  async load(type: MetaType, ids: readonly number[], keys?: readonly string[]): Promise<Map<number, MetaValues>> {
    const found = new Map<number, MetaValues>(ids.map((id) => [id, new Map()]));
    if (ids.length === 0 || keys?.length === 0) return found;
    this.isReserved(type, '');
    for (const key of keys ?? []) this.#expectOpen(type, key);
    const object = sql.ref(TABLES[type].object);
    const statement = this.#database.prepare(
      `meta.load ${type}`,
      (parameter: Parameter<{ ids: readonly number[]; keys?: readonly string[] }>) => {
        const ofKeys = keys === undefined ? sql`` : sql` and meta_key in ${parameter('keys')}`;
        return this.#selection(type, sql`${object} in ${parameter('ids')}${ofKeys}`);
      },
    );
    const rows = await inParts(ids, (part) => statement.rows({ ids: part, keys }));
    for (const { object: id, meta_key, meta_value } of rows) {
      const values = found.get(id);
      if (values === undefined || meta_key === null || this.#isHidden(type, meta_key)) continue;
      const value = maybeUnserialize(meta_value ?? '');
      const known = values.get(meta_key);
      if (known === undefined) values.set(meta_key, [value]);
      else known.push(value);
    }
    return found;
  }

  loader(type: MetaType, context: RequestContext): MetaLoader {
    this.isReserved(type, '');
    return metaLoader(context, type, this, TABLES[type].table, this.#database);
  }

  async get(type: MetaType, id: number, key: string): Promise<unknown[]> {
    this.#expectOpen(type, key);
    const rows = await this.#valuesOf(type, id, key);
    return rows.map(({ meta_value }) => maybeUnserialize(meta_value ?? ''));
  }

  async set(type: MetaType, id: number, key: string, value: unknown): Promise<void> {
    this.#expectOpen(type, key);
    const stored = maybeSerialize(value);
    const { table } = TABLES[type];
    return this.#database.transaction(async () => {
      let rows = await this.#valuesOf(type, id, key);
      // Of two who find none at once, the second one finds what the first has added. A transaction of SQLite has kept others out
      // since it began.
      if (rows.length === 0 && this.#database.dialect !== 'sqlite') {
        [, rows] = await Promise.all([this.#lock(type, id), this.#valuesOf(type, id, key)]);
      }
      if (rows.length === 0) return this.add(type, id, key, value);
      if (rows.every((row) => row.meta_value === stored)) return;
      const statement = this.#database.prepare(
        `meta.set ${type}`,
        (parameter: Parameter<{ id: number; key: string; stored: string }>) => {
          const condition = this.#is(type, parameter('id'), parameter('key'));
          const update = sql`update ${sql.table(table)} set meta_value = ${parameter('stored')} where ${condition}`;
          return usingTables(update, { writes: [table] });
        },
      );
      await statement.run({ id, key, stored });
      await this.#tell('updated', type, id, key, value);
    });
  }

  async add(type: MetaType, id: number, key: string, value: unknown): Promise<void> {
    this.#expectOpen(type, key);
    const { table, object } = TABLES[type];
    await this.#database.insertAll(table, [{ [object]: id, meta_key: key, meta_value: maybeSerialize(value) }]);
    await this.#tell('added', type, id, key, value);
  }

  addAll(type: MetaType, id: number, values: readonly (readonly [key: string, value: unknown])[]): Promise<void> {
    const stored = values.map(([key, value]) => [key, maybeSerialize(value)] as const);
    return this.addStored(type, id, stored);
  }

  async addStored(
    type: MetaType,
    id: number,
    values: readonly (readonly [key: string, stored: string])[],
  ): Promise<void> {
    for (const [key] of values) this.#expectOpen(type, key);
    const { table, object } = TABLES[type];
    const rows = values.map(([key, stored]) => ({ [object]: id, meta_key: key, meta_value: stored }));
    await this.#database.insertAll(table, rows);
    for (const [key, stored] of values) await this.#tell('added', type, id, key, maybeUnserialize(stored));
  }

  async delete(type: MetaType, id: number, key: string, value?: unknown): Promise<boolean> {
    this.#expectOpen(type, key);
    const stored = value === undefined ? undefined : maybeSerialize(value);
    const { table } = TABLES[type];
    const statement = this.#database.prepare(
      `meta.delete ${type}`,
      (parameter: Parameter<{ id: number; key: string; stored?: string }>) => {
        const equal = stored === undefined ? sql`` : sql` and meta_value = ${parameter('stored')}`;
        const condition = this.#is(type, parameter('id'), parameter('key'));
        return usingTables(sql`delete from ${sql.table(table)} where ${condition}${equal}`, { writes: [table] });
      },
    );
    if ((await statement.changed({ id, key, stored })) === 0) return false;
    await this.#tell('deleted', type, id, key, value);
    return true;
  }

  async deleteAll(type: MetaType, id: number): Promise<void> {
    if (!this.#opensReserved && (type === 'user' || !META_TYPES.includes(type)))
      throw reservedError('part of the metadata of user', String(id));
    const { table, object } = TABLES[type];
    const statement = this.#database.prepare(`meta.deleteAll ${type}`, (parameter: Parameter<{ id: number }>) =>
      usingTables(sql`delete from ${sql.table(table)} where ${sql.ref(object)} = ${parameter('id')}`, {
        writes: [table],
      }),
    );
    await statement.run({ id });
  }

  #isHidden(type: MetaType, key: string): boolean {
    return !this.#opensReserved && this.isReserved(type, key);
  }

  #expectOpen(type: MetaType, key: string): void {
    if (this.isReserved(type, key) && !this.#opensReserved) throw reservedError('the metadata key', key);
  }

  #is(type: MetaType, id: Expression<number>, key: Expression<string>): Expression<SqlBool> {
    return sql`${sql.ref(TABLES[type].object)} = ${id} and meta_key = ${key}`;
  }

  /** Locks the row of an object until the transaction ends. */
  async #lock(type: MetaType, id: number): Promise<void> {
    const [table, column] = TABLES[type].objects;
    const statement = this.#database.prepare(`meta.lock ${type}`, (parameter: Parameter<{ id: number }>) =>
      usingTables(sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${parameter('id')} for update`, {
        reads: [table],
      }),
    );
    await statement.rows({ id });
  }

  #valuesOf(type: MetaType, id: number, key: string): Promise<MetaRow[]> {
    const statement = this.#database.prepare(
      `meta.valuesOf ${type}`,
      (parameter: Parameter<{ id: number; key: string }>) =>
        this.#selection(type, this.#is(type, parameter('id'), parameter('key'))),
    );
    return statement.rows({ id, key });
  }

  #selection(type: MetaType, condition: Expression<unknown>): RawBuilder<MetaRow> {
    const { table, object, id } = TABLES[type];
    const select = sql<MetaRow>`select ${sql.ref(object)} as object, meta_key, meta_value
      from ${sql.table(table)} where ${condition} order by ${sql.ref(id)}`;
    return usingTables(select, { reads: [table] });
  }
}
