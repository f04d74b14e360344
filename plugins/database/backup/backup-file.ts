import { open, stat } from 'node:fs/promises';
import { CommandError } from '../../../core/index.ts';
import type { Database } from '../database.ts';

/** What is told of failures of the system, by their codes. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not do that',
  EPERM: 'this user may not do that',
  EROFS: 'its disk is for reading alone',
  ENOENT: 'it, or a folder of its path, is not there',
  ENOTDIR: 'a part of its path is no folder',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full for this user',
};

/** Why a file could not be read or written, in words for people. */
export const reasonOf = (error: unknown): string => {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? message.replace(/\berrno 28\b/, 'errno 28, the disk is full,');
};

/** How the systems are called, and how what they write as a backup begins. */
const SYSTEMS: Readonly<Record<Database['dialect'], { readonly name: string; readonly start: RegExp }>> = {
  sqlite: { name: 'SQLite', start: /^SQLite format 3\0/ },
  postgres: { name: 'PostgreSQL', start: /^PGDMP/ },
  mysql: { name: 'MariaDB or MySQL', start: /^(?:\/\*.*\*\/ ?\r?\n)?-- (?:MariaDB|MySQL) dump / },
};

/** How much of a file tells what it is, in bytes. */
const HEAD = 200;

/** Refuses a file that is no backup of a system, by its first bytes. Throws a `CommandError` in one line. */
export async function expectBackup(file: string, dialect: Database['dialect']): Promise<void> {
  const head = await headOf(file).catch((error) => {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${file} cannot be read: ${reasonOf(error)}`);
  });
  const found = Object.values(SYSTEMS).find(({ start }) => start.test(head));
  const own = SYSTEMS[dialect];
  if (found === own) return;
  if (found === undefined) throw new CommandError(`${file} is no backup that db backup has written`);
  throw new CommandError(
    `${file} is a backup of ${found.name}, and the database is on ${own.name}; restore it to a database on ${found.name}, and copy that with db copy`,
  );
}

async function headOf(file: string): Promise<string> {
  if (!(await stat(file)).isFile()) throw new CommandError(`${file} is no file; name one that db backup has written`);
  const opened = await open(file);
  try {
    const { buffer, bytesRead } = await opened.read({ buffer: Buffer.alloc(HEAD) });
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await opened.close();
  }
}
