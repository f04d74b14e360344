import { Kysely } from 'kysely';
import { PluginError } from '../../core/index.ts';
import type { Backend } from './backend.ts';
import type { Tables } from './tables.ts';

/** How a site is served that another program has made, whose tables stay as they are. */
export interface Guest {
  /** Whether its content may be changed. */
  readonly writes: boolean;
  /** Whether derived tables, and triggers that fill them and tell of changes, are made in its database. */
  readonly derives: boolean;
  /** The rights that the user of the database lacks for what is to be done. */
  readonly missing: readonly string[];
}

/** What writing takes, and what making tables and triggers of ours takes beside it. */
const TO_WRITE = ['INSERT', 'UPDATE', 'DELETE'];
const TO_DERIVE = [...TO_WRITE, 'CREATE', 'DROP', 'TRIGGER'];

/**
 * How the site in a database is served if another program has made it; undefined for one that this program has made, or
 * is to make.
 *
 * @throws PluginError where tables of ours are wanted, and the user of the database may not make them
 */
export async function guestIn(
  { driver, foreign, ...backend }: Backend,
  prefix: string,
  { writes, derives }: Pick<Guest, 'writes' | 'derives'>,
): Promise<Guest | undefined> {
  if (foreign === undefined) return undefined;
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => backend.createAdapter(),
      createDriver: () => driver,
      createIntrospector: (kysely) => backend.createIntrospector(kysely),
      createQueryCompiler: () => backend.createQueryCompiler(prefix),
    },
  });
  if (!(await foreign.isForeign(db, prefix))) return undefined;
  const missing = await foreign.missingRights(db, prefix, [
    'SELECT',
    ...(derives ? TO_DERIVE : writes ? TO_WRITE : []),
  ]);
  if (derives && missing.length > 0) {
    throw new PluginError(
      `database: its user lacks ${missing.join(', ')}, which --derive needs; grant it, or leave --derive out`,
    );
  }
  return { writes, derives, missing };
}
