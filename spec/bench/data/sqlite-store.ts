import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Sqlite as Database } from '../../../plugins/database/sqlite-driver.ts';
import { copyDatabase } from '../../support/copy-database.ts';
import { dataFolder } from './data-folder.ts';
import type { Store } from './store.ts';

/** The file of the database of a name. */
export const fileOf = (name: string): string => join(dataFolder(), `${name}.db`);

function remove(file: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
}

/** Files in the folder of data sets. */
export const sqliteStore: Store = {
  addressOf: (name) => `sqlite:${fileOf(name)}`,
  has: async (name) => existsSync(fileOf(name)),
  create: async (name) => remove(fileOf(name)),
  rename: async (from, to) => renameSync(fileOf(from), fileOf(to)),
  copy: async (from, to) => copyDatabase(fileOf(from), fileOf(to)),
  remove: async (name) => remove(fileOf(name)),
  rows: async (name, query) => {
    const db = new Database(fileOf(name), { readonly: true });
    try {
      return db.prepare(query).raw().all() as (number | string)[][];
    } finally {
      db.close();
    }
  },
};
