import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { createHost, type Host, serviceToken } from '../../../host/index.ts';
import { describeOnServers } from '../../support/on-databases.ts';
import { runCommand } from '../../support/run-command.ts';

const EXPORT = fileURLToPath(new URL('../../fixtures/themeunittestdata.wordpress.xml', import.meta.url));

/** Requests whose answers depend on what the tables hold and on what is derived from them. */
const REQUESTS = [
  '/cms/v2/posts?per_page=5&_embed',
  '/cms/v2/posts?search=template&orderby=title',
  '/cms/v2/posts?search=gr%C3%BC%C3%9Fe',
  '/cms/v2/categories?per_page=100',
  '/cms/v2/comments?page=2',
  '/cms/v2/pages?orderby=menu_order',
  '/cms/v2/media?per_page=3',
  '/cms/v2/users',
  '/',
];

const keys = { 'auth-keys': { keys: ['0123456789abcdef'.repeat(8)] } };

const start = (database: string): Promise<Host> =>
  createHost({ database, logLevel: 'silent', url: 'http://site.example', options: keys, now: () => 1_700_000_000_000 });

const databaseOf = (host: Host) => host.generation.services.get('spec', serviceToken('database'));

/** Runs work with the site of an address. */
async function withSite<T>(address: string, work: (host: Host) => Promise<T>): Promise<T> {
  const host = await start(address);
  return work(host).finally(() => host.close());
}

const copy = (host: Host, from: string, to: string, flags: Record<string, boolean> = {}) =>
  runCommand(host.generation, 'db copy', { from, to }, flags);

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: Error) => error.message,
  );

async function answersOf(host: Host): Promise<unknown[]> {
  const answers = [];
  for (const request of REQUESTS) {
    const { status, data, headers } = await host.dispatch(request);
    answers.push([request, status, headers, JSON.parse(JSON.stringify(data))]);
  }
  return answers;
}

/** Imports an export, and adds what other systems may keep in another way. */
async function fill(host: Host): Promise<void> {
  await runCommand(host.generation, 'import', { source: EXPORT }, { authors: 'create' });
  const database = databaseOf(host);
  const later = '2040-01-01 00:00:00';
  const zero = '0000-00-00 00:00:00';
  const rows = [
    { post_title: 'Grüße 🎉 ʼn', post_content: `${'ß€😀'.repeat(80_000)} end`, post_status: 'publish' },
    { post_title: '', post_content: '', post_date: zero, post_date_gmt: zero, post_status: 'draft' },
    {
      post_title: 'Later',
      post_content: '\u2028\\ \' "',
      post_date: later,
      post_date_gmt: later,
      post_status: 'future',
    },
  ];
  const ids = [];
  for (const row of rows) ids.push(await database.insert('posts', row));
  await database.insertAll('postmeta', [
    { post_id: ids[0]!, meta_key: null, meta_value: null },
    { post_id: ids[0]!, meta_key: '', meta_value: '' },
  ]);
  await database.insert('options', { option_name: 'größe', option_value: 'a:1:{s:5:"größe";d:0.1;}' });
  // The id of a removed row is not given again, wherever the site is.
  const removed = await database.insert('comments', { comment_content: 'Gone.' });
  await database.db.deleteFrom('comments').where('comment_ID', '=', removed).execute();
}

const nextComment = (host: Host): Promise<number> => databaseOf(host).insert('comments', { comment_content: 'Next.' });

const folder = mkdtempSync(join(tmpdir(), 'tappet-copy-'));
const file = (name: string) => `sqlite:${join(folder, name)}`;
let filled: Promise<void> | undefined;
after(() => rmSync(folder, { recursive: true }));

describeOnServers('a copy of a site', (freshDatabase) => {
  let server: string;
  let second: string;
  let other: string;
  before(async function () {
    this.timeout(60_000);
    filled ??= withSite(file('first'), fill);
    await filled;
    server = await freshDatabase();
    [second, other] = ['second', 'other'].map((name) => file(`${name}-${new URL(server).port}`)) as [string, string];
  });

  it('is equal there and back, and answers the same', async function () {
    this.timeout(60_000);
    const first = await withSite(file('first'), async (host) => {
      const planned = await copy(host, file('first'), server, { 'dry-run': true });
      expect(planned.at(-1)).to.equal('Success: nothing was copied, as --dry-run says.');
      const answers = await answersOf(host);
      return { answers, planned, lines: await copy(host, file('first'), server) };
    });
    expect(first.lines.at(-1)).to.match(/^Success: /);
    const counted = first.lines.map((line) => line.replace(/, equal.*/, ''));
    expect(counted.slice(0, -1)).to.deep.equal(first.planned.slice(0, -1));
    expect(counted).to.include('tappet_attempts: 0 rows');
    expect(Number(/^posts: (\d+) rows/m.exec(first.lines.join('\n'))![1])).to.be.above(100);

    const there = await withSite(server, async (host) => {
      const lines = await copy(host, server, second);
      return { answers: await answersOf(host), lines, id: await nextComment(host) };
    });
    for (const [at, answer] of there.answers.entries()) expect(answer).to.deep.equal(first.answers[at]);
    expect(there.lines).to.deep.equal(first.lines);
    await withSite(second, async (host) => {
      expect(await answersOf(host)).to.deep.equal(first.answers);
      expect(await runCommand(host.generation, 'db check')).to.deep.equal(['Success: the database is sound.']);
      expect(await nextComment(host)).to.equal(there.id);
    });
  });

  it('takes the place of another site only with --yes, and leaves that as it was where a row cannot be held', async () => {
    await withSite(other, async (host) => {
      const { db } = databaseOf(host);
      await databaseOf(host).insert('posts', { post_title: 'Other' });
      expect(await failureOf(copy(host, other, server))).to.match(/^the other database holds a site with \d+ posts/);
      // PostgreSQL has no place for the character 0, and MariaDB none for a name as long as that.
      const name = server.startsWith('postgres') ? 'a\0b' : 'a'.repeat(300);
      await databaseOf(host).insert('termmeta', { meta_key: name, meta_value: '' });
      expect(await failureOf(copy(host, other, server, { yes: true }))).to.match(
        /^nothing was copied: .*wp_termmeta 1/,
      );
      await withSite(server, async (there) => {
        expect((await there.dispatch('/cms/v2/posts?search=gr%C3%BC%C3%9Fe')).data).to.have.lengthOf(1);
      });
      await db.deleteFrom('termmeta').execute();
      expect((await copy(host, other, server, { yes: true })).at(-1)).to.match(/^Success: /);
    });
    await withSite(server, async (there) => {
      const titles = databaseOf(there).db.selectFrom('posts').select('post_title');
      expect(await titles.execute()).to.deep.equal([{ post_title: 'Other' }]);
    });
  });

  it('is made of no database without a site, as where its name has a slip of the pen', async () => {
    await withSite(file('slip'), async (host) => {
      expect(await failureOf(copy(host, file('slip'), server, { yes: true }))).to.match(/slip holds no site/);
    });
    await withSite(server, async (there) => {
      expect((await there.dispatch('/cms/v2/posts')).data).to.not.deep.equal([]);
    });
  });

  it('refuses addresses that cannot be copied to', async () => {
    await withSite(other, async (host) => {
      expect(await failureOf(copy(host, other, other))).to.include('both addresses are the same');
      expect(await failureOf(copy(host, server, other))).to.include('the first address is that of the site');
      expect(await failureOf(copy(host, other, 'sqlite::memory:'))).to.include('ends with its process');
      const away = new URL(server);
      away.port = '1';
      expect(await failureOf(copy(host, other, away.href))).to.match(/cannot open .*:1\/.*ECONNREFUSED/);
    });
  });
});
