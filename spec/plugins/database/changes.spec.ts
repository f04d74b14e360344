import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Generation } from '../../../core/generation.ts';
import type { Cache } from '../../../core/index.ts';
import database, { Database } from '../../../plugins/database/index.ts';
import { Sqlite } from '../../../plugins/database/sqlite-driver.ts';
import { buildTestGeneration } from '../../support/generation.ts';

describe('what is cached of an SQLite database', () => {
  let folder: string;
  let generation: Generation;
  let site: Database;
  let cache: Cache<string>;
  const names = ['posts', 'users'] as const;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-spec-'));
    const url = `sqlite:${join(folder, 'site.db')}`;
    generation = await buildTestGeneration([database], { options: { database: { url } } });
    site = generation.services.get('spec', Database);
    cache = site.cache({ name: 'spec', maxSize: 10 });
    for (const name of names) cache.set(name, name, [name]);
  });
  afterEach(async () => {
    await generation.dispose();
    rmSync(folder, { recursive: true });
  });

  const cached = () => names.filter((name) => cache.get(name) !== undefined);

  it('stays while nothing is written, and is out of date once its table is', async () => {
    expect(cached()).to.eql(['posts', 'users']);
    await site.insert('users', { user_login: 'ann' });
    expect(cached()).to.eql(['posts']);
  });

  it('is out of date at once when another process has written', () => {
    const other = new Sqlite(join(folder, 'site.db'));
    other.exec("insert into wp_users (user_login) values ('eve')");
    other.close();
    expect(cached()).to.eql([]);
  });

  it('is not used in a transaction, and is used beside one until that is committed', async () => {
    let inside: unknown;
    const work = site.transaction(async () => {
      await site.insert('posts', { post_title: 'One' });
      await new Promise((resolve) => setImmediate(resolve));
      inside = cached();
      cache.set('inside', 'not visible outside', ['posts']);
    });
    await new Promise((resolve) => process.nextTick(resolve));
    const beside = cached();
    await work;
    expect({ inside, beside, after: cached() }).to.eql({ inside: [], beside: ['posts', 'users'], after: ['users'] });
    expect(cache.get('inside')).to.equal(undefined);
  });

  it('stays when a transaction is rolled back that wrote nothing', async () => {
    const undone = site.transaction(async () => {
      throw new Error('undo');
    });
    await undone.catch(() => undefined);
    expect(cached()).to.eql(['posts', 'users']);
  });
});
