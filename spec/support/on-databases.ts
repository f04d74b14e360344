import pg from 'pg';

const NAMED = process.env.TEST_POSTGRES_URL;
const POSTGRES = NAMED ?? 'postgres://postgres@127.0.0.1:5432/test';

async function run(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: POSTGRES, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Why PostgreSQL is not available here; if TEST_POSTGRES_URL names a server, it must be. */
const failure = await run('select 1').then(
  () => undefined,
  (error: Error) => {
    if (NAMED !== undefined) throw error;
    return error;
  },
);

/** Creates an empty database and returns its address: SQLite in memory, or a schema that is dropped afterwards. */
export type FreshDatabase = () => Promise<string>;

/**
 * Describes behaviour on every database system: on SQLite, and on PostgreSQL at TEST_POSTGRES_URL or on this machine. If
 * no server answers, a skipped test says so.
 */
export function describeOnDatabases(title: string, body: (freshDatabase: FreshDatabase) => void): void {
  describe(`${title} on SQLite`, () => body(async () => 'sqlite::memory:'));
  describeOnPostgres(title, body);
}

/** Describes behaviour on PostgreSQL alone, as of a server that can be lost. */
export function describeOnPostgres(title: string, body: (freshDatabase: FreshDatabase) => void): void {
  if (failure !== undefined) {
    describe(`${title} on PostgreSQL`, () => {
      it(`skipped, for no server answers at ${POSTGRES}; name one in TEST_POSTGRES_URL`, function () {
        this.skip();
      });
    });
    return;
  }
  describe(`${title} on PostgreSQL`, () => {
    const schemas: string[] = [];
    after(() => run(schemas.map((schema) => `drop schema if exists ${schema} cascade`).join(';')));
    body(async () => {
      const schema = `tappet_spec_${process.pid}_${Math.random().toString(36).slice(2)}`;
      await run(`create schema ${schema}`);
      schemas.push(schema);
      const url = new URL(POSTGRES);
      // No spec restarts the server, so none need wait until a commit is on its disk.
      url.searchParams.set('options', `-c search_path=${schema} -c synchronous_commit=off`);
      return url.href;
    });
  });
}
