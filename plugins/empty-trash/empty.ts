import { sql } from 'kysely';
import { DatabaseTroubleError, type Parameter, usingTables } from '../database/index.ts';
import type { MetaStore } from '../meta/index.ts';
import type { SiteClock } from '../options/index.ts';
import { TRASH_TIME } from '../posts/index.ts';
import { type Bin, type BinServices, binsOf } from './bins.ts';

/** What the trash is emptied with. */
export interface EmptyServices extends BinServices {
  readonly clock: SiteClock;
  readonly meta: MetaStore;
  /** Is told of an object that could not be deleted, for which the others do not wait. */
  onFailure(error: unknown, type: Bin['type'], id: number): void;
}

/** How many seconds a day has. */
const DAY = 86_400;

/** How many objects are looked at together. */
const PAGE = 500;

/**
 * Deletes what has been in the trash for some days, in a transaction for each, with all hooks of a deletion.
 *
 * @param signal ends the work between two objects
 * @returns how many objects were deleted
 * @throws a `DatabaseTroubleError` where the database cannot go on
 */
export async function emptyTrash(services: EmptyServices, days: number, signal: AbortSignal): Promise<number> {
  const before = Math.floor(services.clock.now().getTime() / 1000) - days * DAY;
  const isOld = (time: unknown) => Number(time) > 0 && Number(time) <= before;
  let deleted = 0;
  for (const bin of binsOf(services)) {
    const remove = async (id: number) => {
      await bin.lock(id);
      // It may have been restored meanwhile, and trashed again.
      const [time] = await services.meta.get(bin.type, id, TRASH_TIME);
      return (await bin.trashed([id])).length > 0 && isOld(time) && bin.delete(id);
    };
    for await (const page of trashTimes(bin, services)) {
      const old = page.filter(({ time }) => isOld(time)).map(({ id }) => id);
      for (const id of await bin.trashed(old)) {
        if (signal.aborted) return deleted;
        try {
          if (await services.database.transaction(() => remove(id))) deleted++;
        } catch (error) {
          if (error instanceof DatabaseTroubleError) throw error;
          services.onFailure(error, bin.type, id);
        }
      }
    }
  }
  return deleted;
}

/** When an object came to the trash. */
interface TrashTime {
  readonly meta_id: number;
  readonly id: number;
  readonly time: string | null;
}

/** The times at which objects came to the trash, some at a time; those among spam have one too. */
async function* trashTimes({ type }: Bin, { database }: EmptyServices): AsyncGenerator<readonly TrashTime[]> {
  const table = `${type}meta`;
  const page = database.prepare(`emptyTrash.${type}`, (parameter: Parameter<{ key: string; after: number }>) => {
    const select = sql<TrashTime>`select meta_id, ${sql.ref(`${type}_id`)} as id, meta_value as time from ${sql.table(table)}
      where meta_key = ${parameter('key')} and meta_id > ${parameter('after')} order by meta_id limit ${sql.lit(PAGE)}`;
    return usingTables(select, { reads: [table] });
  });
  let after = 0;
  while (true) {
    const rows = await page.rows({ key: TRASH_TIME, after });
    yield rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.meta_id;
  }
}
