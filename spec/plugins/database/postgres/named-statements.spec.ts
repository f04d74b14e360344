import { expect } from 'chai';
import { sql } from 'kysely';
import type { Generation } from '../../../../core/generation.ts';
import database, { Database, type Parameter } from '../../../../plugins/database/index.ts';
import { buildTestGeneration } from '../../../support/generation.ts';
import { describeOnPostgres, runOnServer } from '../../../support/on-databases.ts';

const LIMIT = 400;

describeOnPostgres('prepared statements that read', (freshDatabase) => {
  let url: string;
  let generation: Generation;
  let site: Database;

  beforeEach(async () => {
    url = await freshDatabase({ again: true });
    const options = { url, poolSize: 2, statementTimeout: LIMIT };
    generation = await buildTestGeneration([database], { options: { database: options } });
    site = generation.services.get('spec', Database);
    await site.insertAll('options', [{ option_name: 'one', option_value: 'first' }]);
  });
  afterEach(() => generation.dispose());

  const prepared = (name: string, text: string) => () =>
    site.prepare(`spec.${name}`, () => sql<{ value: unknown }>`select ${sql.raw(text)} as value`).rows({});
  const storedValue = () =>
    site
      .prepare('spec.value', (parameter: Parameter<{ name: string }>) =>
        site.db.selectFrom('options').select('option_value').where('option_name', '=', parameter('name')),
      )
      .rows({ name: 'one' });
  /** How many statements the server keeps for the connection that was used last. */
  const kept = async (like = '%') => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_prepared_statements
      where statement like ${like}`.execute(site.db);
    return rows[0]!.count;
  };

  it('are kept by the server, each once for all times that it runs', async () => {
    for (let time = 0; time < 3; time++) await storedValue();
    expect(await kept('select "option_value"%')).to.equal(1);
  });

  it('go to the server together where none waits for another, each with a result or an error of its own', async () => {
    const pid = 'pg_backend_pid()';
    const [one, failed, other] = await Promise.allSettled([
      prepared('one', pid)(),
      prepared('failing', '1 / 0')(),
      prepared('other', `${pid} + 0`)(),
    ]);
    expect(failed).to.include({ status: 'rejected' });
    expect((failed as PromiseRejectedResult).reason.code).to.equal('22012');
    expect(one).to.include({ status: 'fulfilled' });
    expect(other).to.eql(one);
  });

  it('have the whole time of a statement each', async () => {
    const sleep = (name: string) => prepared(name, 'pg_sleep(0.25)::text')();
    await Promise.all([sleep('a'), sleep('b'), sleep('c')]);
    const [long, next] = await Promise.allSettled([prepared('long', 'pg_sleep(20)::text')(), prepared('next', '1')()]);
    expect((long as PromiseRejectedResult).reason).to.include({ status: 503 });
    expect(next.status).to.equal('fulfilled');
  });

  it('are right when the columns of a table have changed, and in a transaction too', async () => {
    expect(await storedValue()).to.eql([{ option_value: 'first' }]);
    await runOnServer(url, 'alter table wp_options alter column option_value type varchar(90)');
    expect(await storedValue()).to.eql([{ option_value: 'first' }]);
    await prepared('again', '1')();
    await runOnServer(url, 'alter table wp_options alter column option_value type text');
    expect(await site.transaction(storedValue)).to.eql([{ option_value: 'first' }]);
  });

  it('are right when the server has forgotten them', async () => {
    await storedValue();
    await sql`deallocate all`.execute(site.db);
    expect(await storedValue()).to.eql([{ option_value: 'first' }]);
  });

  it('are not kept without an end', async () => {
    for (let at = 0; at < 450; at++) expect(await prepared(`number ${at}`, `${at}`)()).to.eql([{ value: at }]);
    expect(await kept()).to.be.within(1, 201);
  });
});
