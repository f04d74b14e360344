import type { PluginHost } from '../../core/index.ts';
import { openAddress, unreachable } from './address.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open.ts';

/** A database of what is our own, and how to close it. */
interface Beside {
  readonly database: Database;
  close(): Promise<void>;
}

/** Opens the database of what is our own beside a site that another program made. */
export async function openBeside(address: string, site: Database, host: PluginHost): Promise<Beside> {
  const opened = await openAddress(address, host);
  try {
    const { database, close } = await openDatabase(opened, 'wp_', host, 'own');
    return {
      // What belongs to a change of the site is written once that is committed.
      database: {
        ...database,
        beforeCommit: (work) => {
          const append = database.beforeCommit(work);
          return async (values) => site.afterCommit(() => append(values), { changesAnswers: false });
        },
      },
      close: async () => {
        await close();
        await opened.release();
      },
    };
  } catch (error) {
    await opened.release();
    throw unreachable(address, error);
  }
}
