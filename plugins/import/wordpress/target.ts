import { type Kysely, sql } from 'kysely';
import { CommandError } from '../../../core/index.ts';
import { type Database, pagesOf, siteContent, TableDigest } from '../../database/index.ts';
import { IDENTITY, type Position, type Row, type WordPressSource } from './source.ts';
import { COPIED_TABLES, type CopiedTable, LINKS } from './source-tables.ts';

/** Where the options are put that the site has before the copy, so that those of the source get their own ids. */
const APART = 1_000_000_000_000;

/** The tables of the site that is copied into. */
export class CopyTarget {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The name of a table, to which the prefix is added if it is one of the site. */
  nameOf({ name }: Pick<CopiedTable, 'name'>): string {
    return name === LINKS.name ? `${this.#database.prefix}${name}` : name;
  }

  /** Throws when there is more than a new site has before it is served. */
  async checkEmpty(): Promise<void> {
    const content = await siteContent(this.#tables, (table) => table);
    if (content === undefined) return;
    throw new CommandError(`the site has ${content} already; name an empty database, or say --replace`);
  }

  /** Throws when the site is the source itself. */
  async checkOther(source: WordPressSource): Promise<void> {
    const { db, dialect, prefix } = this.#database;
    if (dialect !== 'mysql' || prefix !== source.prefix) return;
    const { rows } = await sql<{ identity: string }>`${sql.raw(IDENTITY)}`.execute(db);
    if (rows[0]?.identity === (await source.identity())) {
      throw new CommandError('the site is that database itself; name another one with --database');
    }
  }

  /** Removes all content, and what earlier imports have noted of it. */
  async clear(): Promise<void> {
    const notes = ['tappet_imports', 'tappet_import_waiting', 'tappet_import_addresses', 'tappet_import_files'];
    await this.#tables.schema.dropTable(this.nameOf(LINKS)).ifExists().execute();
    for (const name of [...COPIED_TABLES.map((table) => table.name), ...notes]) {
      if (name === LINKS.name || name === 'options') continue;
      await this.#database.transaction(async () => void (await this.#tables.deleteFrom(name).execute()));
    }
    await this.putOptionsApart([]);
  }

  /** Removes rows behind a position: what a site makes for itself when it is started, such as a first category. */
  async removeBehind(table: CopiedTable, [last = 0]: Position): Promise<void> {
    const [first] = table.key as [string];
    // Of a key of two columns, the rows of the last object are those that were copied.
    await this.#tables.deleteFrom(this.nameOf(table)).where(first, '>', last).execute();
  }

  /** Puts the options of the site apart, which are those behind the ones that were copied up to a position. */
  async putOptionsApart([last = 0]: Position): Promise<void> {
    await this.#tables
      .updateTable('options')
      .set({ option_id: sql`option_id + ${sql.lit(APART)}` })
      .where('option_id', '<', APART)
      .where('option_id', '>', last)
      .execute();
  }

  /** Inserts rows of a table, in the open transaction. Options of the site give way to those of the same name. */
  async insert(table: CopiedTable, rows: readonly Row[]): Promise<void> {
    if (table.name === 'options') {
      const names = rows.map(({ option_name }) => option_name);
      await this.#tables
        .deleteFrom('options')
        .where('option_id', '>', APART)
        .where('option_name', 'in', names)
        .execute();
    }
    await this.#database.insertAll(this.nameOf(table), rows);
  }

  /** Has new rows numbered behind the greatest ids, and gives the options that were put apart such ids. */
  async finish(): Promise<void> {
    const own = await this.#tables
      .selectFrom('options')
      .select('option_id')
      .where('option_id', '>', APART)
      .orderBy('option_id')
      .execute();
    await this.#database.transaction(async () => {
      const { last } = await this.#tables
        .selectFrom('options')
        .select(sql<number | null>`max(option_id)`.as('last'))
        .where('option_id', '<', APART)
        .executeTakeFirstOrThrow();
      let next = Number(last ?? 0);
      for (const { option_id } of own) {
        await this.#tables
          .updateTable('options')
          .set({ option_id: ++next })
          .where('option_id', '=', option_id)
          .execute();
      }
    });
    for (const { name, key } of COPIED_TABLES) {
      if (name !== LINKS.name && key.length === 1) await this.#database.syncIds(name as 'posts');
    }
  }

  /** What is stored of a table that was copied up to a position. */
  async digest(table: CopiedTable, last: Position): Promise<TableDigest> {
    const digest = new TableDigest();
    if (last.length === 0) return digest;
    const [first] = table.key as [string];
    for await (const rows of pagesOf(this.#tables, { ...table, name: this.nameOf(table) })) {
      for (const row of rows) {
        if (Number(row[first]) > last[0]!) return digest;
        digest.add(row, table.columns);
      }
    }
    return digest;
  }

  get #tables() {
    return this.#database.db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  }
}
