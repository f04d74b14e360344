import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Sqlite as Database } from '../../../plugins/database/sqlite-driver.ts';
import { DIST } from '../../support/built.ts';
import { copyDatabase } from '../../support/copy-database.ts';
import { MIDDLE, writeExportFile } from './export-file.ts';

/** Raised with each change of the export file, so that older data sets are not used. */
const RECIPE = 5;

/** The login of a data set's administrator. */
export const ADMIN = 'bench-admin';

/** A database for measurements, and the values that requests to it use. */
export interface DataSet {
  /** The path of the SQLite file. */
  readonly database: string;
  readonly posts: number;
  /** The value of `Authorization` of an administrator. */
  readonly authorization: string;
  /** The id of a category and of an author of about one post of twenty each. */
  readonly category: number;
  readonly author: number;
  /** A hundred published posts, or fewer, spread over the site. */
  readonly some: readonly { readonly id: number; readonly slug: string }[];
  /** The date that half of the posts lie before. */
  readonly middle: string;
}

/** The folder in which data sets are stored between runs. */
const dataFolder = (): string => process.env.TAPPET_BENCH_DATA ?? join(tmpdir(), 'tappet-bench-data');

/** A data set of a number of posts, and pages, files and comments beside them; it is imported if it is not stored. */
export async function dataSet(posts: number): Promise<DataSet> {
  const folder = dataFolder();
  mkdirSync(folder, { recursive: true });
  const base = join(folder, `posts-${posts}-v${RECIPE}`);
  const [database, about] = [`${base}.db`, `${base}.json`];
  if (!existsSync(about) || !existsSync(database)) {
    const start = performance.now();
    process.stderr.write(`importing ${database} ... `);
    // Made under another name, so that the file of an interrupted run is never used as a data set.
    const making = `${base}.${process.pid}.making`;
    const authorization = await importInto(making, posts);
    renameSync(making, database);
    writeFileSync(`${making}.json`, JSON.stringify({ authorization }));
    renameSync(`${making}.json`, about);
    process.stderr.write(`${Math.round((performance.now() - start) / 1000)} s\n`);
  }
  const { authorization } = JSON.parse(readFileSync(about, 'utf8')) as Pick<DataSet, 'authorization'>;
  return { database, posts, authorization, middle: MIDDLE, ...valuesOf(database, posts) };
}

/**
 * Makes a site as a user does, by the commands of the build: imports an export file, and creates an administrator with an
 * application password. Returns the value of `Authorization` of the administrator.
 */
async function importInto(database: string, posts: number): Promise<string> {
  const file = `${database}.xml`;
  const env = { ...process.env, DATABASE_URL: `sqlite:${database}` };
  const tappet = (...args: string[]) =>
    execFileSync(process.execPath, [fileURLToPath(new URL('host/bin.js', DIST)), ...args], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  await writeExportFile(file, posts);
  tappet('import', file, '--authors=create');
  rmSync(file);
  tappet('user', 'create', ADMIN, 'bench@example.org', '--role=administrator', '--porcelain');
  const password = tappet('user', 'application-password', 'create', ADMIN, 'bench', '--porcelain');
  return `Basic ${Buffer.from(`${ADMIN}:${password}`).toString('base64')}`;
}

/** The ids of what requests name of an imported site. */
function valuesOf(database: string, posts: number): Pick<DataSet, 'category' | 'author' | 'some'> {
  const db = new Database(database, { readonly: true });
  const idOf = (sql: string, name: string) => db.prepare(sql).pluck().get(name) as number;
  const published = db.prepare<[string], { id: number; slug: string }>(
    "select ID as id, post_name as slug from wp_posts where post_name = ? and post_status = 'publish'",
  );
  const count = Math.min(100, posts);
  const slugs = Array.from({ length: count }, (_, at) => `post-${Math.floor((at * posts) / count)}`);
  try {
    return {
      category: idOf('select term_id from wp_terms where slug = ?', 'topic-1'),
      author: idOf('select ID from wp_users where user_login = ?', 'writer2'),
      some: slugs.flatMap((slug) => published.get(slug) ?? []),
    };
  } finally {
    db.close();
  }
}

/** A copy of a data set that may be written to, and a function that removes it. */
export function scratchCopy(set: DataSet): { set: DataSet; remove: () => void } {
  const database = `${set.database}.${process.pid}-${++copies}.scratch`;
  copyDatabase(set.database, database);
  const remove = () => {
    for (const ending of ['', '-wal', '-shm']) rmSync(`${database}${ending}`, { force: true });
  };
  return { set: { ...set, database }, remove };
}

let copies = 0;
