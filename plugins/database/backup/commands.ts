import { open, rename, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { CommandError, type PluginHost } from '../../../core/index.ts';
import { expectSite } from '../copy/snapshot.ts';
import type { Database } from '../database.ts';
import { newerStep } from '../migrations.ts';
import { usingTables } from '../table-usage.ts';
import { expectBackup, reasonOf } from './backup-file.ts';
import type { BackupTool } from './backup-tool.ts';
import { mysqlBackup } from './mysql.ts';
import { postgresBackup } from './postgres.ts';
import { sqliteBackup } from './sqlite.ts';

/** The tables of a site on MariaDB, in whichever order. */
async function tablesOf({ db, prefix, like }: Database): Promise<string[]> {
  const pattern = `${like(prefix)}%`;
  const asked = sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = database() and table_type = 'BASE TABLE' and table_name like ${pattern} escape '\\'`;
  const { rows } = await usingTables(asked, {}).execute(db);
  return rows.map(({ name }) => name);
}

/** The schema that the tables of a site are in. */
async function schemaOf({ db }: Database): Promise<string> {
  const asked = sql<{ name: string }>`select current_schema() as name`;
  return (await usingTables(asked, {}).execute(db)).rows[0]!.name;
}

async function toolFor(database: Database, address: string): Promise<BackupTool> {
  if (database.dialect === 'mysql') return mysqlBackup(address, await tablesOf(database), database.prefix);
  if (database.dialect === 'postgres') return postgresBackup(address, await schemaOf(database), database.prefix);
  if (database.file !== undefined) return sqliteBackup(database.file, database.prefix);
  throw new CommandError('a database in memory ends with its process; name a file with --database');
}

/** Makes a file that only its owner may read, has it filled, and gives it its name once it is whole and on the disk. */
async function fillFile(file: string, fill: (draft: string) => Promise<void>): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) throw new CommandError(`${file} is a folder; name a file`);
  if (found !== undefined) throw new CommandError(`${file} is there already; name another file`);
  const draft = `${file}.${process.pid}.part`;
  try {
    await (await open(draft, 'wx', 0o600)).close();
    await fill(draft);
    const written = await open(draft, 'r+');
    await written.sync();
    await written.close();
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw new CommandError(`${file} could not be written: ${reasonOf(error)}`);
  }
}

/** Refuses a backup that is not whole, or that a newer version has made, with which this one would not start. */
async function expectReadable(file: string, { stepsIn }: BackupTool, { db }: Database): Promise<void> {
  const steps = await stepsIn(file).catch((error) => {
    throw new CommandError(`${file} is no whole backup of a site: ${reasonOf(error)}; the database is as it was`);
  });
  const known = await db.selectFrom('tappet_migrations').select('name').orderBy('name').execute();
  // All steps of this version have run by now.
  const last = new Map(known.map(({ name }) => name.split(':') as [string, string]));
  for (const [plugin, step] of last) {
    const newer = newerStep(plugin, step, steps);
    if (newer !== undefined)
      throw new CommandError(
        `${file} is of a newer version: step ${newer} has run in it, and this version ends with ${plugin}:${step}; restore it with the version that made it`,
      );
  }
}

/** Adds `db backup` and `db restore` to the command line. */
export function addBackupCommands(host: PluginHost, database: Database, address: string): void {
  host.command({
    name: 'db backup',
    summary: 'Writes the whole database to a file, as it is at one moment; the site may serve meanwhile.',
    args: '<file>',
    run: async ({ args, print }) => {
      const file = resolve(String(args.file));
      const tool = await toolFor(database, address);
      await expectSite(address, database.prefix);
      await fillFile(file, (draft) => tool.backup(draft));
      print(`Success: the database was written to ${file}; files of uploads and signing keys are not in it.`);
    },
  });
  host.command({
    name: 'db restore',
    summary: 'Replaces the whole database by what db backup has written to a file; stop what serves the site before.',
    args: '<file>',
    flags: { '--yes': 'Says that what the database holds may be lost.' },
    run: async ({ args, flags, print }) => {
      const file = resolve(String(args.file));
      if (database.isGuest) throw new CommandError('the site is of another program; restore it with the tools of that');
      if (flags.yes !== true) throw new CommandError('what the database holds is lost by that; confirm it with --yes');
      await expectBackup(file, database.dialect);
      const tool = await toolFor(database, address);
      await expectReadable(file, tool, database);
      await tool.restore(file).catch((error) => {
        const left = tool.isAtomic
          ? 'is as it was'
          : 'may hold a part of it, so run the command again before it is served';
        throw new CommandError(`${file} could not be restored: ${reasonOf(error)}; the database ${left}`);
      });
      print(`Success: the database is that of ${file}; start what serves the site anew.`);
    },
  });
}
