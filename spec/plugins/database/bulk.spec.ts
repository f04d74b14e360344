import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Generation } from '../../../core/generation.ts';
import database, { Database } from '../../../plugins/database/index.ts';
import { Sqlite } from '../../../plugins/database/sqlite-driver.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { runCommand } from '../../support/run-command.ts';

const MEGABYTE = 1_000_000;
/** The longest that the log may be between two transactions. */
const LONGEST_LOG = 64 * MEGABYTE;

describe('work that writes a lot to an SQLite file', () => {
  let folder: string;
  let file: string;
  let generation: Generation;
  let service: Database;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-spec-'));
    file = join(folder, 'site.db');
    generation = await buildTestGeneration([database], { options: { database: { url: `sqlite:${file}` } } });
    service = generation.services.get('spec', Database);
  });
  after(async () => {
    await generation.dispose();
    rmSync(folder, { recursive: true });
  });

  const logSize = () => statSync(`${file}-wal`).size;
  const text = 'x'.repeat(MEGABYTE);
  const write = (megabytes: number) =>
    service.transaction(() =>
      service.insertAll(
        'commentmeta',
        Array.from({ length: megabytes }, () => ({ comment_id: 1, meta_key: 'text', meta_value: text })),
      ),
    );

  it('has a log that does not grow with it', async function () {
    this.timeout(60_000);
    const sizes: number[] = [];
    await service.bulk(async (pause) => {
      for (let at = 0; at < 20; at++) {
        await write(10);
        await pause();
        sizes.push(logSize());
      }
    });
    expect(Math.max(...sizes)).to.be.below(LONGEST_LOG);
    expect(statSync(file).size).to.be.greaterThan(2 * LONGEST_LOG);
  });

  it('waits for a reader who holds the log, and then empties it', async function () {
    this.timeout(60_000);
    const reader = new Sqlite(file, { readonly: true });
    reader.exec('begin');
    reader.prepare('select count(*) from wp_commentmeta').get();
    await service.bulk(async (pause) => {
      for (let at = 0; at < 6; at++) await write(10);
      expect(logSize(), 'while it is held').to.be.greaterThan(50 * MEGABYTE);
      setTimeout(() => reader.exec('commit'), 20);
      await pause();
      expect(logSize()).to.be.below(MEGABYTE);
    });
    reader.close();
  });

  it('leaves no log once it is complete', async () => {
    await write(1);
    await service.complete();
    expect(logSize()).to.equal(0);
  });

  it('undoes the transaction that fails, and no other', async () => {
    const values = async () => {
      const rows = await service.db.selectFrom('termmeta').select('meta_value').execute();
      return rows.map(({ meta_value }) => meta_value);
    };
    const add = (meta_value: string) => service.insertAll('termmeta', [{ term_id: 1, meta_key: 'one', meta_value }]);
    await service.bulk(async () => {
      await service.transaction(() => add('first'));
      const failing = service.transaction(async () => {
        await add('second');
        throw new Error('stopped');
      });
      await failing.catch(() => undefined);
      await service.transaction(() => add('third'));
    });
    await service.transaction(() => add('fourth'));
    expect(await values()).to.deep.equal(['first', 'third', 'fourth']);
  });
});

describeOnDatabases('inserting many rows', (freshDatabase) => {
  let generation: Generation;
  let service: Database;

  before(async () => {
    generation = await buildTestGeneration([database], { options: { database: { url: await freshDatabase() } } });
    service = generation.services.get('spec', Database);
  });
  after(() => generation.dispose());

  const stored = () =>
    service.db
      .selectFrom('term_relationships')
      .select(['object_id', 'term_taxonomy_id', 'term_order'])
      .orderBy('object_id')
      .execute();
  const row = (object_id: number, term_order: number) => ({ object_id, term_taxonomy_id: 1, term_order });
  const all = (order: number) => Array.from({ length: 250 }, (_, at) => row(at + 1, order));

  it('takes none, and more than one statement holds', async () => {
    await service.insertAll('term_relationships', []);
    await service.insertAll('term_relationships', all(1));
    expect(await stored()).to.deep.equal(all(1));
  });

  it('leaves or replaces a row whose key is taken, as it is told', async () => {
    await service.insertAll('term_relationships', [row(1, 2), row(251, 2)], 'ignore');
    expect(await stored()).to.deep.equal([...all(1), row(251, 2)]);
    await service.insertAll('term_relationships', [row(1, 3), row(252, 3)], ['object_id', 'term_taxonomy_id']);
    expect(await stored()).to.deep.equal([row(1, 3), ...all(1).slice(1), row(251, 2), row(252, 3)]);
    const added = { key: ['object_id', 'term_taxonomy_id'], add: ['term_order'] };
    await service.insertAll('term_relationships', [row(1, 10), row(253, 10)], added);
    expect(await stored()).to.deep.equal([row(1, 13), ...all(1).slice(1), row(251, 2), row(252, 3), row(253, 10)]);
    const taken = service.insertAll('term_relationships', [row(1, 4)]);
    expect(
      await taken.then(
        () => 'inserted',
        () => 'refused',
      ),
    ).to.equal('refused');
  });
});

describeOnDatabases('the upkeep of tables', (freshDatabase) => {
  it('is told to a server that does it itself', async () => {
    const generation = await buildTestGeneration([database], { options: { database: { url: await freshDatabase() } } });
    const { db, dialect } = generation.services.get('spec', Database);
    if (dialect === 'postgres') {
      const { sql } = await import('kysely');
      const settings = async () => {
        const { rows } = await sql<{ relname: string; reloptions: string[] | null }>`select relname, reloptions
          from pg_class where relnamespace = current_schema()::regnamespace
          and relname in ('wp_posts', 'wp_tappet_post_counts') order by relname`.execute(db);
        return rows.map(({ reloptions }) => reloptions?.length ?? 0);
      };
      expect(await settings()).to.deep.equal([3, 4]);
      await runCommand(generation, 'db reindex');
      expect(await settings(), 'after the derived tables were made anew').to.deep.equal([3, 4]);
    }
    await generation.dispose();
  });
});
