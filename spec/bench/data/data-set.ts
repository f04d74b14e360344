import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seed } from './seed.ts';

/** Raised with each change of `seed.ts`, so that older data sets are not used. */
const RECIPE = 4;

/** A database for measurements, and the values that requests to it use. */
export interface DataSet {
  /** The path of the SQLite file. */
  readonly database: string;
  readonly posts: number;
  /** The value of `Authorization` of an administrator. */
  readonly authorization: string;
  /** The id of a category, an author and the oldest post; posts are numbered without gaps. */
  readonly category: number;
  readonly author: number;
  readonly firstPost: number;
  /** The date that half of the posts lie before. */
  readonly middle: string;
}

/** The folder in which data sets are stored between runs. */
export const dataFolder = (): string => process.env.TAPPET_BENCH_DATA ?? join(tmpdir(), 'tappet-bench-data');

/** A data set of a number of posts; it is created if it is not stored. */
export async function dataSet(posts: number): Promise<DataSet> {
  const folder = dataFolder();
  mkdirSync(folder, { recursive: true });
  const base = join(folder, `posts-${posts}-v${RECIPE}`);
  const [database, about] = [`${base}.db`, `${base}.json`];
  if (existsSync(about) && existsSync(database)) return JSON.parse(readFileSync(about, 'utf8')) as DataSet;
  const start = performance.now();
  process.stderr.write(`making ${database} ... `);
  // Created under another name, so that the file of an interrupted run is never used as a data set.
  const making = `${base}.${process.pid}.making`;
  const set = { database, posts, ...(await seed(making, posts)) };
  renameSync(making, database);
  writeFileSync(`${making}.json`, JSON.stringify(set));
  renameSync(`${making}.json`, about);
  process.stderr.write(`${Math.round((performance.now() - start) / 1000)} s\n`);
  return set;
}

/** A copy of a data set that may be written to, and a function that removes it. */
export function scratchCopy(set: DataSet): { set: DataSet; remove: () => void } {
  const database = `${set.database}.${process.pid}-${++copies}.scratch`;
  copyFileSync(set.database, database, constants.COPYFILE_FICLONE);
  const remove = () => {
    for (const ending of ['', '-wal', '-shm']) rmSync(`${database}${ending}`, { force: true });
  };
  return { set: { ...set, database }, remove };
}

let copies = 0;
