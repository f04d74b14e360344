import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createHost, type Host, serviceToken } from '../../../host/index.ts';
import { describeOnServers } from '../../support/on-databases.ts';
import { until } from '../../support/until.ts';

const start = (database: string): Promise<Host> =>
  createHost({ database, logLevel: 'silent', plugins: { only: ['posts'] } });

/** Runs a command of a host; returns what it prints. */
async function run(host: Host, name: string, file: string, flags: object = {}): Promise<string[]> {
  const lines: string[] = [];
  const command = host.generation.commands.find((one) => one.name === name)!;
  const context = {
    args: { file },
    flags,
    print: (line: string) => void lines.push(line),
    generation: host.generation,
  };
  await command.run({ progress: () => undefined, ...context } as never);
  return lines;
}

const databaseOf = (host: Host) => host.generation.services.get('spec', serviceToken('database'));

const titles = async (host: Host): Promise<string[]> =>
  (await databaseOf(host).db.selectFrom('posts').select('post_title').orderBy('ID').execute()).map(
    (row) => row.post_title,
  );

const rowsOf = async (host: Host) => {
  const { db } = databaseOf(host);
  return [
    await db.selectFrom('posts').selectAll().orderBy('ID').execute(),
    await db.selectFrom('options').selectAll().orderBy('option_id').execute(),
  ];
};

/** Writes pairs of items, each in a transaction, until the returned function is called; that returns how many. */
function load(host: Host): () => Promise<number> {
  const posts = host.generation.services.get('spec', serviceToken('post-store'));
  let isOver = false;
  let pairs = 0;
  const writing = (async () => {
    for (; !isOver; pairs++) {
      await databaseOf(host).transaction(async () => {
        for (const half of ['a', 'b']) await posts.insert({ title: `${half} ${pairs}`, status: 'publish' });
      });
      // Others have their turn.
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  return async () => {
    isOver = true;
    await writing;
    return pairs;
  };
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: Error) => error.message,
  );

function facts(freshDatabase: () => Promise<string>): void {
  let folder: string;
  let address: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-backup-'));
    address = await freshDatabase();
  });
  after(() => rmSync(folder, { recursive: true }));

  it('is of one moment while others write, and is read back equal and sound', async () => {
    const [busy, equal] = [join(folder, 'busy'), join(folder, 'equal')];
    const host = await start(address);
    await databaseOf(host).insert('users', { user_login: 'writer' });
    const stop = load(host);
    await until(async () => (await titles(host)).length >= 2);
    await run(host, 'db backup', busy);
    const pairs = await stop();
    await run(host, 'db backup', equal);
    const rows = await rowsOf(host);
    await host.close();
    expect(statSync(busy).mode & 0o777).to.equal(0o600);

    const reading = await start(address);
    await run(reading, 'db restore', busy, { yes: true });
    await reading.close();
    const restored = await start(address);
    const found = await titles(restored);
    expect(found.length).to.be.within(2, pairs * 2);
    expect(found).to.deep.equal(Array.from({ length: found.length / 2 }, (_, at) => [`a ${at}`, `b ${at}`]).flat());
    expect(await run(restored, 'db check', '')).to.deep.equal(['Success: the database is sound.']);
    await run(restored, 'db restore', equal, { yes: true });
    await restored.close();

    const last = await start(address);
    expect(await rowsOf(last)).to.deep.equal(rows);
    await last.close();
  });

  it('is written over no other file, and read back from none that is no backup, nor without --yes', async () => {
    const broken = join(folder, 'broken');
    writeFileSync(broken, 'select nonsense;');
    const host = await start(address);
    const before = await rowsOf(host);
    expect(await failure(run(host, 'db backup', broken))).to.equal(`${broken} is there already; name another file`);
    expect(await failure(run(host, 'db restore', broken))).to.include('confirm it with --yes');
    expect(await failure(run(host, 'db restore', join(folder, 'none'), { yes: true }))).to.include('cannot be read');
    expect(await failure(run(host, 'db restore', broken, { yes: true }))).to.equal(
      `${broken} is no backup that db backup has written`,
    );
    expect(await rowsOf(host)).to.deep.equal(before);
    await host.close();
  });

  it('is told by its name where it cannot be written, and leaves nothing behind', async () => {
    const host = await start(address);
    const names = readdirSync(folder);
    expect(await failure(run(host, 'db backup', folder))).to.equal(`${folder} is a folder; name a file`);
    const file = join(folder, 'none', 'file');
    expect(await failure(run(host, 'db backup', file))).to.match(/none.file could not be written: .* is not there$/);
    expect(readdirSync(folder)).to.deep.equal(names);
    await host.close();
  });

  it('is read back only whole, from its own system and from no newer version, and leaves the database as it is', async () => {
    const [whole, part, foreign] = [join(folder, 'newer'), join(folder, 'part'), join(folder, 'foreign')];
    const host = await start(address);
    const { db } = databaseOf(host);
    await db.insertInto('tappet_migrations').values({ name: 'options:9999-newer', applied_at: '' }).execute();
    await run(host, 'db backup', whole);
    await db.deleteFrom('tappet_migrations').where('name', '=', 'options:9999-newer').execute();
    writeFileSync(part, readFileSync(whole).subarray(0, statSync(whole).size / 2));
    writeFileSync(foreign, address.startsWith('sqlite') ? 'PGDMP' : 'SQLite format 3\0');
    const before = await rowsOf(host);
    const refusal = (file: string) => failure(run(host, 'db restore', file, { yes: true }));
    expect(await refusal(whole)).to.match(
      /newer is of a newer version: step options:9999-newer has run in it, and .*made it$/,
    );
    expect(await refusal(part)).to.match(/part is no whole backup of a site: .+; the database is as it was$/);
    expect(await refusal(foreign)).to.match(
      /foreign is a backup of \w+, and the database is on .+ copy that with db copy$/,
    );
    expect(await refusal(folder)).to.include(`${folder} is no file`);
    expect(await rowsOf(host)).to.deep.equal(before);
    expect(readdirSync(folder).filter((name) => /-(?:wal|shm)$|\.part$/.test(name) && name.startsWith('newer'))).to.eql(
      [],
    );
    await host.close();
  });
}

describe('a backup of the database on SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tappet-backup-of-'));
  after(() => rmSync(folder, { recursive: true }));
  facts(async () => `sqlite:${join(folder, 'site.db')}`);

  it('is made of no database without a site, as where its name has a slip of the pen', async () => {
    const host = await start(`sqlite:${join(folder, 'slip.db')}`);
    const file = join(folder, 'empty');
    expect(await failure(run(host, 'db backup', file))).to.match(/slip\.db holds no site/);
    expect(existsSync(file)).to.equal(false);
    await host.close();
  });
});

describeOnServers('a backup of the database', (freshDatabase) => facts(freshDatabase));
