import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { sql } from 'kysely';
import { createHost, type Host, UserLoader } from '../../host/index.ts';
import { Database } from '../../plugins/database/index.ts';
import { UserStore } from '../../plugins/users/index.ts';
import { describeOnSqliteAndPostgres } from '../support/on-databases.ts';
import { runCommand } from '../support/run-command.ts';
import { serve } from '../support/serve.ts';
import { ServingProcess } from '../support/serving-process.ts';

/** A plugin that adds a type with terms, metadata and a field of its own. */
const PLUGINS = fileURLToPath(new URL('../fixtures/plugins/library', import.meta.url));
const ITEMS = 1000;
/** After how many of them the process is killed. */
const ACKNOWLEDGED = 120;
const WRITERS = 8;

/** The values of an item: the first ones, and those of the change. */
const first = (at: number) => ({
  content: `First ${at}`,
  pages: at,
  meta: { isbn: `978${String(at).padStart(10, '0')}` },
});
const second = (at: number) => ({
  content: `Second ${at}`,
  pages: at + ITEMS,
  meta: { isbn: `979${String(at).padStart(10, '0')}` },
});

describeOnSqliteAndPostgres('a process that is killed while it stores a thousand items', (freshDatabase) => {
  let folder: string;
  let database: string;
  let host: Host;
  let shelves: number[];
  /** The ids of the items that were acknowledged, and those whose change was, by the number of the item. */
  const made = new Map<number, number>();
  const changed = new Set<number>();

  // The process that is killed finds its signing keys here, whatever the database.
  const keys = () => ({ 'auth-keys': { file: join(folder, 'data', 'tappet.keys.json') } });
  const open = () => createHost({ database, logLevel: 'silent', plugins: { folders: [PLUGINS] }, options: keys() });

  before(async function () {
    this.timeout(180_000);
    folder = mkdtempSync(join(tmpdir(), 'tappet-kill-'));
    const fresh = await freshDatabase();
    database = fresh === 'sqlite::memory:' ? `sqlite:${join(folder, 'data', 'tappet.db')}` : fresh;
    const credentials = await prepare();
    const process = await ServingProcess.start(folder, '--database', database, '--plugins', PLUGINS);
    await writeUntilKilled(process, credentials);
    host = await open();
  });
  after(async () => {
    await host.close();
    rmSync(folder, { recursive: true });
  });

  /** Makes an administrator with an application password, and two terms. */
  async function prepare(): Promise<string> {
    const site = await open();
    const { services } = site.generation;
    const users = services.get('spec', UserStore);
    const { id } = await users.create({ login: 'admin', email: 'admin@example.org', roles: ['administrator'] });
    const user = (await services.get('spec', UserLoader).load(id))!;
    const ask = async (path: string, json: object) => (await serve(site.generation, 'POST', path, { user, json })).json;
    const { password } = await ask('/cms/v2/users/me/application-passwords', { name: 'spec' });
    shelves = [(await ask('/cms/v2/shelves', { name: 'One' })).id, (await ask('/cms/v2/shelves', { name: 'Two' })).id];
    await site.close();
    return Buffer.from(`admin:${password}`).toString('base64');
  }

  /** Makes and changes items, several at once, until the process is killed in the midst of it. */
  async function writeUntilKilled(process: ServingProcess, credentials: string): Promise<void> {
    const headers = { authorization: `Basic ${credentials}`, 'content-type': 'application/json' };
    const send = async (path: string, body: object): Promise<{ id: number }> => {
      const url = `${process.address}/cms-json/cms/v2${path}`;
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      const json = (await answer.json()) as { id: number };
      if (answer.status >= 300) throw new TypeError(`${path}: ${answer.status} ${JSON.stringify(json)}`);
      return json;
    };
    let next = 0;
    const write = async () => {
      while (next < ITEMS) {
        const at = next++;
        const { id } = await send('/books', { title: `Item ${at}`, status: 'publish', shelves, ...first(at) });
        made.set(at, id);
        await send(`/books/${id}`, second(at));
        changed.add(at);
      }
    };
    const killing = new Promise<void>((resolve, reject) => {
      const watch = setInterval(() => {
        if (made.size < ACKNOWLEDGED) return;
        clearInterval(watch);
        process.kill().then(resolve, reject);
      }, 1);
    });
    const failures = (await Promise.allSettled(Array.from({ length: WRITERS }, write))).map((outcome) =>
      outcome.status === 'rejected' ? String(outcome.reason.message) : 'finished',
    );
    await killing;
    expect(failures).to.eql(Array(WRITERS).fill('fetch failed'));
  }

  const query = () => host.generation.services.get('spec', Database).db;

  /** The stored items with their numbers. */
  const books = async () =>
    (await query().selectFrom('posts').selectAll().where('post_type', '=', 'book').execute()).map((row) => ({
      id: row.ID,
      at: Number(row.post_title.replace('Item ', '')),
      content: row.post_content,
      status: row.post_status,
      name: row.post_name,
    }));

  it('has stored everything that it acknowledged', async () => {
    expect(made.size).to.be.within(ACKNOWLEDGED, ITEMS - 1);
    const stored = new Map((await books()).map((book) => [book.at, book]));
    for (const [at, id] of made) expect(stored.get(at)?.id, `item ${at}`).to.equal(id);
    for (const at of changed) expect(stored.get(at)!.content).to.equal(second(at).content);
  });

  it('has stored nothing by half: terms, metadata, fields and revisions belong together', async () => {
    const db = query();
    const meta = await db.selectFrom('postmeta').select(['post_id', 'meta_key', 'meta_value']).execute();
    const relations = await db.selectFrom('term_relationships').selectAll().execute();
    const revisions = await db.selectFrom('posts').selectAll().where('post_type', '=', 'revision').execute();
    const stored = await books();
    for (const { id, at, content, status, name } of stored) {
      const isChanged = content === second(at).content;
      const expected = isChanged ? second(at) : first(at);
      expect(content).to.equal(expected.content);
      expect([status, name]).to.eql(['publish', `item-${at}`]);
      const own = meta.filter(({ post_id }) => post_id === id).map((row) => [row.meta_key, row.meta_value]);
      expect(Object.fromEntries(own), `item ${at}`).to.include({
        isbn: expected.meta.isbn,
        library_pages: String(expected.pages),
      });
      expect(
        relations.filter(({ object_id }) => object_id === id),
        `terms of item ${at}`,
      ).to.have.length(2);
      const copies = revisions.filter(({ post_parent }) => post_parent === id).map(({ post_content }) => post_content);
      expect(copies, `revisions of item ${at}`).to.eql(isChanged ? [content] : []);
    }
    const ids = new Set((await db.selectFrom('posts').select('ID').execute()).map(({ ID }) => ID));
    expect(relations.filter(({ object_id }) => !ids.has(object_id))).to.eql([]);
    expect(meta.filter(({ post_id }) => !ids.has(post_id))).to.eql([]);
  });

  it('has counted what it stored', async () => {
    const stored = await books();
    const counts = await query().selectFrom('term_taxonomy').select('count').where('taxonomy', '=', 'shelf').execute();
    expect(counts.map(({ count }) => count)).to.eql([stored.length, stored.length]);
  });

  it('leaves a database that checks clean, and is served again', async () => {
    if (host.generation.services.get('spec', Database).dialect === 'sqlite') {
      const { rows } = await sql`pragma integrity_check`.execute(query());
      expect(rows).to.eql([{ integrity_check: 'ok' }]);
    }
    expect(await runCommand(host.generation, 'db check')).to.eql(['Success: the database is sound.']);
    for (const [at, id] of made) {
      const { status, data } = await host.dispatch(`/cms/v2/books/${id}`);
      expect([status, (data as { slug: string }).slug]).to.eql([200, `item-${at}`]);
    }
  });
});
