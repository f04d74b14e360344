import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import pg from 'pg';
import { createHost } from '../../../host/index.ts';
import { describeOnPostgres } from '../../support/on-databases.ts';
import { capacityOf, hitRate, type Measured, usage } from './model.ts';
import { simulate } from './simulate.ts';
import { SEED, SIMULATED, tablesOf, withTables } from './tables.ts';

const measured = JSON.parse(readFileSync(new URL('./measured.json', import.meta.url), 'utf8')) as Measured;

describe('the document of what a site carries', () => {
  it('holds what is computed and simulated from the measured times', () => {
    const text = readFileSync(new URL('../../../docs/scale.md', import.meta.url), 'utf8');
    expect(text).to.equal(withTables(text, tablesOf(measured)));
  });

  it('says where a table has no place', () => {
    expect(() => withTables('nothing', { here: 'a table' })).to.throw('no place for "here"');
  });
});

describe('the model of a site', () => {
  const site = { hosts: 10, replicas: 0, writes: 1, cdn: 0 };

  it('has fewer answers in caches where more is written, or more workers share the readers', () => {
    expect(hitRate(1000, { hosts: 1, writes: 0 })).to.be.closeTo(1, 1e-9);
    expect(hitRate(1000, { hosts: 1, writes: 10 })).to.be.below(hitRate(1000, { hosts: 1, writes: 1 }));
    expect(hitRate(1000, { hosts: 10, writes: 1 })).to.be.below(hitRate(1000, { hosts: 1, writes: 1 }));
    expect(hitRate(0, { hosts: 1, writes: 1 })).to.equal(0);
  });

  it('carries what keeps its busiest machine just busy enough', () => {
    const { readers, limit } = capacityOf(site, measured);
    const parts = usage(readers, site, measured);
    expect(parts[limit]).to.be.closeTo(0.7, 0.001);
    for (const part of Object.values(parts)) expect(part).to.be.at.most(0.7001);
  });

  it('carries more with more of what is its limit, and nothing where writes alone are too many', () => {
    const readers = (more: object) => capacityOf({ ...site, ...more }, measured).readers;
    expect(capacityOf({ ...site, hosts: 1 }, measured).limit).to.equal('hosts');
    expect(readers({ hosts: 2 })).to.be.above(readers({ hosts: 1 }));
    expect(capacityOf({ ...site, hosts: 100 }, measured).limit).to.equal('PostgreSQL');
    expect(readers({ hosts: 100, replicas: 4 })).to.be.above(readers({ hosts: 100 }));
    expect(readers({ cdn: 0.9 })).to.be.closeTo(readers({}) * 10, 1);
    expect(readers({ writes: 1e7 })).to.equal(0);
  });
});

describe('the simulation of a site', () => {
  for (const { requests, ...scenario } of SIMULATED) {
    const { hosts, replicas, writes } = scenario;
    it(`finds what is computed: ${hosts} hosts, ${replicas} replicas, ${writes} writes in a second`, () => {
      const { readers, hits } = capacityOf(scenario, measured);
      const parts = usage(readers, scenario, measured);
      const found = simulate({ ...scenario, readers }, measured, { requests, seed: SEED + 1 });
      expect(found.hits).to.be.closeTo(hits, 0.04);
      expect(found.usage.hosts).to.be.closeTo(parts.hosts, 0.12);
      expect(found.usage.database).to.be.closeTo(replicas === 0 ? parts.PostgreSQL : parts.replicas, 0.12);
      expect(found.p99).to.be.above(found.p50);
    });
  }

  it('is the same for the same seed, and waits longer for machines that are busier', () => {
    const scenario = { hosts: 1, replicas: 0, writes: 1, cdn: 0 };
    const { readers } = capacityOf(scenario, measured);
    const at = (part: number, seed = 1) =>
      simulate({ ...scenario, readers: readers * part }, measured, { requests: 20_000, seed });
    expect(at(1)).to.deep.equal(at(1));
    expect(at(1, 2)).to.not.deep.equal(at(1));
    expect(at(1.3).p99).to.be.above(at(0.3).p99);
  });
});

describeOnPostgres('what the document says of the SQL of a site', (freshDatabase) => {
  it('is what a site makes', async () => {
    const connectionString = await freshDatabase();
    const only = ['comments', 'default-content', 'jobs', 'posts', 'search', 'throttles'];
    const host = await createHost({ database: connectionString, logLevel: 'silent', plugins: { only } });
    const client = new pg.Client({ connectionString });
    await client.connect();
    try {
      const { rows } = await client.query(`
        select count(*) filter (where tgtype & 1 = 1) as of_rows,
          count(*) filter (where tgnewtable is not null or tgoldtable is not null) > 0 as changed_rows,
          (select array_agg(distinct lanname::text) from pg_proc join pg_language l on l.oid = prolang
            where pronamespace = current_schema()::regnamespace) as languages,
          (select count(*) from pg_constraint where contype in ('f', 'x')
            and connamespace = current_schema()::regnamespace) as foreign_keys,
          (select count(*) from pg_class where relkind = 'r' and (relpersistence <> 'p' or relispartition)
            and relnamespace = current_schema()::regnamespace) as unusual_tables,
          (select array_agg(relname::text order by relname) from pg_class c where relkind = 'r'
            and relnamespace = current_schema()::regnamespace
            and not exists (select 1 from pg_constraint where conrelid = c.oid and contype = 'p')) as without_key
        from pg_trigger join pg_class c on c.oid = tgrelid
        where not tgisinternal and relnamespace = current_schema()::regnamespace`);
      expect(rows[0]).to.deep.equal({
        of_rows: '0',
        changed_rows: true,
        languages: ['plpgsql', 'sql'],
        foreign_keys: '0',
        unusual_tables: '0',
        without_key: ['wp_tappet_comment_counts', 'wp_tappet_post_counts'],
      });
    } finally {
      await client.end();
      await host.close();
    }
  });
});
