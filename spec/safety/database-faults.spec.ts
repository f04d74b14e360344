import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { sql } from 'kysely';
import { Sqlite } from '../../plugins/database/sqlite-driver.ts';
import type { Served } from '../support/serve.ts';
import { FaultSite } from './fault-site.ts';

/** The status and the code of an answer, and after how long to try again. */
const told = ({ status, json, headers }: Served) => [status, json?.code, headers['Retry-After']];

describe('a fault of the database', () => {
  let site: FaultSite;
  beforeEach(async () => {
    site = await FaultSite.start();
    expect((await site.write()).status).to.equal(201);
  });
  afterEach(() => site?.close());

  const pragma = async (text: string): Promise<number> => {
    const { rows } = await sql<Record<string, number>>`pragma ${sql.raw(text)}`.execute(site.database.db);
    return Object.values(rows[0] ?? {})[0] ?? 0;
  };
  /** All that was acknowledged is stored, nothing else is, and the file is sound. */
  const expectWhole = async () => {
    expect(await site.stored()).to.eql([...site.acknowledged].sort());
    const { rows } = await sql`pragma integrity_check`.execute(site.database.db);
    expect(rows).to.eql([{ integrity_check: 'ok' }]);
  };

  it('where it is full, writes are answered with 507 until there is room, and reads as ever', async () => {
    await pragma(`max_page_count = ${(await pragma('page_count')) + 8}`);
    expect(told(await site.write(1_000_000))).to.eql([507, 'rest_database_full', '60']);
    expect(site.errors.filter((line) => line.startsWith('the database is full'))).to.have.length(1);
    expect((await site.ask('GET', '/posts')).status).to.equal(200);
    await pragma('max_page_count = 1000000');
    expect((await site.write(1_000_000)).status).to.equal(201);
    await expectWhole();
  });

  it('where it becomes full under many writers, each is told rightly whether its item is stored', async () => {
    await pragma(`max_page_count = ${(await pragma('page_count')) + 60}`);
    const writes = Array.from({ length: 24 }, (_, at) => site.write(at % 3 === 0 ? 60_000 : 100));
    const statuses = (await Promise.all(writes)).map(({ status }) => status);
    expect(new Set(statuses)).to.eql(new Set([201, 507]));
    await pragma('max_page_count = 1000000');
    await expectWhole();
    expect((await site.write()).status).to.equal(201);
  });

  it('of which code has caught the error undoes its statement or its transaction, and neither by half', async () => {
    await pragma(`max_page_count = ${(await pragma('page_count')) + 8}`);
    const { database } = site;
    const insert = (title: string, content: string) =>
      database.insert('posts', { post_title: title, post_type: 'post', post_content: content } as never);
    const half = database.transaction(async () => {
      await insert('Before', 'x');
      await insert('Too large', 'x'.repeat(1_000_000)).catch(() => undefined);
      await insert('After', 'x').catch(() => undefined);
    });
    const isDone = await half.then(
      () => true,
      ({ status }) => expect(status).to.equal(507) === undefined,
    );
    if (isDone) site.acknowledged.push('Before', 'After');
    await pragma('max_page_count = 1000000');
    await expectWhole();
  });

  it('where it is read-only, writes are answered with 503 until it is not, and reads as ever', async () => {
    await pragma('query_only = 1');
    expect(told(await site.write())).to.eql([503, 'rest_database_read_only', '60']);
    expect(site.errors.filter((line) => line.startsWith('the database is read-only'))).to.have.length(1);
    expect((await site.ask('GET', '/posts')).status).to.equal(200);
    await pragma('query_only = 0');
    expect((await site.write()).status).to.equal(201);
    await expectWhole();
  });

  it('where another program holds it, writes are answered with 503 whatever the time of day, and reads as ever', async () => {
    const other = new Sqlite(join(site.folder, 'tappet.db'));
    const { now } = Date;
    try {
      other.exec('begin immediate');
      // A clock that is set back again and again would never come to an end.
      let back = 0;
      Date.now = () => now() - 3_600_000 * ++back;
      const answer = site.write();
      expect((await site.ask('GET', '/posts')).status).to.equal(200);
      expect(told(await answer)).to.eql([503, 'rest_database_busy', '1']);
      expect(site.errors.filter((line) => line.startsWith('the database is locked'))).to.have.length(1);
    } finally {
      Date.now = now;
      other.close();
    }
    expect((await site.write()).status).to.equal(201);
    await expectWhole();
  });

  it('where a page of it is damaged, what lies there is answered with 503, and all else as ever', async () => {
    const file = join(site.folder, 'tappet.db');
    await pragma('wal_checkpoint(TRUNCATE)');
    const { rows } = await sql<{ rootpage: number }>`
      select rootpage from sqlite_master where name = 'wp_comments'`.execute(site.database.db);
    const size = await pragma('page_size');
    const place = (rows[0]!.rootpage - 1) * size;
    const page = Buffer.alloc(size);
    const handle = openSync(file, 'r+');
    try {
      readSync(handle, page, 0, size, place);
      writeSync(handle, Buffer.alloc(size, 0xff), 0, size, place);
      // What the connection has in memory is given up.
      await pragma('shrink_memory');
      const comment = () => site.ask('GET', '/comments/1');
      expect(told(await comment())).to.eql([503, 'rest_database_damaged', '60']);
      expect(site.errors.filter((line) => line.startsWith('the database is damaged'))).to.have.length(1);
      expect((await site.ask('GET', '/posts')).status).to.equal(200);
      writeSync(handle, page, 0, size, place);
      expect((await comment()).status).to.equal(404);
    } finally {
      closeSync(handle);
    }
    await expectWhole();
  });
});
