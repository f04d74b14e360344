import pg from 'pg';
import { POSTGRES_URL } from '../../support/servers.ts';
import type { Store } from './store.ts';

const INT8 = 20;

/** The name of a database, as it is written without quotes. */
const nameOf = (name: string): string => `tappet_bench_${name.replaceAll(/\W/g, '_')}`;

function addressOf(name: string): string {
  const url = new URL(POSTGRES_URL);
  url.pathname = nameOf(name);
  return url.href;
}

/** Runs a query on a connection of its own; answers with its rows as lists. */
async function run(query: string, connectionString = POSTGRES_URL): Promise<(number | string)[][]> {
  const types = { getTypeParser: (oid: number) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, 'text')) };
  const client = new pg.Client({ connectionString, types: types as pg.CustomTypesConfig });
  try {
    await client.connect();
    const { rows } = await client.query<(number | string)[]>({ text: query, rowMode: 'array' });
    return rows;
  } finally {
    await client.end();
  }
}

const drop = (name: string) => run(`drop database if exists ${nameOf(name)} with (force)`);

/** Databases on a server of PostgreSQL, for which `TEST_POSTGRES_URL` may name another than that on this machine. */
export const postgresStore: Store = {
  addressOf,
  has: async (name) => (await run(`select 1 from pg_database where datname = '${nameOf(name)}'`)).length > 0,
  async create(name) {
    await drop(name);
    await run(`create database ${nameOf(name)}`);
  },
  async rename(from, to) {
    await drop(to);
    await run(`alter database ${nameOf(from)} rename to ${nameOf(to)}`);
  },
  async copy(from, to) {
    await drop(to);
    await run(`create database ${nameOf(to)} template ${nameOf(from)}`);
  },
  async remove(name) {
    await drop(name);
  },
  rows: (name, query) => run(query, addressOf(name)),
};
