import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect } from 'chai';
import type { Generation } from '../../../core/index.ts';
import database, { Database } from '../../../plugins/database/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';

describe('the version of an SQLite database', () => {
  let folder: string;
  let generation: Generation;
  let site: Database;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-spec-'));
    const url = `sqlite:${join(folder, 'site.db')}`;
    generation = await buildTestGeneration([database], { options: { database: { url } } });
    site = generation.services.get('spec', Database);
  });
  afterEach(async () => {
    await generation.dispose();
    rmSync(folder, { recursive: true });
  });

  const versions = () => ({
    all: site.version(),
    posts: site.version('posts'),
    users: site.version('users'),
    both: site.version('posts', 'users'),
  });
  /** Which of them are others than before. */
  const changed = (before: ReturnType<typeof versions>) => {
    const now = versions();
    return Object.keys(now).filter((name) => now[name as keyof typeof now] !== before[name as keyof typeof now]);
  };

  it('stays while nobody writes', () => {
    expect(changed(versions())).to.eql([]);
  });

  it('is another one once a table is written to, for those who asked of that table', async () => {
    const before = versions();
    await site.insert('users', { user_login: 'ann' });
    expect(changed(before)).to.eql(['all', 'users', 'both']);
  });

  it('is another one for all once another process has written', () => {
    const before = versions();
    const other = new Sqlite(join(folder, 'site.db'));
    other.exec("insert into wp_users (user_login) values ('eve')");
    other.close();
    expect(changed(before)).to.eql(['all', 'posts', 'users', 'both']);
  });

  it('is not known in a transaction, nor beside one', async () => {
    let inside: unknown = '';
    const work = site.transaction(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      inside = site.version('posts');
    });
    await new Promise((resolve) => process.nextTick(resolve));
    const beside = site.version('posts');
    await work;
    expect([inside, beside]).to.eql([undefined, undefined]);
  });
});
