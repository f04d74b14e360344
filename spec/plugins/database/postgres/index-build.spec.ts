import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import type { Generation } from '../../../../core/generation.ts';
import database, { Database } from '../../../../plugins/database/index.ts';
import { buildTestGeneration } from '../../../support/generation.ts';
import { describeOnPostgres } from '../../../support/on-databases.ts';
import { until } from '../../../support/until.ts';

describeOnPostgres('the making of indexes for searches', (freshDatabase) => {
  let url: string;
  let server: pg.Client;
  let reader: pg.Client;

  const open = (): Promise<Generation> =>
    buildTestGeneration([database], { options: { database: { url, searchIndex: true } } });
  const connect = async () => {
    const client = new pg.Client({ connectionString: url });
    // The database is dropped, with its connections, at the end.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  /** How many indexes are being made on the server, or taken away to be made anew. */
  const making = async () => {
    const { rows } = await server.query(`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state = 'active' and query ~ '^(create|drop) .* index concurrently '`);
    return rows[0].count;
  };
  const timeToClose = async (generation: Generation) => {
    const began = performance.now();
    await generation.dispose();
    return performance.now() - began;
  };

  before(async () => {
    url = await freshDatabase({ alone: true });
    await (await open()).dispose();
    [server, reader] = await Promise.all([connect(), connect()]);
    await server.query(`insert into wp_posts (post_title) values ('first')`);
    await server.query(
      `do $$ declare i text; begin
        for i in select indexname from pg_indexes where indexname like '%tappet_trgm%' loop execute 'drop index ' || i; end loop;
      end $$`,
    );
    // An index that is made beside writes waits for all who have an older view of the data.
    await reader.query('begin isolation level repeatable read');
    await reader.query('select 1 from wp_posts');
  });
  after(() => Promise.all([server.end(), reader.end()]));

  it('goes on where another host of the site closes, and ends when its own does', async () => {
    const own = await open();
    await until(async () => (await making()) === 1);
    await (await open()).dispose();
    expect(await making()).to.equal(1);
    expect(await timeToClose(own)).to.be.lessThan(1000);
    expect(await making()).to.equal(0);
  });

  it('goes on after a reload: in the generation that was built beside the one that made it', async () => {
    const before = await open();
    await until(async () => (await making()) === 1);
    const next = await open();
    await before.dispose();
    await until(async () => (await making()) === 1);
    expect(await timeToClose(next)).to.be.lessThan(1000);
    expect(await making()).to.equal(0);
  });

  it('does not begin in a host that has closed before', async () => {
    await server.query('begin; lock table pg_extension in access exclusive mode');
    const host = await open();
    const closed = timeToClose(host);
    await wait(100);
    await server.query('rollback');
    expect(await closed).to.be.lessThan(1000);
    expect(await making()).to.equal(0);
  });

  it('is awaited by a host whose own turn has not come, and is not made twice', async () => {
    const [one, other] = [await open(), await open()];
    await until(async () => (await making()) === 1);
    // Work that waits for texts to be indexed does not wait for another host, which may hang.
    await other.services.get('spec', Database).bulk((pause) => pause());
    await wait(700);
    expect(await making()).to.equal(1);
    await reader.query('rollback');
    const valid = async () => {
      const { rows } = await server.query(`select bool_and(indisvalid) as valid, count(*)::int as count from pg_index
        join pg_class on pg_class.oid = indexrelid where relname like '%tappet_trgm%'`);
      return [rows[0].valid, rows[0].count > 1];
    };
    await until(async () => (await making()) === 0 && (await valid()).every(Boolean));
    expect(await timeToClose(other)).to.be.lessThan(1000);
    await one.dispose();
  });
});
