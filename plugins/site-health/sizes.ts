import { type RawBuilder, sql } from 'kysely';
import type { Cache, PluginHost } from '../../core/index.ts';
import { type Database, type DialectName, usingTables } from '../database/index.ts';
import type { MediaStorage } from '../media/index.ts';

/** A size as it is shown: for people, for reports, and in bytes. */
export interface Size {
  readonly size: string;
  readonly debug: string;
  readonly raw: number;
}

/** The sizes of the parts of a site, by name. */
export type Sizes = Readonly<Record<'uploads_size' | 'database_size' | 'total_size', Size>>;

/** How long sizes are used, in milliseconds: to find them, every upload is looked at. */
const USED = 60_000;

/** The services that have what is measured. */
export interface Measured {
  readonly storage: MediaStorage | undefined;
  readonly database: Database | undefined;
}

/** Finds how large the parts of the site are; once a minute at most, however many ask. */
export class SiteSizes {
  readonly #measured: Measured;
  readonly #cache: Cache<Sizes>;

  constructor(measured: Measured, caches: PluginHost['caches']) {
    this.#measured = measured;
    this.#cache = caches.create<Sizes>({ name: 'sizes of the site', maxSize: 1, maxAge: USED });
  }

  async read(): Promise<Sizes> {
    return this.#cache.compute('all', [], () => this.#measure());
  }

  async #measure(): Promise<Sizes> {
    const { storage, database } = this.#measured;
    const [uploads, stored] = await Promise.all([
      storage?.usage() ?? 0,
      database === undefined ? 0 : bytesOf(database),
    ]);
    return { uploads_size: sizeOf(uploads), database_size: sizeOf(stored), total_size: sizeOf(uploads + stored) };
  }
}

/** The size of a database in bytes, by its system. */
const SIZE: Readonly<Record<DialectName, RawBuilder<{ bytes: number }>>> = {
  sqlite: sql`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`,
  postgres: sql`select pg_database_size(current_database()) as bytes`,
  mysql: sql`select sum(data_length + index_length) as bytes from information_schema.tables
    where table_schema = database()`,
};

/** How many bytes a database takes. */
async function bytesOf({ db, dialect }: Database): Promise<number> {
  // It names no table of the site, and writes none: a site that is served read-only is measured too.
  const { rows } = await usingTables(SIZE[dialect], { varies: true }).execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** A number of bytes for people: `1.50 MB`. */
function sizeOf(raw: number): Size {
  const step = raw < 1 ? 0 : Math.min(Math.floor(Math.log(raw) / Math.log(1024)), UNITS.length - 1);
  const number = (raw / 1024 ** step).toFixed(step === 0 ? 0 : 2);
  return { size: `${number} ${UNITS[step]}`, debug: `${number} ${UNITS[step]} (${raw} bytes)`, raw };
}
