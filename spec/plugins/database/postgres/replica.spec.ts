import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import type { HostSettings } from '../../../../host/index.ts';
import { FaultSite } from '../../../safety/fault-site.ts';
import { hasPostgresPrograms, PostgresCluster } from '../../../support/postgres-cluster.ts';
import { until } from '../../../support/until.ts';
import { Way } from '../../../support/way.ts';

/** How many clients read at once, and the longest that one may wait while the replica goes away, in milliseconds. */
const READERS = 4;
const LONGEST = 5000;

describe('a replica that answers reads', function () {
  this.timeout(60_000);
  if (!hasPostgresPrograms) {
    it('skipped, for there is no initdb', function () {
      this.skip();
    });
    return;
  }
  let primary: PostgresCluster;
  let replica: PostgresCluster;
  /** The way to the replica of the first host. */
  let way: Way;
  /** A host that caches nothing, and two that do. */
  let site: FaultSite;
  let writer: FaultSite;
  let other: FaultSite;
  const open = new Set<FaultSite>();
  const lines: string[] = [];

  before(async () => {
    primary = await PostgresCluster.create();
    await primary.query("alter system set log_statement = 'all'");
    await primary.query('select pg_reload_conf()');
    replica = await primary.replicate();
    way = new Way({ host: '127.0.0.1', port: replica.port });
    await way.open();
    site = await start('one', { cache: false, databaseReplica: overWay() });
    writer = await start('writer');
    other = await start('other');
  });
  after(async () => {
    for (const one of open) await one.close();
    await way?.close();
    await Promise.all([primary?.remove(), replica?.remove()]);
  });

  const overWay = () => `postgres://postgres@127.0.0.1:${way.port}/postgres`;
  /** Starts a host that knows of what others write by notices alone, as no other one of this process has its address. */
  const start = async (name: string, settings: HostSettings = {}) => {
    const [silent, say] = [() => undefined, (line: object | string) => void lines.push(String(line))];
    const started = await FaultSite.start({
      database: `${primary.address}?application_name=${name}`,
      databaseReplica: replica.address,
      log: { debug: silent, info: say, warn: say, error: say },
      ...settings,
    });
    open.add(started);
    return started;
  };
  /** Has a host store an item; answers with its id. */
  const write = async (at: FaultSite): Promise<number> => {
    const { status, json } = await at.write();
    expect(status).to.equal(201);
    return json.id;
  };
  /** The ids of the last items, the newest first, as a host gives them. */
  const list = async (at: FaultSite): Promise<number[]> => {
    const { status, json } = await at.ask('GET', '/posts?per_page=5&orderby=id&_fields=id,title');
    expect(status).to.equal(200);
    return json.map(({ id }: { id: number }) => id);
  };
  /** Reads until the replica has answered some of it. */
  const isUsed = async (at: FaultSite) => {
    const { statements } = at.database.replica!;
    await until(async () => {
      await list(at);
      return at.database.replica!.statements > statements;
    });
  };
  const becomes = (status: string) => until(() => site.database.replica!.status === status);
  const pause = (isPaused: boolean, server = replica) =>
    server.query(`select pg_wal_replay_${isPaused ? 'pause' : 'resume'}()`);
  /** How many times a server was asked for items. */
  const asked = ({ log }: PostgresCluster) => log.match(/execute .*: select .*from "wp_posts"/g)?.length ?? 0;

  it('is asked for lists in the place of the database, which is asked for them no more', async () => {
    await write(site);
    await isUsed(site);
    const [here, there] = [asked(primary), asked(replica)];
    for (let time = 0; time < 10; time++) await list(site);
    expect(asked(primary)).to.equal(here);
    expect(asked(replica)).to.be.least(there + 10);
  });

  it('is not asked for users and settings, nor in a transaction', async () => {
    const { database } = site;
    await isUsed(site);
    const { statements } = database.replica!;
    const read = (table: 'options' | 'posts' | 'users' | 'usermeta') =>
      database
        .prepare(`spec.${table}`, () => database.db.selectFrom(table).select((eb) => eb.lit(1).as('one')))
        .rows({});
    await Promise.all([read('options'), read('users'), read('usermeta')]);
    await database.transaction(() => read('posts'));
    expect(database.replica!.statements).to.equal(statements);
    await read('posts');
    expect(database.replica!.statements).to.equal(statements + 1);
  });

  it('hides no write from its writer or from a host that has been told, and leaves nothing old in a cache', async () => {
    await Promise.all([site, writer, other].map(isUsed));
    await pause(true);
    for (let time = 0; time < 5; time++) {
      const id = await write(writer);
      expect((await list(writer))[0]).to.equal(id);
      for (const told of [other, site]) {
        await until(async () => (await list(told))[0] === id);
        // Once it is seen, it stays.
        for (let again = 0; again < 5; again++) expect((await list(told))[0]).to.equal(id);
      }
    }
    const seen = await list(writer);
    await pause(false);
    await isUsed(site);
    for (const one of [writer, other, site]) expect(await list(one)).to.eql(seen);
  });

  it('has what was committed before the last write of a host, whichever table that wrote to, and whoever told of it', async () => {
    const { database } = site;
    const found = () => {
      const query = () => database.db.selectFrom('posts').select('ID').where('post_title', '=', 'Unsaid');
      return database.prepare('spec.unsaid', query).rows({});
    };
    await isUsed(site);
    await pause(true);
    await primary.query(`do $$ begin
      perform set_config('session_replication_role', 'replica', true);
      insert into wp_posts (post_title) values ('Unsaid');
    end $$`);
    expect(await found()).to.eql([]);
    await database.db.insertInto('options').values({ option_name: 'spec_said', option_value: '' }).execute();
    expect(await found()).to.have.length(1);
    await pause(false);
    await isUsed(site);
    expect(await found()).to.have.length(1);
  });

  it('gives no older items after newer ones that are acknowledged, at any host, while it follows now and then', async () => {
    let isOver = false;
    let written = 0;
    const writing = async () => {
      while (!isOver) {
        written = await write(writer);
        await wait(10 * Math.random());
      }
    };
    const reading = async (at: FaultSite) => {
      for (let newest = 0; !isOver; ) {
        const least = at === writer ? written : newest;
        const first = (await list(at))[0]!;
        expect(first).to.be.at.least(least);
        // The replica may have one before it is acknowledged, and before the database shows it.
        newest = Math.min(first, written);
      }
    };
    const clients = [writing(), ...[site, writer, other].map(reading)];
    for (let time = 0; time < 8; time++) {
      await pause(time % 2 === 0);
      await wait(100);
    }
    isOver = true;
    await Promise.all(clients);
  });

  it('is not asked while nothing tells of changes', async () => {
    const notices = new Way({ host: '127.0.0.1', port: primary.port });
    await notices.open();
    const databaseListen = `postgres://postgres@127.0.0.1:${notices.port}/postgres`;
    const untold = await start('untold', { cache: false, databaseListen });
    await isUsed(untold);
    await pause(true);
    await notices.close();
    await until(() => untold.database.sight === 'lost');
    const id = await write(writer);
    for (let time = 0; time < 5; time++) expect((await list(untold))[0]).to.equal(id);
    await notices.open();
    await until(() => untold.database.sight === 'seen');
    expect((await list(untold))[0]).to.equal(id);
    await pause(false);
    await isUsed(untold);
    open.delete(untold);
    await untold.close();
    await notices.close();
  });

  it('is told of when it has been behind for long, and when it is not any more: in the log, at /healthz and /metrics', async () => {
    const late = await start('late', { cache: false, databaseReplicaLag: 150 });
    const address = await late.host.listen(0, '127.0.0.1');
    const text = async (path: string) => (await fetch(address + path)).text();
    const shown = async () => [
      JSON.parse(await text('/healthz')).replica,
      /^tappet_database_replica_ready (.*)$/m.exec(await text('/metrics'))?.[1],
    ];
    const isListedAnd = (status: string) =>
      until(async () => (await list(late)).length > 0 && late.database.replica!.status === status);
    await isUsed(late);
    await pause(true);
    await write(late);
    await isListedAnd('behind');
    expect(await shown()).to.eql(['behind', '0']);
    expect(lines.filter((line) => line.includes('behind the database for 150 milliseconds'))).to.have.length(1);
    await pause(false);
    await isListedAnd('ready');
    expect(await shown()).to.eql(['ready', '1']);
    expect(await text('/metrics')).to.match(/^tappet_database_replica_statements_total [1-9]/m);
    expect(lines.at(-1)).to.equal('the replica of the database answers reads again');
  });

  /** Reads with some clients at once while something is done to the replica; answers with the longest that one waited. */
  const underLoad = async (harm: () => Promise<unknown>): Promise<number> => {
    let longest = 0;
    let isOver = false;
    let written = await write(site);
    const read = async () => {
      while (!isOver) {
        const [begun, least] = [performance.now(), written];
        expect((await list(site))[0]).to.be.at.least(least);
        longest = Math.max(longest, performance.now() - begun);
      }
    };
    const readers = Array.from({ length: READERS }, read);
    await isUsed(site);
    await harm();
    written = await write(site);
    await wait(50);
    isOver = true;
    await Promise.all(readers);
    return longest;
  };

  it('fails no request when it crashes, and is used again once it is back', async () => {
    await underLoad(async () => {
      await replica.stop('immediate');
      await becomes('away');
    });
    expect(lines.filter((line) => /reads go to the database itself.*DATABASE_REPLICA_URL/.test(line))).not.to.eql([]);
    await replica.start();
    await becomes('ready');
    await isUsed(site);
  });

  it('keeps no request waiting when it says nothing any more', async () => {
    const longest = await underLoad(async () => {
      way.hold();
      await becomes('away');
    });
    expect(longest).to.be.below(LONGEST);
    await way.close();
    await way.open();
    await becomes('ready');
    await isUsed(site);
  });

  it('is not believed where another server answers at its address that has less', async () => {
    const less = await primary.replicate();
    const here = way.to;
    const databaseReplica = `${overWay()}?application_name=balanced`;
    const balanced = await start('balanced', { cache: false, databaseReplica });
    try {
      await pause(true, less);
      // The connection that asks how far it is leads to the one, and those that read to the other.
      way.to = { host: '127.0.0.1', port: less.port };
      await replica.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'balanced' and query !~ 'follows|timeline|identity'`);
      const { statements } = balanced.database.replica!;
      const id = await write(balanced);
      for (let time = 0; time < 30; time++) {
        expect((await list(balanced))[0]).to.equal(id);
        await wait(5);
      }
      expect(balanced.database.replica).to.include({ status: 'ready', statements });
      expect(asked(less)).to.be.above(0);
      await pause(false, less);
      await isUsed(balanced);
    } finally {
      way.to = here;
      open.delete(balanced);
      await balanced.close();
      await less.remove();
    }
  });

  it('is used no more once it is promoted, and again when a replica is there', async () => {
    const next = await primary.replicate();
    await underLoad(async () => {
      await replica.promote();
      await becomes('refused');
    });
    expect(lines.filter((line) => line.includes('follows no other server'))).not.to.eql([]);
    // A plugin may be switched meanwhile.
    await site.host.reload();
    expect(site.database.replica!.status).to.equal('refused');
    await list(site);
    way.to = { host: '127.0.0.1', port: next.port };
    await replica.remove();
    replica = next;
    await becomes('ready');
    await isUsed(site);
  });

  it('ends the start in one line where it never can be one', async () => {
    const failure = (settings: HostSettings) =>
      FaultSite.start({ database: primary.address, ...settings }).then(
        async (started) => {
          await started.close();
          return 'it has started';
        },
        (error: Error) => error.message,
      );
    await primary.query('create database elsewhere');
    await until(async () => (await replica.query("select 1 from pg_database where datname = 'elsewhere'")).length > 0);
    const named = (name: string) => replica.address.replace(/postgres$/, name);
    for (const [databaseReplica, why] of [
      [primary.address, 'follows no other server'],
      [named('elsewhere'), 'follows another database'],
      [named('nowhere'), '"nowhere" does not exist'],
      ['postgres://postgres@nobody.invalid/postgres', 'ENOTFOUND'],
    ] as const) {
      const line = await failure({ databaseReplica });
      expect(line.startsWith('database: the replica of DATABASE_REPLICA_URL, '), line).to.equal(true);
      expect(line)
        .to.include(why)
        .and.to.match(/(?:leave it out|name a replica of DATABASE_URL)$/);
      expect(line).not.to.include('\n');
    }
    expect(await failure({ database: 'sqlite::memory:', databaseReplica: replica.address })).to.match(
      /^database: DATABASE_REPLICA_URL names a replica of PostgreSQL.*leave the replica out$/,
    );
  });

  it('does not keep a host from starting while it is away', async () => {
    await replica.stop('fast');
    const early = await start('early', { cache: false });
    expect(early.database.replica!.status).to.equal('away');
    const id = await write(early);
    expect((await list(early))[0]).to.equal(id);
    await replica.start();
    await isUsed(early);
  });

  it('is not believed where it follows a server whose place another one has taken', async () => {
    const next = await primary.replicate();
    const toDatabase = new Way({ host: '127.0.0.1', port: primary.port });
    await toDatabase.open();
    try {
      const moved = await start('moved', {
        database: `postgres://postgres@127.0.0.1:${toDatabase.port}/postgres`,
        cache: false,
        databaseReplicaLag: 100,
      });
      await isUsed(moved);
      await next.promote();
      await toDatabase.close();
      toDatabase.to = { host: '127.0.0.1', port: next.port };
      await toDatabase.open();
      await until(() => moved.database.sight === 'seen');
      // What the former one writes takes the log of its replica past that of the new one.
      await primary.query('select pg_switch_wal()');
      await primary.query('create table later as select 1 as one');
      await until(async () => (await replica.query("select 1 from pg_class where relname = 'later'")).length > 0);
      const id = await write(moved);
      const { statements } = moved.database.replica!;
      await until(async () => {
        expect((await list(moved))[0]).to.equal(id);
        return moved.database.replica!.status === 'behind';
      });
      expect(moved.database.replica!.statements).to.equal(statements);
      open.delete(moved);
      await moved.close();
    } finally {
      await toDatabase.close();
      await next.remove();
    }
  });
});
