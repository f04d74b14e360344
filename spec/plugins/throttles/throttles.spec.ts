import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import type { Generation } from '../../../core/generation.ts';
import database, { Database } from '../../../plugins/database/index.ts';
import options from '../../../plugins/options/index.ts';
import throttlesPlugin, { Throttles } from '../../../plugins/throttles/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';

const LIMITS = { attempts: 3, account: 5, address: 7, all: 9, seconds: 60 };

describeOnDatabases('throttling', (freshDatabase) => {
  let folder: string;
  let now: number;
  let processes: Generation[];

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-throttles-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Another process on a database. */
  const start = async (url: string) => {
    const generation = await buildTestGeneration([database, options, throttlesPlugin], {
      options: { database: { url }, options: { now: () => now }, throttles: LIMITS },
    });
    processes.push(generation);
    return {
      throttles: generation.services.get('spec', Throttles),
      database: generation.services.get('spec', Database),
    };
  };
  let throttles: Throttles;
  let statements: () => number;

  beforeEach(async () => {
    now = 1_000_000;
    processes = [];
    const site = await start(await freshDatabase({ again: true }));
    throttles = site.throttles;
    statements = () => site.database.statements.count;
  });
  afterEach(async () => {
    for (const generation of processes) await generation.dispose();
  });

  /** Attempts something; answers with the seconds to wait, or 0 where it was tried. */
  const tryAt = async (
    account: string,
    address: string,
    { succeeds = false, voucher, by = throttles }: { succeeds?: boolean; voucher?: string; by?: Throttles } = {},
  ): Promise<number> => {
    const subject = { purpose: 'login', account, address, voucher };
    try {
      await by.attempt(subject, () => succeeds, Boolean);
      return 0;
    } catch (error) {
      expect(error).to.include({ code: 'rest_too_many_attempts', status: 429 });
      return Number((error as { headers: Record<string, string> }).headers['Retry-After']);
    }
  };
  const failAt = async (times: number, account: (time: number) => string, address: (time: number) => string) => {
    for (let time = 0; time < times; time++) expect(await tryAt(account(time), address(time)), `${time}`).to.equal(0);
  };
  const same = (text: string) => () => text;
  const numbered = (text: string) => (number: number) => `${text}${number}`;

  it('lets so many attempts at an account from an address through, then says how long to wait', async () => {
    await failAt(3, same('alice'), same('10.0.0.1'));
    now += 15_000;
    expect(await tryAt('alice', '10.0.0.1', { succeeds: true })).to.equal(45);
    now += 45_000;
    expect(await tryAt('alice', '10.0.0.1')).to.equal(0);
  });

  it('counts each account at each address by itself, and spellings of an account together', async () => {
    await failAt(3, same('alice'), same('10.0.0.1'));
    expect(await tryAt('alice', '10.0.0.2')).to.equal(0);
    expect(await tryAt('bob', '10.0.0.1')).to.equal(0);
    expect(await tryAt(' ALICE ', '10.0.0.1')).to.be.above(0);
  });

  it('counts by account over addresses', async () => {
    await failAt(5, same('alice'), numbered('10.0.0.'));
    expect(await tryAt('alice', '10.0.0.99')).to.be.above(0);
    expect(await tryAt('bob', '10.0.0.99')).to.equal(0);
  });

  it('counts by address over accounts, and an IPv6 network of 64 bits as one', async () => {
    await failAt(7, numbered('user-'), (time) => `2001:db8:1:2:${time}::1`);
    expect(await tryAt('alice', '2001:db8:1:2:ffff:ffff:ffff:ffff')).to.be.above(0);
    expect(await tryAt('alice', '2001:db8:1:3::1')).to.equal(0);
  });

  it('counts in all', async () => {
    await failAt(9, numbered('user-'), numbered('10.0.0.'));
    expect(await tryAt('alice', '10.0.1.1')).to.be.above(0);
  });

  it('counts each purpose by itself', async () => {
    await failAt(3, same('alice'), same('10.0.0.1'));
    const subject = { purpose: 'another', account: 'alice', address: '10.0.0.1' };
    expect(
      await throttles.attempt(
        subject,
        () => 'tried',
        () => true,
      ),
    ).to.equal('tried');
  });

  it('forgets the attempts of one that succeeds', async () => {
    await failAt(2, same('alice'), same('10.0.0.1'));
    expect(await tryAt('alice', '10.0.0.1', { succeeds: true })).to.equal(0);
    await failAt(3, same('alice'), same('10.0.0.1'));
  });

  it('counts attempts that are made at once before they fail, and none that throws', async () => {
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => tryAt('alice', '10.0.0.1')));
    expect(outcomes.filter((wait) => wait === 0)).to.have.lengthOf(3);
    const subject = { purpose: 'login', account: 'bob', address: '10.0.0.1' };
    const broken = () => throttles.attempt(subject, () => Promise.reject(new Error('busy')), Boolean);
    for (let time = 0; time < 4; time++) expect(await broken().catch((error: Error) => error.message)).to.equal('busy');
  });

  it('cannot keep out an owner with a session, or at an address where the owner signed in', async () => {
    const home = { purpose: 'login', address: '192.0.2.1' };
    await throttles.remember(home, ['alice', 'alice@example.org']);
    await failAt(5, same('alice'), numbered('10.0.0.'));
    await failAt(4, numbered('user-'), numbered('10.0.1.'));
    expect(await tryAt('alice', '10.0.2.1')).to.be.above(0);
    expect(await tryAt('alice', '192.0.2.1', { succeeds: true })).to.equal(0);
    expect(await tryAt('alice@example.org', '192.0.2.1', { succeeds: true })).to.equal(0);
    expect(await tryAt('alice', '10.0.2.1', { succeeds: true, voucher: 'session' })).to.equal(0);
    // Who shares the address may try as often as everybody, and no longer keeps out who has a session.
    await failAt(3, same('alice'), same('192.0.2.1'));
    expect(await tryAt('alice', '192.0.2.1')).to.be.above(0);
    expect(await tryAt('alice', '192.0.2.1', { succeeds: true, voucher: 'session' })).to.equal(0);
  });

  it('holds a client that knows an address or has a session to the limit of one account', async () => {
    for (let time = 0; time < 3; time++) expect(await tryAt('alice', '10.0.0.1', { voucher: 'session' })).to.equal(0);
    expect(await tryAt('alice', '10.0.0.1', { voucher: 'session' })).to.be.above(0);
    expect(await tryAt('alice', '10.0.0.1')).to.equal(0);
  });

  it('takes one statement for an attempt of a known client that succeeds, and writes nothing', async () => {
    await throttles.remember({ purpose: 'login', address: '10.0.0.1' }, ['alice']);
    const before = statements();
    expect(await tryAt('alice', '10.0.0.1', { succeeds: true })).to.equal(0);
    expect(statements() - before).to.equal(1);
    await throttles.remember({ purpose: 'login', address: '10.0.0.1' }, ['alice']);
    expect(statements() - before).to.equal(2);
  });

  it('stores no names, and removes what has ended', async () => {
    const site = await start(await freshDatabase());
    await tryAt('alice', '10.0.0.1', { by: site.throttles });
    const rows = () => site.database.db.selectFrom('tappet_attempts').selectAll().execute();
    const before = await rows();
    expect(before).to.have.lengthOf(4);
    expect(JSON.stringify(before)).not.to.match(/alice|10\.0\.0\.1/);
    now += 61_000;
    await tryAt('bob', '10.0.0.2', { by: site.throttles });
    const ends = (await rows()).map((row) => Number(row.ends));
    expect(ends).to.eql(Array(4).fill(Math.floor(now / 1000) + 60));
  });

  it('counts together what processes of one database see', async () => {
    const url = await freshDatabase();
    const shared = url === 'sqlite::memory:' ? `sqlite:${join(folder, `${Date.now()}.db`)}` : url;
    const [one, other] = [await start(shared), await start(shared)];
    for (const by of [one, other, one]) expect(await tryAt('alice', '10.0.0.1', { by: by.throttles })).to.equal(0);
    for (const by of [one, other]) expect(await tryAt('alice', '10.0.0.1', { by: by.throttles })).to.be.above(0);
  });

  it('lets no more through of attempts that are made at several processes at once', async () => {
    const url = await freshDatabase();
    const shared = url === 'sqlite::memory:' ? `sqlite:${join(folder, `${Date.now()}-at-once.db`)}` : url;
    const [one, other] = [await start(shared), await start(shared)];
    let made = 0;
    const guess = (by: Throttles, succeeds: boolean) =>
      by
        .attempt(
          { purpose: 'login', account: 'alice', address: '10.0.0.1' },
          async () => {
            made++;
            // As long as comparing a password takes, so that all are under way before one fails.
            await wait(100);
            return succeeds;
          },
          Boolean,
        )
        .catch(() => false);
    const both = [one.throttles, other.throttles];
    await Promise.all(Array.from({ length: 12 }, (_, at) => guess(both[at % 2]!, false)));
    expect(made).to.equal(3);
    now += 61_000;
    for (let time = 0; time < 8; time++) expect(await guess(both[time % 2]!, true)).to.equal(true);
    const rows = await one.database.db.selectFrom('tappet_attempts').select('failures').execute();
    expect(rows.every(({ failures }) => failures === 0)).to.equal(true);
  });
});
