import { expect } from 'chai';
import { type RawBuilder, sql } from 'kysely';
import type { Generation } from '../../../core/generation.ts';
import database, { Database, type Parameter } from '../../../plugins/database/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import {
  describeOnMysql,
  describeOnPostgres,
  describeOnServers,
  type FreshDatabase,
} from '../../support/on-databases.ts';

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

/** A site whose statements bear a context that the spec sets. */
class TracedSite {
  context: string | undefined = TRACEPARENT;
  readonly #generation: Generation;
  readonly database: Database;

  private constructor(generation: Generation) {
    this.#generation = generation;
    this.database = generation.services.get('spec', Database);
    this.database.bearTraceContext(() => this.context);
  }

  static async start(url: string): Promise<TracedSite> {
    return new TracedSite(await buildTestGeneration([database], { options: { database: { url, poolSize: 2 } } }));
  }

  /** The text of a statement as the server has it, which the statement reads itself. */
  ownText(marker: string): RawBuilder<{ text: string }> {
    return this.database.dialect === 'postgres'
      ? sql`select query as text from pg_stat_activity where pid = pg_backend_pid() and ${marker} = 'marker'`
      : sql`select info as text from information_schema.processlist where id = connection_id() and ${marker} = 'marker'`;
  }

  async sentText(): Promise<string> {
    return (await this.ownText('marker').execute(this.database.db)).rows[0]!.text;
  }

  /** The same of a prepared statement. */
  async preparedText(): Promise<string> {
    const statement = this.database.prepare('spec.own', (parameter: Parameter<{ marker: string }>) =>
      this.ownText(parameter('marker') as unknown as string),
    );
    return (await statement.rows({ marker: 'marker' }))[0]!.text;
  }

  close(): Promise<void> {
    return this.#generation.dispose();
  }
}

const startEach = (freshDatabase: FreshDatabase): (() => TracedSite) => {
  let site: TracedSite;
  beforeEach(async () => {
    site = await TracedSite.start(await freshDatabase({ again: true }));
  });
  afterEach(() => site.close());
  return () => site;
};

describeOnServers('the trace context of statements', (freshDatabase) => {
  const site = startEach(freshDatabase);
  const END = ` /*traceparent='${TRACEPARENT}'*/`;

  it('stands in a comment at their end, also of prepared ones and of those of transactions', async () => {
    const { database } = site();
    const texts = [
      await site().sentText(),
      await site().preparedText(),
      await database.transaction(() => site().sentText()),
      await database.transaction(() => site().preparedText()),
    ];
    for (const text of texts)
      expect(text)
        .to.match(/^select /)
        .and.satisfy((one: string) => one.endsWith(END), text);
  });

  it('leaves what statements read and write as it is', async () => {
    const { database } = site();
    await database.insertAll('options', [{ option_name: "o'ne?", option_value: '/* $1 */ --' }]);
    const found = await database.db
      .selectFrom('options')
      .select('option_value')
      .where('option_name', '=', "o'ne?")
      .execute();
    expect(found).to.eql([{ option_value: '/* $1 */ --' }]);
  });

  it('is left out where there is none, and where it is none', async () => {
    const end = 'b7ad6b7169203331-01';
    for (const context of [
      undefined,
      '',
      `00-${'0af7651916cd43dd8448eb211c80319c'}-${end}'*/; drop table wp_options; --`,
      `00-0af7651916cd43dd8448eb211c80319c-${end}\n`,
      `00-0AF7651916CD43DD8448EB211C80319C-${end}`,
      `00-*/af7651916cd43dd8448eb211c80319c-${end}`,
    ]) {
      site().context = context;
      expect(await site().sentText(), String(context)).not.to.include('/*');
    }
  });
});

describeOnPostgres('statements with a trace context', (freshDatabase) => {
  const site = startEach(freshDatabase);

  it('have no name, so that the server keeps those of other requests alone', async () => {
    const { database } = site();
    const kept = async () => {
      const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
        database.db,
      );
      return rows.map(({ statement }) => statement).filter((statement) => statement.includes('pg_stat_activity'));
    };
    await database.transaction(async () => {
      await site().preparedText();
      expect(await kept()).to.eql([]);
      site().context = undefined;
      await site().preparedText();
      expect((await kept()).map((statement) => statement.includes('traceparent'))).to.eql([false]);
    });
  });
});

describeOnMysql('statements with a trace context', (freshDatabase) => {
  const site = startEach(freshDatabase);

  it('are forgotten by the server once they have run', async () => {
    const { database } = site();
    /** How many statements the server holds for the connection. */
    const held = async () => {
      const counts = sql<{ Variable_name: string; Value: string }>`show session status like 'Com_stmt_%'`;
      const { rows } = await counts.execute(database.db);
      const of = (name: string) => Number(rows.find(({ Variable_name }) => Variable_name === name)!.Value);
      return of('Com_stmt_prepare') - of('Com_stmt_close');
    };
    await database.transaction(async () => {
      const before = await held();
      for (let time = 0; time < 5; time++) await site().preparedText();
      expect(await held()).to.equal(before);
      site().context = undefined;
      for (let time = 0; time < 5; time++) await site().preparedText();
      expect(await held()).to.equal(before + 1);
    });
  });
});

describe('the trace context on SQLite', () => {
  it('is not asked for', async () => {
    const site = await TracedSite.start('sqlite::memory:');
    site.database.bearTraceContext(() => {
      throw new Error('it was asked for');
    });
    await site.database.db.selectFrom('options').selectAll().execute();
    await site.close();
  });
});
