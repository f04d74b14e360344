import { type Kysely, sql } from 'kysely';
import { PluginError } from '../../core/index.ts';
import type { Backend, LockOptions } from './backend.ts';
import type { Database } from './database.ts';
import type { Step } from './migration.ts';
import type { Tables } from './tables.ts';

/** The section that one process of a site at a time is in. In versions before, it is one of all sites of a database. */
const LOCK = 'tappet migrations';

/** The step that makes the site's tables, as it is recorded. */
export const TABLES_STEP = 'database:0001-tables';

/** The last step of a plugin that has run and comes after the last one that is known here, as `plugin:name`; undefined where none does. */
export function newerStep(plugin: string, last: string | undefined, applied: ReadonlySet<string>): string | undefined {
  if (last === undefined) return undefined;
  const newer = [...applied].filter((step) => step.startsWith(`${plugin}:`) && step > `${plugin}:${last}`);
  return newer.sort().at(-1);
}

/** Refuses a database in which steps of a plugin have run that come after the last one that is known here. */
export function refuseNewer(plugin: string, last: string | undefined, applied: ReadonlySet<string>): void {
  const newer = newerStep(plugin, last, applied);
  if (newer === undefined) return;
  throw new PluginError(
    `the database is of a newer version: step ${newer} has run in it, and this version ends with ${plugin}:${last}; start the version that made it, or read back a backup from before`,
  );
}

/** Runs the missing migrations of the plugins, and records which have run. */
export class Migrations {
  readonly #db: Kysely<Tables>;
  readonly #backend: Backend;
  readonly #prepare: Database['prepare'];
  readonly #transaction: (work: () => Promise<void>) => Promise<void>;
  #applied: Set<string> | undefined;

  readonly #prefix: string;

  constructor(
    { db, prepare, prefix }: Pick<Database, 'db' | 'prepare' | 'prefix'>,
    backend: Backend,
    transaction: (work: () => Promise<void>) => Promise<void>,
  ) {
    this.#db = db;
    this.#backend = backend;
    this.#prepare = prepare;
    this.#prefix = prefix;
    this.#transaction = transaction;
  }

  /** The names of all steps that have run, as `plugin:name`. */
  async applied(): Promise<ReadonlySet<string>> {
    this.#applied ??= await this.#read();
    return this.#applied;
  }

  /**
   * Runs the steps of a plugin that are missing, in order and in one transaction. Processes that start together
   * take turns, and the later ones find nothing to do.
   *
   * @throws PluginError where a newer version of the plugin has changed the database
   */
  async run(plugin: string, migrations: readonly Step[]): Promise<void> {
    refuseNewer(plugin, migrations.at(-1)?.name, await this.applied());
    const missing = (applied: ReadonlySet<string>) =>
      migrations.filter(({ name }) => !applied.has(`${plugin}:${name}`));
    if (missing(await this.applied()).length === 0) return;
    await this.#transaction(async () => {
      await this.#lock({ former: LOCK });
      for (const migration of missing(await this.#read())) {
        await migration.up(this.#db);
        const record = { name: `${plugin}:${migration.name}`, applied_at: new Date().toISOString() };
        await this.#db.insertInto('tappet_migrations').values(record).execute();
      }
      await this.#backend.follow?.(this.#db, this.#prefix);
    });
    this.#applied = await this.#read();
  }

  /** Creates the table of records where it is missing. */
  async prepare(): Promise<void> {
    await this.#transaction(async () => {
      await this.#lock();
      await sql`create table if not exists ${sql.table('tappet_migrations')} (
        name varchar(191) primary key, applied_at varchar(30) not null)`.execute(this.#db);
      await this.#backend.follow?.(this.#db, this.#prefix);
    });
  }

  #lock(options: LockOptions = {}): Promise<void> {
    return this.#backend.lock(this.#prepare, `${this.#prefix}${LOCK}`, { ...options, isLong: true });
  }

  async #read(): Promise<Set<string>> {
    const rows = await this.#db.selectFrom('tappet_migrations').select('name').execute();
    return new Set(rows.map((row) => row.name));
  }
}
