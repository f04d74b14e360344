import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { sql } from 'kysely';
import { unreachable } from '../../../plugins/database/address.ts';
import database, { Database } from '../../../plugins/database/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';

const logged: unknown[] = [];
const note = (...parts: unknown[]) => void logged.push(parts);
const build = (options: { url: string; prefix?: string }) =>
  buildTestGeneration([database], {
    options: { database: options },
    log: { debug: note, info: note, warn: note, error: note },
  });
const refusal = (options: { url: string; prefix?: string }) =>
  build(options).then(
    () => 'built',
    (error: Error) => error.message,
  );

describe('the address of the database', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tappet-spec-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('makes the folder of an SQLite file, and opens it for lasting concurrent use', async () => {
    const file = join(folder, 'deep', 'er', 'site.db');
    const generation = await build({ url: `sqlite:${file}` });
    await access(file);
    const { db } = generation.services.get('spec', Database);
    const pragma = async (name: string) =>
      Object.values((await sql<object>`pragma ${sql.raw(name)}`.execute(db)).rows[0]!)[0];
    expect(await pragma('journal_mode')).to.equal('wal');
    expect(await pragma('synchronous')).to.equal(1);
    expect(await pragma('foreign_keys')).to.equal(0);
    expect(await pragma('busy_timeout')).to.equal(5000);
    expect(await pragma('cache_size')).to.equal(-4000);
    await generation.dispose();
  });

  it('is refused in one line when no database is meant', async () => {
    expect(await refusal({ url: 'mongodb://user:secret@host/x' })).to.equal(
      'database: "mongodb://user:***@host/x" is no address of a database; ' +
        'write sqlite:FILE, sqlite::memory:, postgres://USER:PASSWORD@HOST/NAME or mysql://USER:PASSWORD@HOST/NAME',
    );
    expect(await refusal({ url: 'sqlite:' })).to.equal(
      'database: "sqlite:" names no file; write sqlite:./data/tappet.db',
    );
  });

  it('is refused in one line, without the password, when nothing answers, and the log says nothing more', async () => {
    logged.length = 0;
    const line = await refusal({ url: 'postgres://user:secret@127.0.0.1:1/test' });
    expect(line).to.equal(
      'database: cannot open postgres://user:***@127.0.0.1:1/test: connect ECONNREFUSED 127.0.0.1:1; ' +
        'check the address and that it can be reached',
    );
    expect(logged).to.deep.equal([]);
  });

  it('is refused in one line when the file cannot be a database', async () => {
    const file = join(folder, 'text');
    await writeFile(file, 'no database, but long enough to be looked at as one. '.repeat(20));
    expect(await refusal({ url: `sqlite:${file}` })).to.match(
      /^database: cannot open sqlite:.*file is not a database; check/,
    );
    expect(await refusal({ url: `sqlite:${file}/below.db` }))
      .to.match(/^database: cannot open .*; check/)
      .and.not.contain('\n');
  });

  it('says how SQLite is compiled where a package manager has not run its script', () => {
    const error = new Error('Could not locate the bindings file. Tried:\n → /site/node_modules/better-sqlite3/build');
    expect(unreachable('sqlite:./site.db', error).message).to.equal(
      'database: cannot open sqlite:./site.db: better-sqlite3 was installed without its script; ' +
        'run npm rebuild better-sqlite3, or with pnpm: pnpm approve-builds, ' +
        'or with yarn: set dependenciesMeta.better-sqlite3.built to true in package.json, and run yarn',
    );
  });

  it('takes a prefix of letters, digits and underscores', async () => {
    const generation = await build({ url: 'sqlite::memory:', prefix: 'my_' });
    const { db } = generation.services.get('spec', Database);
    expect((await sql`select * from my_posts`.execute(db)).rows).to.eql([]);
    await generation.dispose();
    expect(await refusal({ url: 'sqlite::memory:', prefix: 'x"; drop' })).to.contain('options.database.prefix must be');
  });
});
