import { createHmac } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Generation } from '../../../core/generation.ts';
import authKeys, { AuthKeys } from '../../../plugins/auth-keys/index.ts';
import database from '../../../plugins/database/index.ts';
import options, { ReservedOptions } from '../../../plugins/options/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import { runCommand } from '../../support/run-command.ts';

const DAY = 24 * 3600 * 1000;
const [ONE, OTHER] = ['ab'.repeat(64), 'cd'.repeat(64)];

describe('the signing keys', () => {
  let folder: string;
  let file: string;
  let running: Generation[];
  let logged: string[];
  let now: number;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-keys-'));
    file = join(folder, 'tappet.keys.json');
    running = [];
    logged = [];
    now = Date.UTC(2026, 1, 1);
  });
  afterEach(async () => {
    delete process.env.TAPPET_AUTH_KEYS;
    for (const generation of running) await generation.dispose();
    rmSync(folder, { recursive: true });
  });

  async function start({ given = {}, url = `sqlite:${join(folder, 'site.db')}` } = {}) {
    const write = (...parts: unknown[]) => void logged.push(JSON.stringify(parts));
    const generation = await buildTestGeneration([database, options, authKeys], {
      options: { database: { url }, 'auth-keys': given, options: { now: () => now, refresh: 5 } },
      log: { debug: write, info: write, warn: write, error: write },
    });
    running.push(generation);
    const { services } = generation;
    return { generation, keys: services.get('spec', AuthKeys), stored: services.get('spec', ReservedOptions) };
  }
  const stop = async () => {
    for (const generation of running.splice(0)) await generation.dispose();
  };
  const failure = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'none',
      (error: Error) => error.message,
    );
  const secretOf = () => JSON.parse(readFileSync(file, 'utf8')).keys[0].secret as string;

  it('lie in a file beside the database that its owner alone may read, never in options or in the log', async () => {
    const { stored } = await start();
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    expect(secretOf()).to.match(/^[0-9a-f]{128}$/);
    const values = JSON.stringify(stored.names().map((name) => stored.get(name)));
    expect(values).not.to.include(secretOf());
    expect(logged.join()).not.to.include(secretOf());
  });

  it('stay the same from one start to the next', async () => {
    const signature = (await start()).keys.sign('nonce', 'x');
    await stop();
    expect((await start()).keys.sign('nonce', 'x')).to.equal(signature);
  });

  it('sign each purpose and each text otherwise, and recognise what they signed or its end', async () => {
    const { keys } = await start();
    const signatures = [keys.sign('a', 'x'), keys.sign('b', 'x'), keys.sign('a', 'y'), keys.sign('ax', '')];
    expect(new Set(signatures).size).to.equal(4);
    expect(signatures[0]).to.match(/^[0-9a-f]{64}$/);
    const [first = ''] = signatures;
    for (const given of [first, first.slice(-20)]) expect(keys.verify('a', 'x', given), given).to.equal(true);
    const wrong = ['', first.slice(-19), first.slice(0, 20), `${first}0`, signatures[1]!, 'ä'.repeat(64)];
    for (const given of wrong) expect(keys.verify('a', 'x', given), given).to.equal(false);
  });

  it('move out of the options of an earlier version, and sign as before', async () => {
    const before = await start();
    await before.stored.delete('tappet_auth_key_fingerprint');
    await before.stored.set('tappet_auth_keys', ONE);
    await stop();
    rmSync(file);
    const { keys, stored } = await start();
    const derived = createHmac('sha256', Buffer.from(ONE, 'hex')).update('session').digest();
    expect(keys.sign('session', 'x')).to.equal(createHmac('sha256', derived).update('x').digest('hex'));
    expect(stored.has('tappet_auth_keys')).to.equal(false);
    expect(secretOf()).to.equal(ONE);
  });

  it('stop the start with one line when they are lost or damaged, and are made anew for an empty file alone', async () => {
    const signature = (await start()).keys.sign('a', 'x');
    await stop();
    rmSync(file);
    const lost = await failure(start());
    expect(lost).to.include(file).and.include('is missing').and.not.include('\n');
    expect(existsSync(file)).to.equal(false);
    for (const text of ['{}', '{"keys":[]}', '{"keys":[{"secret":"short"}]}', 'key']) {
      writeFileSync(file, text);
      expect(await failure(start()), text)
        .to.include(file)
        .and.include('restore it')
        .and.not.include('\n');
    }
    writeFileSync(file, '');
    expect((await start()).keys.verify('a', 'x', signature)).to.equal(false);
    expect(statSync(file).mode & 0o777).to.equal(0o600);
  });

  it('come from the environment before configuration, and from both before the file', async () => {
    const signed = async (given = {}) => {
      const { keys } = await start({ given });
      const signature = keys.sign('a', 'x');
      await stop();
      return signature;
    };
    const configured = await signed({ keys: [ONE] });
    process.env.TAPPET_AUTH_KEYS = `${OTHER}, ${ONE}`;
    const { keys } = await start({ given: { keys: [ONE] } });
    expect(keys.sign('a', 'x')).not.to.equal(configured);
    expect(keys.verify('a', 'x', configured)).to.equal(true);
    expect(existsSync(file)).to.equal(false);
    await stop();
    process.env.TAPPET_AUTH_KEYS = ONE;
    expect(await signed()).to.equal(configured);
    process.env.TAPPET_AUTH_KEYS = 'secret';
    expect(await failure(start()))
      .to.include('TAPPET_AUTH_KEYS')
      .and.include('hexadecimal')
      .and.not.include('secret ');
  });

  it('may not be lost with the environment either', async () => {
    process.env.TAPPET_AUTH_KEYS = ONE;
    await start();
    await stop();
    delete process.env.TAPPET_AUTH_KEYS;
    expect(await failure(start())).to.include('is missing');
  });

  it('are made by one of the hosts that start on a new site at once; one that lacks them does not start', async () => {
    const url = `sqlite:${join(folder, 'site.db')}`;
    const files = ['one.json', 'two.json', 'three.json'].map((name) => join(folder, name));
    const started = await Promise.allSettled(files.map((each) => start({ url, given: { file: each } })));
    expect(started.filter(({ status }) => status === 'fulfilled')).to.have.lengthOf(1);
    expect(files.filter(existsSync)).to.have.lengthOf(1);
    const refused = started.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    for (const { reason } of refused) expect(reason.message).to.include('is missing');
  });

  it('that differ from those of another host of the site are a warning at both', async () => {
    const one = await start({ given: { keys: [ONE] } });
    const signature = one.keys.sign('a', 'x');
    expect(logged.join()).not.to.include('options.auth-keys.keys');
    const other = await start({ given: { keys: [OTHER] } });
    expect(other.keys.verify('a', 'x', signature)).to.equal(false);
    expect(logged).to.have.lengthOf(1);
    expect(logged[0]).to.include('is not in options.auth-keys.keys').and.not.include(ONE);
    while (logged.length < 2) {
      one.keys.sign('a', 'x');
      await (one.stored as unknown as { refresh(): Promise<void> }).refresh();
    }
    expect(logged[1]).to.equal(logged[0]);
    await stop();
    await start({ given: { keys: [ONE, OTHER] } });
    expect(logged).to.have.lengthOf(2);
  });

  it('are shuffled by a command; what a former key signed is recognised for a time, by every process', async () => {
    const [one, other] = [await start(), await start()];
    const before = one.keys.sign('a', 'x');
    const printed = await runCommand(one.generation, 'config shuffle-salts', {}, { grace: '2' });
    expect(printed.join()).to.include('Success');
    for (const { keys, stored } of [one, other]) {
      while (keys.sign('a', 'x') === before) await (stored as unknown as { refresh(): Promise<void> }).refresh();
      expect(keys.verify('a', 'x', before)).to.equal(true);
    }
    expect(other.keys.sign('a', 'x')).to.equal(one.keys.sign('a', 'x'));
    now += 2 * DAY;
    for (const { keys } of [one, other]) expect(keys.verify('a', 'x', before)).to.equal(false);
    const second = one.keys.sign('a', 'x');
    await runCommand(one.generation, 'config shuffle-salts', {}, { grace: '0' });
    expect(one.keys.verify('a', 'x', second)).to.equal(false);
    expect(JSON.parse(readFileSync(file, 'utf8')).keys).to.have.lengthOf(1);
  });

  it('are not shuffled where they are given', async () => {
    const { generation } = await start({ given: { keys: [ONE] } });
    expect(await failure(runCommand(generation, 'config shuffle-salts', {}))).to.include('options.auth-keys.keys');
    expect(await failure(runCommand(generation, 'config shuffle-salts', {}, { grace: 'x' }))).to.include('"x"');
  });

  it('live with a database in memory', async () => {
    const { keys } = await start({ url: 'sqlite::memory:' });
    expect(keys.verify('a', 'x', keys.sign('a', 'x'))).to.equal(true);
    expect(existsSync(file)).to.equal(false);
  });
});
