import type { Database as Connection } from 'better-sqlite3';
import { CommandError } from '../../../core/index.ts';
import { Sqlite } from '../sqlite-driver.ts';
import type { BackupTool } from './backup-tool.ts';

/** All pages at once: a file that others write to meanwhile would be begun anew each time. */
const AT_ONCE = { progress: () => 2 ** 31 - 1 };

/** Refuses a file that holds no site, or, as far as a check of SQLite tells, no sound one. */
function expectSound(source: Connection, prefix: string, check: 'quick_check' | 'integrity_check'): void {
  const problem = source.pragma(`${check}(1)`, { simple: true });
  if (problem !== 'ok') throw new CommandError(`it is damaged: ${problem}`);
  const table = source.prepare('select 1 from sqlite_master where name = ?').get(`${prefix}tappet_migrations`);
  if (table === undefined) throw new CommandError(`it has no table ${prefix}tappet_migrations`);
}

/** Does something with a file that is only read. */
async function reading<T>(file: string, work: (source: Connection) => T | Promise<T>): Promise<T> {
  const source = new Sqlite(file, { readonly: true, fileMustExist: true });
  try {
    return await work(source);
  } finally {
    source.close();
  }
}

/** Copies the file of a database by SQLite's own online backup, in both directions. */
export function sqliteBackup(database: string, prefix: string): BackupTool {
  return {
    backup: async (file) => {
      await reading(database, async (source) => {
        expectSound(source, prefix, 'quick_check');
        await source.backup(file, AT_ONCE);
      });
      // In the mode of the database, to read it would make files beside it.
      const written = new Sqlite(file);
      written.pragma('journal_mode = delete');
      written.close();
    },
    stepsIn: (file) =>
      reading(file, (source) => {
        expectSound(source, prefix, 'integrity_check');
        return new Set(source.prepare(`select name from "${prefix}tappet_migrations"`).pluck().all() as string[]);
      }),
    // The copy is one transaction of the database.
    isAtomic: true,
    restore: (file) => reading(file, async (source) => void (await source.backup(database, AT_ONCE))),
  };
}
