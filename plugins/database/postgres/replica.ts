import { setTimeout as wait } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { within } from '../../../core/base/index.ts';
import type { ChangeTracker } from '../../../core/cache/index.ts';
import { type Logger, PluginError } from '../../../core/index.ts';
import type { ImmediateDriver } from '../backend.ts';
import type { Limits } from '../limits.ts';
import type { ReadReplica, ReplicaFigures, ReplicaStatus } from '../replica.ts';
import { tableUsageOf } from '../table-usage.ts';
import { PostgresDriver } from './driver.ts';
import type { Leading } from './leading.ts';
import { ANSWER, late, opened, PULSE, RETRY } from './own-connection.ts';
import { troubleOf } from './troubles.ts';

/** The tables of which a replica is asked: those of content. Who may do what, and what is set, is asked of the database itself. */
const CONTENT = [
  'posts',
  'postmeta',
  'comments',
  'commentmeta',
  'terms',
  'termmeta',
  'term_taxonomy',
  'term_relationships',
];

/** How long a connection of the pool is waited for at most: the database is not far. */
const POOL_WAIT = 1000;

/** After how many milliseconds it is first looked again whether the replica has caught up, and the longest pause between two looks. */
const SOON = 2;
const SELDOM = 100;

/** Where the log of the database ends, which changes that are seen are a part of. */
const POSITION = CompiledQuery.raw(`select pg_current_wal_insert_lsn()::text as lsn,
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline`);

/** Whether this server has come there by following another one. */
const HAS = 'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as has';

/** The same of a history of the database, of which each promotion begins another one. */
const HAS_OF_TIMELINE = `${HAS}, greatest((select timeline_id from pg_control_checkpoint()),
  (select min_recovery_end_timeline from pg_control_recovery())) = $2 as is_same`;

/** What a replica has in common with the database. */
const IDENTITY =
  "select concat_ws(' ', (select system_identifier from pg_control_system()), current_database(), current_setting('search_path')) as identity";

/** How far the replica has come at least: to a place in the log of the database behind so many changes. */
interface Held {
  readonly changes: number;
  readonly lsn: string;
}

/** It is not known to have anything: no server comes as far as this. */
const NOTHING: Held = { changes: -1, lsn: 'FFFFFFFF/FFFFFFFF' };

/** Thrown where a server is no replica of the database; the message says why, and what is to be done. */
class RefusedError extends Error {}

/** Thrown where a server has not what is wanted of it, so that what it has answered is not used. */
class NotThereError extends Error {}

/** Which server follows the database, and how it is used. */
export interface ReplicaServer {
  readonly url: string;
  /** The address as people may see it. */
  readonly shown: string;
  readonly limits: Limits;
  /** After how many milliseconds that it lacks something the log says so. */
  readonly lag: number;
  readonly types: pg.CustomTypesConfig;
}

/** The database that it follows. */
export interface Followed {
  readonly driver: Pick<ImmediateDriver, 'rowsTogether'>;
  readonly tracker: ChangeTracker;
}

/**
 * A replica that answers what is read of content, outside of transactions, if it has all changes that are known here.
 * docs/decisions/13-reads-of-a-replica.md tells how that is made sure of.
 */
export class Replica implements ReadReplica {
  readonly #server: ReplicaServer;
  readonly #followed: Followed;
  readonly #log: Logger;
  readonly #driver: PostgresDriver;
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;
  /** The connection on which it is asked how far it is; undefined while it is not to be used. */
  #client: pg.Client | undefined;
  #held = NOTHING;
  #isCatchingUp = false;
  #status: ReplicaStatus = 'ready';
  #statements = 0;

  private constructor(server: ReplicaServer, followed: Followed, log: Logger) {
    this.#server = server;
    this.#followed = followed;
    this.#log = log;
    const { limits, types } = server;
    const poolWait = limits.poolWait === 0 ? POOL_WAIT : Math.min(limits.poolWait, POOL_WAIT);
    // That a connection is lost is found out by asking, and told then.
    this.#driver = new PostgresDriver(
      { connectionString: server.url, types },
      { ...limits, poolWait },
      () => undefined,
      () => this.#leading(),
    );
  }

  /**
   * Begins to use a replica. One that cannot be reached is used as soon as it can.
   *
   * @param isStrict whether a server that can never be used is an error; it is told in the log otherwise
   */
  static async open(server: ReplicaServer, followed: Followed, log: Logger, isStrict: boolean): Promise<Replica> {
    const replica = new Replica(server, followed, log);
    let client: pg.Client | undefined;
    try {
      client = await replica.#connect();
    } catch (error) {
      if (isStrict && !mayComeBack(error)) {
        await replica.#driver.destroy();
        throw new PluginError(`database: ${replica.#refusal(error)}`, { cause: error });
      }
      replica.#lose(error);
    }
    replica.#running = replica.#run(client);
    return replica;
  }

  get figures(): ReplicaFigures {
    return { status: this.#status, statements: this.#statements };
  }

  rows<R>(query: CompiledQuery, ofDatabase: () => Promise<R[]>): Promise<R[]> {
    return this.#mayAnswer(query) ? this.#ask(query, ofDatabase) : ofDatabase();
  }

  unlimit(): () => void {
    return this.#driver.unlimit();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
    await this.#driver.destroy();
  }

  async #ask<R>(query: CompiledQuery, ofDatabase: () => Promise<R[]>): Promise<R[]> {
    try {
      const rows = await this.#driver.rowsTogether<R>(query);
      this.#statements++;
      return rows;
    } catch (error) {
      // It would take as long there, too.
      if (troubleOf(error) === 'slow') throw error;
      return ofDatabase();
    }
  }

  /** Whether the replica has all that is known to have changed; looks for what it lacks where a query of content asks for it. */
  #mayAnswer(query: CompiledQuery): boolean {
    const { tracker } = this.#followed;
    if (this.#client === undefined || !tracker.isCurrent) return false;
    const { reads } = tableUsageOf(query);
    if (reads.length === 0 || !reads.every((name) => CONTENT.includes(name))) return false;
    const hasAll = tracker.changes === this.#held.changes;
    if (!hasAll) void this.#catchUp();
    return hasAll;
  }

  /** What goes before statements on each connection, which may lead to another server than the one before. */
  #leading(): Leading {
    return {
      query: { ...CompiledQuery.raw(HAS, [this.#held.lsn]), name: 'tappet_has' },
      check: ([row]) => {
        if (!(row as { has: boolean | null }).has) throw new NotThereError();
      },
    };
  }

  /** Waits until the replica has all changes that are known by now. */
  async #catchUp(): Promise<void> {
    if (this.#isCatchingUp) return;
    this.#isCatchingUp = true;
    const began = performance.now();
    const isLate = () => performance.now() - began > this.#server.lag;
    try {
      const { tracker, driver } = this.#followed;
      const { changes } = tracker;
      const [position] = await driver.rowsTogether!<{ lsn: string; timeline: number }>(POSITION);
      const { lsn, timeline } = position!;
      for (let pause = SOON; !(await this.#has(lsn, timeline)); pause = Math.min(2 * pause, SELDOM)) {
        if (isLate()) this.#tell('behind', `it has been behind the database for ${this.#server.lag} milliseconds`);
        await wait(pause, undefined, { signal: this.#closing.signal, ref: false });
      }
      this.#held = { changes, lsn };
      // One that is always late is told of once.
      if (!isLate() || tracker.changes === changes) this.#tell('ready');
    } catch (error) {
      // Where either server is away, that is found out, and told, elsewhere.
      this.#log.debug({ err: error }, 'it was not found out how far the replica is');
    } finally {
      this.#isCatchingUp = false;
    }
  }

  /** Whether the replica has come to a place in the log. */
  async #has(lsn: string, timeline: number): Promise<boolean> {
    // What comes after the database was lost may be another history of it, in which the place does not exist.
    if (this.#client === undefined || !this.#followed.tracker.isCurrent) throw new NotThereError();
    const { rows } = await within(this.#client.query(HAS_OF_TIMELINE, [lsn, timeline]), ANSWER, late);
    return rows[0].has === true && rows[0].is_same === true;
  }

  /** Looks all the time whether the replica is there, and is one. */
  async #run(first: pg.Client | undefined): Promise<void> {
    const { signal } = this.#closing;
    let client = first;
    while (!signal.aborted) {
      try {
        client ??= await this.#connect();
        await this.#watch(client);
      } catch (error) {
        if (!signal.aborted) this.#lose(error);
      } finally {
        client?.end().catch(() => undefined);
        client = undefined;
      }
      await wait(RETRY, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Lets the replica be used until it is lost, is no replica any more, or is closed. */
  async #watch(client: pg.Client): Promise<void> {
    this.#client = client;
    this.#tell('ready');
    for (;;) {
      await wait(PULSE, undefined, { signal: this.#closing.signal, ref: false });
      await expectFollowing(client);
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = await opened(this.#server.url);
    try {
      await expectFollowing(client);
      const [{ rows: here }, there] = await Promise.all([
        within(client.query<{ identity: string }>(IDENTITY), ANSWER, late),
        this.#followed.driver.rowsTogether!<{ identity: string }>(CompiledQuery.raw(IDENTITY)),
      ]);
      if (here[0]!.identity !== there[0]!.identity)
        throw new RefusedError('it follows another database; name a replica of DATABASE_URL');
      return client;
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
  }

  #lose(error: unknown): void {
    this.#client = undefined;
    this.#held = NOTHING;
    this.#driver.abandon();
    this.#tell(error instanceof RefusedError ? 'refused' : 'away', this.#refusal(error));
  }

  #refusal(error: unknown): string {
    const reason = error instanceof AggregateError ? (error.errors[0] as Error) : (error as Error);
    const mend =
      reason instanceof RefusedError ? '' : '; check the address and that it can be reached, or leave it out';
    return `the replica of DATABASE_REPLICA_URL, ${this.#server.shown}, cannot be used: ${reason.message}${mend}`;
  }

  /** Notes how the replica is, and says so once. */
  #tell(status: ReplicaStatus, why = ''): void {
    if (status === this.#status) return;
    this.#status = status;
    if (status === 'ready') this.#log.info('the replica of the database answers reads again');
    else this.#log.warn(`reads go to the database itself: ${why}`);
  }
}

/** Throws unless the server follows another one, and says so in time. */
async function expectFollowing(client: pg.Client): Promise<void> {
  const { rows } = await within(client.query('select pg_is_in_recovery() as follows'), ANSWER, late);
  if (!rows[0].follows)
    throw new RefusedError('it follows no other server, as after it was promoted; name a replica, or leave it out');
}

/** Whether a server that cannot be used may be there later. A name that nobody knows is taken for a mistake. */
const mayComeBack = (error: unknown): boolean =>
  (troubleOf(error) === 'away' && (error as { code?: string }).code !== 'ENOTFOUND') ||
  /timeout|does not answer/.test((error as Error).message);
