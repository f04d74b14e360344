import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIST } from '../../support/built.ts';
import { dataFolder } from './data-folder.ts';
import { MIDDLE, writeExportFile } from './export-file.ts';
import { postgresStore } from './postgres-store.ts';
import { sqliteStore } from './sqlite-store.ts';
import type { Store } from './store.ts';

/** Raised with each change of the export file, so that older data sets are not used. */
const RECIPE = 5;

/** The login of a data set's administrator. */
export const ADMIN = 'bench-admin';

/** The system on which a data set is stored. */
export type DataSystem = 'sqlite' | 'postgres';

const STORES: Readonly<Record<DataSystem, Store>> = { sqlite: sqliteStore, postgres: postgresStore };

/** A database for measurements, and the values that requests to it use. */
export interface DataSet {
  readonly system: DataSystem;
  /** Its name in the store of its system. */
  readonly name: string;
  /** The address of the database. */
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

/** A data set of a number of posts, and pages, files and comments beside them; it is imported if it is not stored. */
export async function dataSet(posts: number, system: DataSystem = 'sqlite'): Promise<DataSet> {
  const store = STORES[system];
  const name = `posts-${posts}-v${RECIPE}`;
  const about = join(dataFolder(), `${name}${system === 'sqlite' ? '' : `-${system}`}.json`);
  if (!existsSync(about) || !(await store.has(name))) {
    const start = performance.now();
    process.stderr.write(`importing ${store.addressOf(name)} ... `);
    // Made under another name, so that the database of an interrupted run is never used as a data set.
    const making = `${name}.${process.pid}.making`;
    await store.create(making);
    const authorization = await importInto(store.addressOf(making), posts);
    await store.rename(making, name);
    writeFileSync(`${about}.making`, JSON.stringify({ authorization }));
    renameSync(`${about}.making`, about);
    process.stderr.write(`${Math.round((performance.now() - start) / 1000)} s\n`);
  }
  const { authorization } = JSON.parse(readFileSync(about, 'utf8')) as Pick<DataSet, 'authorization'>;
  const values = await valuesOf(name, posts, store);
  return { system, name, database: store.addressOf(name), posts, authorization, middle: MIDDLE, ...values };
}

/**
 * Makes a site as a user does, by the commands of the build: imports an export file, and creates an administrator with an
 * application password. Returns the value of `Authorization` of the administrator.
 */
async function importInto(database: string, posts: number): Promise<string> {
  const file = join(dataFolder(), `${posts}.${process.pid}.xml`);
  const env = { ...process.env, DATABASE_URL: database };
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
async function valuesOf(
  name: string,
  posts: number,
  store: Store,
): Promise<Pick<DataSet, 'category' | 'author' | 'some'>> {
  const idOf = async (query: string) => (await store.rows(name, query))[0]![0] as number;
  const count = Math.min(100, posts);
  const slugs = Array.from({ length: count }, (_, at) => `'post-${Math.floor((at * posts) / count)}'`);
  const some = await store.rows(
    name,
    `select "ID", post_name from wp_posts where post_status = 'publish' and post_name in (${slugs}) order by "ID"`,
  );
  return {
    category: await idOf("select term_id from wp_terms where slug = 'topic-1'"),
    author: await idOf(`select "ID" from wp_users where user_login = 'writer2'`),
    some: some.map(([id, slug]) => ({ id: id as number, slug: slug as string })),
  };
}

/** A copy of a data set that may be written to, and a function that removes it. */
export async function scratchCopy(set: DataSet): Promise<{ set: DataSet; remove: () => Promise<void> }> {
  const store = STORES[set.system];
  const name = `${set.name}.${process.pid}-${++copies}.scratch`;
  await store.copy(set.name, name);
  return { set: { ...set, name, database: store.addressOf(name) }, remove: () => store.remove(name) };
}

let copies = 0;
