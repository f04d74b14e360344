import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { sql } from 'kysely';
import { createHost, UserLoader } from '../../host/index.ts';
import { Database } from '../../plugins/database/index.ts';
import { UserStore } from '../../plugins/users/index.ts';
import { buildFullSite, type FullSite } from '../support/full-site.ts';
import { describeOnDatabases } from '../support/on-databases.ts';
import { runCommand } from '../support/run-command.ts';
import { serve } from '../support/serve.ts';
import { ServingProcess } from '../support/serving-process.ts';
import { until } from '../support/until.ts';
import { Gone, type Send, type Shared, Writers } from './writers.ts';
import { wrongCounts } from './wrong-counts.ts';

const WRITERS = 16;
const WRITES = 400;

/** How often serving processes are killed while they write: `TAPPET_KILL_ROUNDS=50`; takes a few seconds each. */
const KILL_ROUNDS = Number(process.env.TAPPET_KILL_ROUNDS ?? 0);

/** Makes the terms and finds the users that writers share. */
async function share(send: Send): Promise<Shared> {
  const make = async (path: string, count: number): Promise<number[]> => {
    const ids: number[] = [];
    for (let at = 0; at < count; at++) ids.push((await send('POST', path, { name: `Shared ${at}` })).json.id);
    return ids;
  };
  const { json: users } = await send('GET', '/users?context=edit');
  return {
    categories: await make('/categories', 8),
    tags: await make('/tags', 10),
    authors: users.map(({ id }: { id: number }) => id),
  };
}

/** The states of all stored items and comments. */
async function stored({ db }: Database) {
  const posts = await db.selectFrom('posts').select(['ID', 'post_title']).execute();
  const comments = await db.selectFrom('comments').select(['comment_ID', 'comment_content']).execute();
  return {
    posts: new Map(posts.map((row) => [row.ID, row.post_title])),
    comments: new Map(comments.map((row) => [row.comment_ID, row.comment_content])),
  };
}

describeOnDatabases(`${WRITERS} writers of every kind at once`, (freshDatabase) => {
  let site: FullSite;
  let writers: Writers;

  before(async () => {
    site = await buildFullSite({ database: await freshDatabase() });
    const { user } = site.users.admin!;
    const send: Send = (method, path, json) => serve(site.generation, method, `/cms/v2${path}`, { user, json });
    writers = new Writers(await share(send));
    let left = WRITES;
    await writers.run(
      WRITERS,
      () => send,
      () => left-- > 0,
    );
  });
  after(() => site.close());

  it('are answered, none with an error of the server', () => {
    expect(writers.failures).to.eql([]);
    expect((writers.answers.get(200) ?? 0) + (writers.answers.get(201) ?? 0)).to.be.above(WRITES / 2);
  });

  it('leave what was acknowledged, and counts of terms, comments, months and authors that are right', async () => {
    const database = site.generation.services.get('spec', Database);
    expect(writers.lost(await stored(database))).to.eql([]);
    expect(await wrongCounts(database)).to.eql([]);
  });
});

if (KILL_ROUNDS > 0) {
  describeOnDatabases(`${WRITERS} writers whose processes are killed ${KILL_ROUNDS} times`, (freshDatabase) => {
    let folder: string;
    let database: string;

    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'tappet-kill-'));
      const fresh = await freshDatabase();
      database = fresh === 'sqlite::memory:' ? `sqlite:${join(folder, 'tappet.db')}` : named(fresh);
    });
    after(() => rmSync(folder, { recursive: true }));

    // The processes run in the folder, and take the keys of a site whose database is no file from there.
    const open = () => {
      const keys = database.startsWith('sqlite')
        ? {}
        : { 'auth-keys': { file: join(folder, 'data/tappet.keys.json') } };
      return createHost({ database, logLevel: 'silent', options: { media: { folder }, ...keys } });
    };

    /** Makes an administrator with an application password, two authors and the terms. */
    async function prepare(): Promise<{ authorization: string; shared: Shared }> {
      const host = await open();
      const { services } = host.generation;
      const users = services.get('spec', UserStore);
      const make = (login: string, role: string) =>
        users.create({ login, email: `${login}@example.org`, roles: [role] });
      const { id } = await make('admin', 'administrator');
      await make('one', 'author');
      await make('two', 'author');
      const user = (await services.get('spec', UserLoader).load(id))!;
      const send: Send = (method, path, json) => serve(host.generation, method, `/cms/v2${path}`, { user, json });
      const { json } = await send('POST', '/users/me/application-passwords', { name: 'spec' });
      const shared = await share(send);
      await host.close();
      return { authorization: `Basic ${Buffer.from(`admin:${json.password}`).toString('base64')}`, shared };
    }

    const sender =
      ({ address }: ServingProcess, authorization: string): Send =>
      async (method, path, json) => {
        const answered = await fetch(`${address}/cms-json/cms/v2${path}`, {
          method,
          headers: { authorization, 'content-type': 'application/json' },
          ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        })
          .then(async (answer) => ({ status: answer.status, json: await answer.json() }))
          .catch(() => undefined);
        if (answered === undefined) throw new Gone();
        return answered;
      };

    it('finds every acknowledged write and right counts after each', async function () {
      this.timeout(KILL_ROUNDS * 60_000);
      const { authorization, shared } = await prepare();
      const writers = new Writers(shared);
      const isServer = !database.startsWith('sqlite');
      const wrong: string[] = [];
      for (let round = 1; round <= KILL_ROUNDS; round++) {
        // A server has several hosts, of which one is killed while the other goes on.
        const processes = await Promise.all(
          Array.from({ length: isServer ? 2 : 1 }, () => ServingProcess.start(folder, '--database', database)),
        );
        const before = total(writers);
        const most = 50 + Math.random() * 150;
        const killing = processes.map(async (process, at) => {
          await until(() => total(writers) - before >= most * (at + 1));
          await process.kill();
        });
        const sends = processes.map((process) => sender(process, authorization));
        await writers.run(
          WRITERS,
          (writer) => sends[writer % sends.length]!,
          () => true,
        );
        await Promise.all(killing);
        const host = await open();
        const opened = host.generation.services.get('spec', Database);
        if (isServer) await until(() => isAlone(opened));
        const found = [...writers.lost(await stored(opened)), ...(await wrongCounts(opened))];
        const failures = writers.failures.splice(0);
        wrong.push(...[...found, ...failures].map((line) => `round ${round}: ${line}`));
        await host.close();
        console.log(
          `round ${round}: ${total(writers) - before} answers, ${found.length} wrong, ${failures.length} failed`,
        );
      }
      console.log(
        `answers by status: ${[...writers.answers].map(([status, count]) => `${status} ${count}`).join(', ')}`,
      );
      expect(wrong).to.eql([]);
      const host = await open();
      expect(await runCommand(host.generation, 'db check')).to.eql(['Success: the database is sound.']);
      await host.close();
    });
  });
}

const total = ({ answers }: Writers): number => [...answers.values()].reduce((sum, count) => sum + count, 0);

/** The address of a server, which knows by it the connections of this spec. */
function named(address: string): string {
  const url = new URL(address);
  if (url.protocol === 'mysql:') return address;
  url.searchParams.set('application_name', `tappet spec ${process.pid}`);
  return url.href;
}

/** Whether no transaction of the killed processes is open on the server any more: it ends when the server notices. */
async function isAlone({ db, dialect }: Database): Promise<boolean> {
  const others =
    dialect === 'mysql'
      ? sql<{
          others: number;
        }>`select count(*) as others from information_schema.innodb_trx where trx_mysql_thread_id in
          (select id from information_schema.processlist where db = database() and id <> connection_id())`
      : sql<{ others: number }>`select count(*) as others from pg_stat_activity
          where application_name = current_setting('application_name') and state <> 'idle' and pid <> pg_backend_pid()`;
  const { rows } = await others.execute(db);
  return rows[0]!.others === 0;
}
