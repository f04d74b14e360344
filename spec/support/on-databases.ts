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

/** Why there is no PostgreSQL to be had; a server that was named in TEST_POSTGRES_URL must be there. */
const failure = await run('select 1').then(
  () => undefined,
  (error: Error) => {
    if (NAMED !== undefined) throw error;
    return error;
  },
);

/** The address of an empty database, made for whoever asks: SQLite in memory, or a schema that is dropped afterwards. */
export type FreshDatabase = () => Promise<string>;

/**
 * Describes what holds on every database system: on SQLite, and on PostgreSQL at TEST_POSTGRES_URL or on this
 * machine. Where no server answers, that half is skipped, and its title says so.
 */
export function describeOnDatabases(title: string, body: (freshDatabase: FreshDatabase) => void): void {
  describe(`${title} on SQLite`, () => body(async () => 'sqlite::memory:'));
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
      url.searchParams.set('options', `-c search_path=${schema}`);
      return url.href;
    });
  });
}
