import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database as Connection } from 'better-sqlite3';
import { expect } from 'chai';
import { RequestContext, RestRequest } from '../../../core/index.ts';
import { Sqlite } from '../../../plugins/database/sqlite-driver.ts';
import { listRequests } from '../../bench/data/list-requests.ts';
import { buildFullSite, type FullSite } from '../../support/full-site.ts';
import { runCommand } from '../../support/run-command.ts';
import { growthOf, statisticsOf } from './query-plan.ts';

/** Real content with items, comments and terms of each kind; see the note beside it. */
const FILE = fileURLToPath(new URL('../../fixtures/themeunittestdata.wordpress.xml', import.meta.url));
const DOCUMENT = new URL('../../../docs/performance.md', import.meta.url);

/** What the requests name of the site. */
const VALUES = {
  rare: 'zephyr',
  common: 'lorem',
  middle: '2010-01-01T00:00:00',
  post: 1177,
  page: 155,
  category: 3,
  tag: 12,
  author: 2,
  comment: 881,
  depth: 3_000,
};

/** Whether a statement reads what does not grow with the site: the log of audits has at most as many rows as its option says. */
const isBounded = (statement: string) => statement.includes('from "wp_tappet_audit_log"');

/** Whether a statement reads the terms of a taxonomy. */
const readsTerms = (statement: string) => statement.includes('"wp_term_taxonomy" as "tt"');

/** The rows of the table of lists that take longer on a larger site. */
async function exceptions(): Promise<((path: string, statement: string) => boolean)[]> {
  const rows = (await readFile(DOCUMENT, 'utf8')).split('\n').filter((line) => /^\| `/.test(line));
  return rows.map((row) => {
    const [, lists = '', requests = ''] = row.split('|');
    const [, parameter = ''] = /`(\S+)`/.exec(requests)!;
    const isOfTerms = requests.includes('terms:');
    return (path, statement) =>
      lists.includes(`\`${/\/v\d\/([\w-]+)/.exec(path)![1]}\``) &&
      (isOfTerms ? readsTerms(statement) : path.includes(parameter));
  });
}

describe('the statements of all lists on SQLite', () => {
  let folder: string;
  let file: string;
  let site: FullSite;
  /** The statements that SQLite was given, each with the first request that led to it. */
  const statements = new Map<string, string>();

  before(async function () {
    this.timeout(120_000);
    folder = await mkdtemp(join(tmpdir(), 'tappet-plans-'));
    file = join(folder, 'site.db');
    site = await buildFullSite({ database: `sqlite:${file}` });
    await runCommand(site.generation, 'import', { source: FILE }, { authors: 'create' });
    await runCommand(site.generation, 'db reindex');
    await recordStatements();
  });
  after(async () => {
    await site.close();
    await rm(folder, { recursive: true });
  });

  async function recordStatements(): Promise<void> {
    const { prepare } = Sqlite.prototype;
    const { server } = site.generation;
    let path = '';
    Sqlite.prototype.prepare = function (this: Connection, statement: string) {
      if (/^\s*(?:select|with)/i.test(statement) && !statements.has(statement)) statements.set(statement, path);
      return prepare.call(this, statement);
    } as typeof prepare;
    try {
      for (path of listRequests(server.routes, VALUES)) await ask(path);
    } finally {
      Sqlite.prototype.prepare = prepare;
    }
  }

  /** Asks for few fields, so that little is rendered: as a visitor, and as an administrator what visitors may not see. */
  async function ask(path: string): Promise<void> {
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    const query = { ...Object.fromEntries(searchParams), _fields: 'id,_links' };
    const serve = (user?: RequestContext['user']) =>
      site.generation.server.serve(
        new RestRequest('GET', pathname, { query, context: new RequestContext(user === undefined ? {} : { user }) }),
      );
    const { status } = await serve();
    expect(status < 400 ? status : (await serve(site.users.admin!.user)).status, path).to.be.lessThan(500);
  }

  /** The statements that grow with the site, each with its request, on the file as it is. */
  function growing(db: Connection): { path: string; statement: string; growth: string }[] {
    db.function('tappet_fold', { deterministic: true }, (text) => text);
    const statistics = statisticsOf(db);
    return [...statements].flatMap(([statement, path]) => {
      if (isBounded(statement)) return [];
      const growth = growthOf(statement, db, statistics);
      return growth === undefined ? [] : [{ path, statement, growth }];
    });
  }

  it('are many, and read and sort no more on a larger site, but for those that the documentation names', async () => {
    expect(statements.size).to.be.greaterThan(150);
    const named = await exceptions();
    const db = new Sqlite(file);
    const others = growing(db).filter(({ path, statement }) => !named.some((isNamed) => isNamed(path, statement)));
    db.close();
    expect(others.map(({ path, growth, statement }) => `${path}: ${growth}: ${statement}`)).to.eql([]);
  });

  it('would read more if an index was missing', () => {
    for (const index of [
      'wp_posts_type_status_date',
      'wp_posts_tappet_type_status_modified',
      'wp_posts_tappet_type_status_title',
      'wp_posts_tappet_type_status_author',
      'wp_comments_tappet_kind_date',
      'wp_users_tappet_registered',
    ]) {
      const db = new Sqlite(file);
      db.exec('begin');
      const before = growing(db).length;
      db.exec(`drop index ${index}`);
      expect(growing(db).length, index).to.be.greaterThan(before);
      db.exec('rollback');
      db.close();
    }
  });
});
