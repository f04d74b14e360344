import { createConnection } from 'mysql2/promise';
import pg from 'pg';

/** Creates an empty database and returns its address: SQLite in memory, or one on a server that is dropped afterwards. */
export type FreshDatabase = () => Promise<string>;

/** A system of databases on a server. */
interface ServerSystem {
  readonly name: string;
  /** The variable of the environment that names a server. */
  readonly variable: string;
  readonly address: string;
  run(statement: string): Promise<void>;
  /** The statements that create and drop a database, and its address. */
  create(name: string): string;
  drop(name: string): string;
  addressOf(name: string): string;
}

const POSTGRES = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/test';
const MYSQL = process.env.TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/test';

const postgres: ServerSystem = {
  name: 'PostgreSQL',
  variable: 'TEST_POSTGRES_URL',
  address: POSTGRES,
  async run(statement) {
    const client = new pg.Client({ connectionString: POSTGRES, connectionTimeoutMillis: 2000 });
    try {
      await client.connect();
      await client.query(statement);
    } finally {
      await client.end().catch(() => undefined);
    }
  },
  create: (name) => `create schema ${name}`,
  drop: (name) => `drop schema if exists ${name} cascade`,
  addressOf(name) {
    const url = new URL(POSTGRES);
    // No spec restarts the server, so none need wait until a commit is on its disk.
    url.searchParams.set('options', `-c search_path=${name} -c synchronous_commit=off`);
    return url.href;
  },
};

const mysql: ServerSystem = {
  name: 'MariaDB',
  variable: 'TEST_MYSQL_URL',
  address: MYSQL,
  async run(statement) {
    const connection = await createConnection({ uri: MYSQL, connectTimeout: 2000 });
    try {
      await connection.query(statement);
    } finally {
      connection.destroy();
    }
  },
  create: (name) => `create database ${name}`,
  drop: (name) => `drop database if exists ${name}`,
  addressOf(name) {
    const url = new URL(MYSQL);
    url.pathname = name;
    return url.href;
  },
};

/** Why a server is not available here; if its variable names one, it must be. */
async function failureOf({ run, variable }: ServerSystem): Promise<Error | undefined> {
  try {
    await run('select 1');
    return undefined;
  } catch (error) {
    if (process.env[variable] !== undefined) throw error;
    return error as Error;
  }
}

const [postgresFailure, unreachable] = await Promise.all([failureOf(postgres), failureOf(mysql)]);

/** Why no MariaDB is there; undefined if one is. */
export const mysqlFailure = unreachable;

/** A database on MariaDB that its maker drops. */
export interface MysqlDatabase {
  readonly address: string;
  drop(): Promise<void>;
}

/** Creates an empty database on MariaDB. */
export async function createMysqlDatabase(): Promise<MysqlDatabase> {
  const name = freshName();
  await mysql.run(mysql.create(name));
  return { address: mysql.addressOf(name), drop: () => mysql.run(mysql.drop(name)) };
}

const freshName = (): string => `tappet_spec_${process.pid}_${Math.random().toString(36).slice(2)}`;

/**
 * Describes behaviour on every database system: on SQLite, on PostgreSQL at TEST_POSTGRES_URL or on this machine, and on
 * MariaDB at TEST_MYSQL_URL or on this machine. If no server answers, a skipped test says so.
 */
export function describeOnDatabases(title: string, body: (freshDatabase: FreshDatabase) => void): void {
  describe(`${title} on SQLite`, () => body(async () => 'sqlite::memory:'));
  describeOnPostgres(title, body);
  describeOnMysql(title, body);
}

/** Describes behaviour on PostgreSQL alone, as of a server that can be lost. */
export const describeOnPostgres = (title: string, body: (freshDatabase: FreshDatabase) => void): void =>
  describeOn(postgres, postgresFailure, title, body);

/** Describes behaviour on MariaDB alone. */
export const describeOnMysql = (title: string, body: (freshDatabase: FreshDatabase) => void): void =>
  describeOn(mysql, mysqlFailure, title, body);

function describeOn(
  { name: system, variable, address, run, create, drop, addressOf }: ServerSystem,
  failure: Error | undefined,
  title: string,
  body: (freshDatabase: FreshDatabase) => void,
): void {
  describe(`${title} on ${system}`, () => {
    if (failure !== undefined) {
      it(`skipped, for no server answers at ${address}; name one in ${variable}`, function () {
        this.skip();
      });
      return;
    }
    const names: string[] = [];
    after(async () => {
      for (const name of names) await run(drop(name));
    });
    body(async () => {
      const name = freshName();
      await run(create(name));
      names.push(name);
      return addressOf(name);
    });
  });
}
