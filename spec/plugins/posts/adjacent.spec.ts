import type { Database as Connection } from 'better-sqlite3';
import { expect } from 'chai';
import { Sqlite } from '../../../plugins/database/sqlite-driver.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { openPostSite, type PostSite } from './post-site.ts';

describeOnDatabases('the neighbours of an item', (freshDatabase) => {
  let site: PostSite;
  /** The items in the order of their dates and ids. */
  const made: { id: number; type: string; date: string; status: string; author: number }[] = [];
  const DAYS = ['2013-01-02 00:00:00', '2013-01-01 00:00:00', '2013-01-02 00:00:00', '2013-01-03 00:00:00'];
  const STATUSES = ['publish', 'publish', 'draft', 'private', 'publish', 'trash'];

  before(async () => {
    site = await openPostSite({ url: await freshDatabase({ again: true }) });
    for (let number = 0; number < 24; number++) {
      const type = number % 7 === 6 ? 'page' : 'post';
      const status = STATUSES[number % STATUSES.length]!;
      const author = (number % 4) + 1;
      const date = DAYS[number % DAYS.length]!;
      const title = `Number ${number}`;
      const { id } = await site.posts.insert({ type, title, status, author, date, editDate: true });
      made.push({ id, type, date, status, author });
    }
    made.sort((a, b) => a.date.localeCompare(b.date) || a.id - b.id);
  });
  after(() => site.close());

  /** Expects of every item that its neighbours are those among which a reader may see. */
  async function expectNeighbours(sees: (one: (typeof made)[number]) => boolean, user?: ReturnType<PostSite['user']>) {
    let found = 0;
    for (const [at, one] of made.entries()) {
      const isSeen = (other: typeof one) => other.type === one.type && sees(other);
      const before = made.slice(0, at).filter(isSeen).at(-1)?.id;
      const after = made.slice(at + 1).find(isSeen)?.id;
      expect(await site.posts.adjacentId(one, 'previous', user), `before ${one.id}`).to.equal(before);
      expect(await site.posts.adjacentId(one, 'next', user), `after ${one.id}`).to.equal(after);
      if (before !== undefined) found++;
    }
    expect(found).to.be.greaterThan(10);
  }

  // The first fact, since a statement is prepared once.
  it('are found by one statement that reads rows of an index where they begin', async function () {
    if (site.database.dialect !== 'sqlite') this.skip();
    const { prepare } = Sqlite.prototype;
    const plans: string[][] = [];
    Sqlite.prototype.prepare = function (this: Connection, statement: string) {
      const explained = prepare.call(this, `explain query plan ${statement.replaceAll('?', '@value')}`);
      plans.push((explained.all({ value: 1 }) as { detail: string }[]).map(({ detail }) => detail));
      return prepare.call(this, statement);
    } as typeof prepare;
    const { count } = site.database.statements;
    try {
      await site.posts.adjacentId(made[9]!, 'previous', site.user('author', 77));
    } finally {
      Sqlite.prototype.prepare = prepare;
    }
    expect(site.database.statements.count - count).to.equal(1);
    expect(plans).to.have.length(1);
    expect(plans[0]!.filter((step) => /TEMP B-TREE|^SCAN wp_/.test(step))).to.eql([]);
    const read = plans[0]!.filter((step) => step.includes('wp_posts'));
    const bounds = read.map((step) => /COVERING INDEX \S+ \(.*post_status=\? AND (.+)\)$/.exec(step)?.[1]);
    expect(bounds).to.eql(['post_date=? AND ID<?', 'post_date<?', 'post_date=? AND ID<?', 'post_date<?']);
  });

  it('are found by one statement for all readers who may see their own private items', async () => {
    const names = new Set<string>();
    const { prepare } = site.database;
    Object.assign(site.database, {
      prepare: (...given: Parameters<typeof prepare>) => {
        names.add(given[0]);
        return prepare(...given);
      },
    });
    try {
      for (const id of [77, 78, 79]) await site.posts.adjacentId(made[9]!, 'next', site.user('author', id));
    } finally {
      Object.assign(site.database, { prepare });
    }
    expect([...names].filter((name) => name.startsWith('posts.adjacent'))).to.have.length(1);
  });

  it('are the published ones of its type by date, then by id', async () => {
    await expectNeighbours(({ status }) => status === 'publish');
  });

  it('are private ones too for those who may read them, and for their author', async () => {
    await expectNeighbours(({ status }) => ['publish', 'private'].includes(status), site.user('editor', 9));
    await expectNeighbours(
      ({ status, author }) => status === 'publish' || (status === 'private' && author === 4),
      site.user('author', 4),
    );
  });
});
