import type { Database as Connection } from 'better-sqlite3';
import { CommandError } from '../../../core/index.ts';
import { Sqlite } from '../sqlite-driver.ts';
import type { BackupTool } from './backup-tool.ts';

/** All pages at once: a file that others write to meanwhile would be begun anew each time. */
const AT_ONCE = { progress: () => 2 ** 31 - 1 };

/** Why a file is no backup of a site; undefined where it is one. */
function fault(copy: Connection, prefix: string): string | undefined {
  try {
    const problem = copy.pragma('quick_check', { simple: true });
    if (problem !== 'ok') return String(problem);
    const table = copy.prepare('select 1 from sqlite_master where name = ?').get(`${prefix}tappet_migrations`);
    return table === undefined ? `it has no table ${prefix}tappet_migrations` : undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Copies the file of a database by SQLite's own online backup, in both directions. */
export function sqliteBackup(database: string, prefix: string): BackupTool {
  /** Copies one file over another, in one transaction of it. */
  const copy = async (from: string, to: string) => {
    const source = new Sqlite(from, { readonly: true, fileMustExist: true });
    try {
      const problem = fault(source, prefix);
      if (problem !== undefined) throw new CommandError(`${from} holds no site: ${problem}`);
      await source.backup(to, AT_ONCE);
    } finally {
      source.close();
    }
  };
  return { backup: (file) => copy(database, file), restore: (file) => copy(file, database) };
}
