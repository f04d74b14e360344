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

/** Raised whenever `seed.ts` makes something else, so that what lies there from before is not taken for it. */
const RECIPE = 3;

/** A database that is measured on, and what requests to it name. */
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

/** Where data sets are kept between runs. */
export const dataFolder = (): string => process.env.TAPPET_BENCH_DATA ?? join(tmpdir(), 'tappet-bench-data');

/** A data set of so many posts: the one that is kept, or one made now. */
export async function dataSet(posts: number): Promise<DataSet> {
  const folder = dataFolder();
  mkdirSync(folder, { recursive: true });
  const base = join(folder, `posts-${posts}-v${RECIPE}`);
  const [database, about] = [`${base}.db`, `${base}.json`];
  if (existsSync(about) && existsSync(database)) return JSON.parse(readFileSync(about, 'utf8')) as DataSet;
  const start = performance.now();
  process.stderr.write(`making ${database} ... `);
  // Under another name until it is whole, so that what an interrupted run leaves is never taken for a data set.
  const making = `${base}.${process.pid}.making`;
  const set = { database, posts, ...(await seed(making, posts)) };
  renameSync(making, database);
  writeFileSync(`${making}.json`, JSON.stringify(set));
  renameSync(`${making}.json`, about);
  process.stderr.write(`${Math.round((performance.now() - start) / 1000)} s\n`);
  return set;
}

/** A copy of a data set that may be written to, and what removes it. */
export function scratchCopy(set: DataSet): { set: DataSet; remove: () => void } {
  const database = `${set.database}.${process.pid}-${++copies}.scratch`;
  copyFileSync(set.database, database, constants.COPYFILE_FICLONE);
  const remove = () => {
    for (const ending of ['', '-wal', '-shm']) rmSync(`${database}${ending}`, { force: true });
  };
  return { set: { ...set, database }, remove };
}

let copies = 0;
