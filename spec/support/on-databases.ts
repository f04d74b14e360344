import { createConnection, type RowDataPacket } from 'mysql2/promise';
import pg from 'pg';
import { MYSQL_URL, POSTGRES_URL } from './servers.ts';

/**
 * Creates an empty database and returns its address: SQLite in memory, or one on a server that is dropped afterwards. On
 * PostgreSQL it is a schema that the address names; with `alone` it is a database, which takes longer to make. With `again`
 * it is one that all specs of this process share, with its tables but without their rows, which takes far less: for sites
 * that are closed before the next one is made, and leave the tables as they are.
 */
export type FreshDatabase = (options?: { readonly alone?: boolean; readonly again?: boolean }) => Promise<string>;

/** How an empty place for a site is made on a server. */
interface Place {
  /** The statements that create and drop it, and its address. */
  create(name: string): string;
  drop(name: string): string;
  addressOf(name: string): string;
}

/** A system of databases on a server. */
interface ServerSystem extends Place {
  readonly name: string;
  /** The variable of the environment that names a server. */
  readonly variable: string;
  readonly address: string;
  /** Runs statements one after the other on a connection of its own. */
  run(statements: readonly string[], address?: string): Promise<void>;
  /** Removes all rows, but for the records of the steps that made tables. */
  empty(address: string): Promise<void>;
  /** Drops all places whose names begin so. */
  dropAll(start: string): Promise<void>;
  /** A place that shares nothing with others, where the usual one does. */
  readonly alone?: Place;
}

/** Which records of steps are removed with the rows: those of the plugin that writes rows, so that it writes them again. */
const WRITERS = "where name like 'options:%'";

/**
 * Empties the tables of a schema, without their triggers, and has their numbers begin anew. Connections that have just been
 * closed take a moment to end; those of a site that was not closed would write beside the next one.
 */
const EMPTY_SCHEMA = `do $$
  declare each text; turn int := 0;
  begin
    while exists (select 1 from pg_stat_activity where application_name = current_schema() and pid <> pg_backend_pid()) loop
      turn := turn + 1;
      if turn > 500 then raise 'a site is open on the database that specs share: close it, or give it one of its own'; end if;
      perform pg_sleep(0.01);
      perform pg_stat_clear_snapshot();
    end loop;
    set local session_replication_role = replica;
    for each in select tablename from pg_tables where schemaname = current_schema() loop
      execute format('delete from %I ', each) ||
        case when each like '%tappet_migrations' then $where$ ${WRITERS} $where$ else '' end;
    end loop;
    for each in select sequencename from pg_sequences where schemaname = current_schema() loop
      perform setval(format('%I', each)::regclass, 1, false);
    end loop;
  end $$`;

const postgres: ServerSystem = {
  name: 'PostgreSQL',
  variable: 'TEST_POSTGRES_URL',
  address: POSTGRES_URL,
  async run(statements, connectionString = POSTGRES_URL) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 });
    try {
      await client.connect();
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end().catch(() => undefined);
    }
  },
  empty: (address) => postgres.run([EMPTY_SCHEMA], address),
  dropAll: (start) =>
    postgres.run([
      `do $$
      declare each text;
      begin
        for each in select nspname from pg_namespace where starts_with(nspname, '${start}') loop
          execute format('drop schema %I cascade', each);
        end loop;
      end $$`,
    ]),
  create: (name) => `create schema ${name}`,
  drop: (name) => `drop schema if exists ${name} cascade`,
  addressOf(name) {
    const url = new URL(POSTGRES_URL);
    // No spec restarts the server, so none need wait until a commit is on its disk.
    url.searchParams.set('options', `-c search_path=${name} -c synchronous_commit=off`);
    url.searchParams.set('application_name', name);
    return url.href;
  },
  alone: {
    create: (name) => `create database ${name}`,
    drop: (name) => `drop database if exists ${name} with (force)`,
    addressOf(name) {
      const url = new URL(POSTGRES_URL);
      url.pathname = name;
      url.searchParams.set('options', '-c synchronous_commit=off');
      return url.href;
    },
  },
};

const mysql: ServerSystem = {
  name: 'MariaDB',
  variable: 'TEST_MYSQL_URL',
  address: MYSQL_URL,
  async run(statements, uri = MYSQL_URL) {
    const connection = await createConnection({ uri, connectTimeout: 2000 });
    try {
      // Names stand in double quotes on every system.
      await connection.query("set sql_mode = 'ANSI_QUOTES'");
      for (const statement of statements) await connection.query(statement);
    } finally {
      connection.destroy();
    }
  },
  async empty(address) {
    const connection = await createConnection(address);
    try {
      // The tables that triggers keep come last.
      const [tables] = await connection.query<RowDataPacket[]>(
        `select table_name as name, auto_increment as next from information_schema.tables where table_schema = database()
         order by table_name like '%_counts', table_name like '%_term_posts'`,
      );
      for (const { name, next } of tables) {
        const which = name.endsWith('tappet_migrations') ? WRITERS : '';
        await connection.query(next > 1 ? `truncate ${name}` : `delete from ${name} ${which}`);
      }
    } finally {
      connection.destroy();
    }
  },
  async dropAll(start) {
    const connection = await createConnection(MYSQL_URL);
    try {
      const [places] = await connection.query<RowDataPacket[]>(
        `select schema_name as name from information_schema.schemata where left(schema_name, ${start.length}) = '${start}'`,
      );
      for (const { name } of places) await connection.query(`drop database ${name}`);
    } finally {
      connection.destroy();
    }
  },
  create: (name) => `create database ${name}`,
  drop: (name) => `drop database if exists ${name}`,
  addressOf(name) {
    const url = new URL(MYSQL_URL);
    url.pathname = name;
    return url.href;
  },
};

/** Why a server is not available here; if its variable names one, it must be. */
async function failureOf({ run, variable }: ServerSystem): Promise<Error | undefined> {
  try {
    await run(['select 1']);
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
  await mysql.run([mysql.create(name)]);
  return { address: mysql.addressOf(name), drop: () => mysql.run([mysql.drop(name)]) };
}

const freshName = (): string => `tappet_spec_${process.pid}_${random()}`;
const random = (): string => Math.random().toString(36).slice(2);

/** How the names of what the processes of this run share begin: with the process that started them. */
const SHARED = `tappet_spec_shared_${process.env.MOCHA_WORKER_ID === undefined ? process.pid : process.ppid}_`;

/** The addresses of the databases that the specs of this process share. */
const shared = new Map<ServerSystem, string>();

/** The shared database of a system, without rows. */
async function sharedOn(server: ServerSystem): Promise<string> {
  const known = shared.get(server);
  if (known !== undefined) {
    await server.empty(known);
    return known;
  }
  const name = SHARED + random();
  await server.run([server.create(name)]);
  shared.set(server, server.addressOf(name));
  return server.addressOf(name);
}

/** Drops what the processes of this run have shared. */
export async function dropShared(): Promise<void> {
  if (postgresFailure === undefined) await postgres.dropAll(SHARED);
  if (mysqlFailure === undefined) await mysql.dropAll(SHARED);
}

/**
 * Describes behaviour on every database system: on SQLite, on PostgreSQL at TEST_POSTGRES_URL or on this machine, and on
 * MariaDB at TEST_MYSQL_URL or on this machine. If no server answers, a skipped test says so.
 */
export function describeOnDatabases(title: string, body: (freshDatabase: FreshDatabase) => void): void {
  describeOnSqlite(title, body);
  describeOnPostgres(title, body);
  describeOnMysql(title, body);
}

const describeOnSqlite = (title: string, body: (freshDatabase: FreshDatabase) => void): void =>
  void describe(`${title} on SQLite`, () => body(async () => 'sqlite::memory:'));

/**
 * Describes behaviour on SQLite and PostgreSQL alone: suites that take long, of what rests on the database by functions whose own
 * suites run on MariaDB too.
 */
export function describeOnSqliteAndPostgres(title: string, body: (freshDatabase: FreshDatabase) => void): void {
  describeOnSqlite(title, body);
  describeOnPostgres(title, body);
}

/** Describes behaviour of databases on servers, which can be lost. */
export function describeOnServers(title: string, body: (freshDatabase: FreshDatabase) => void): void {
  describeOnPostgres(title, body);
  describeOnMysql(title, body);
}

/** Runs statements on a database of a server, from a connection that no host knows. */
export const runOnServer = (address: string, ...statements: string[]): Promise<void> =>
  (address.startsWith('postgres') ? postgres : mysql).run(statements, address);

/** Ends all connections to a database of a server but the one that does so, as its restart would. */
export const endConnections = (address: string): Promise<void> =>
  address.startsWith('postgres') ? endOnPostgres(address) : endOnMysql(address);

async function endOnPostgres(address: string): Promise<void> {
  const name = new URL(address).searchParams.get('application_name');
  await postgres.run(
    [
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${name}' and pid <> pg_backend_pid()`,
    ],
    address,
  );
}

async function endOnMysql(uri: string): Promise<void> {
  const connection = await createConnection(uri);
  try {
    const [rows] = await connection.query<RowDataPacket[]>(
      'select id from information_schema.processlist where db = database() and id <> connection_id()',
    );
    // One may have ended meanwhile.
    for (const { id } of rows) await connection.query(`kill ${id}`).catch(() => undefined);
  } finally {
    connection.destroy();
  }
}

/** Describes behaviour on PostgreSQL alone. */
export const describeOnPostgres = (title: string, body: (freshDatabase: FreshDatabase) => void): void =>
  describeOn(postgres, postgresFailure, title, body);

/** Describes behaviour on MariaDB alone. */
export const describeOnMysql = (title: string, body: (freshDatabase: FreshDatabase) => void): void =>
  describeOn(mysql, mysqlFailure, title, body);

function describeOn(
  server: ServerSystem,
  failure: Error | undefined,
  title: string,
  body: (freshDatabase: FreshDatabase) => void,
): void {
  const { name: system, variable, address, run } = server;
  describe(`${title} on ${system}`, () => {
    if (failure !== undefined) {
      it(`skipped, for no server answers at ${address}; name one in ${variable}`, function () {
        this.skip();
      });
      return;
    }
    const drops: string[] = [];
    after(async () => {
      // A table that is being made as its host ends keeps MariaDB from dropping the rest.
      await run(drops).catch(() => run(drops));
    });
    body(async ({ alone = false, again = false } = {}) => {
      if (again) return sharedOn(server);
      const { create, drop, addressOf } = (alone ? server.alone : undefined) ?? server;
      const name = freshName();
      await run([create(name)]);
      drops.push(drop(name));
      return addressOf(name);
    });
  });
}
