import { expect } from 'chai';
import { RequestContext } from '../../../core/index.ts';
import type { Comment, CommentQuery } from '../../../plugins/comments/index.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { naiveQuery } from './naive-query.ts';
import { openStoreStage, type StoreStage } from './store-stage.ts';

/** Numbers that look random and are the same on every run. */
function generator(seed: number) {
  let state = seed;
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return { next, pick: <T>(values: readonly T[]): T => values[next(values.length)]! };
}

const TEXTS = ['100% sure', 'under_score', 'back\\slash', 'Plain words', 'plain WORDS again', "it's", ''];
const POSTS = [1, 2, 3];

describeOnDatabases('lists of comments', (freshDatabase) => {
  let stage: StoreStage;
  let all: Comment[];

  before(async () => {
    stage = await openStoreStage(await freshDatabase({ again: true }));
    const { next, pick } = generator(7);
    for (let each = 0; each < 90; each++) {
      await stage.store.insert({
        post: pick(POSTS),
        parent: pick([0, 0, 1, 2, 3]),
        author: pick([0, 0, 1, 2]),
        authorName: pick(['Ann', 'Bob', '']),
        authorEmail: pick(['ann@example.org', 'Bob@example.org', '']),
        content: pick(TEXTS),
        date: `2020-01-0${1 + next(5)} 00:00:00`,
        approved: pick(['1', '1', '1', '0', 'spam', 'trash', 'post-trashed']),
        type: pick(['comment', 'comment', '', 'pingback', 'trackback', 'note']),
      });
    }
    const rows = await stage.store.query({ status: 'any', perPage: -1 });
    all = [...rows.comments];
  });
  after(() => stage.generation.dispose());

  const randomQuery = ({ next, pick }: ReturnType<typeof generator>): CommentQuery => {
    const some = (values: readonly number[]) => values.filter(() => next(3) === 0);
    const maybe = <T>(value: T): T | undefined => (next(4) === 0 ? value : undefined);
    return {
      posts: maybe(some([...POSTS, 99])),
      parents: maybe(some([0, 1, 2, 3])),
      parentsExclude: maybe(some([0, 1, 2])),
      authors: maybe(some([0, 1, 2])),
      authorsExclude: maybe(some([0, 1])),
      authorEmail: maybe(pick(['ANN@example.org', 'bob@example.org', 'nobody', ''])),
      include: maybe(some(all.slice(0, 12).map(({ id }) => id))),
      exclude: maybe(some(all.slice(0, 12).map(({ id }) => id))),
      status: maybe(pick(['approve', 'hold', 'all', 'any', 'spam', 'nothing', ''])),
      type: maybe(pick(['comment', 'pings', 'all', 'note', 'nothing', ''])),
      search: maybe(pick(['%', '_', '\\', 'plain', "'", 'ANN', 'nothing', ''])),
      after: maybe(pick(['2020-01-02 00:00:00', '2020-01-03 12:00:00'])),
      before: maybe(pick(['2020-01-04 00:00:00', '2020-01-02 12:00:00'])),
      orderBy: maybe(pick(['date', 'date_gmt', 'id', 'include', 'post', 'parent', 'type'] as const)),
      order: maybe(pick(['asc', 'desc'] as const)),
      page: maybe(1 + next(4)),
      perPage: maybe(pick([1, 3, 10, 100, -1])),
      offset: maybe(next(12)),
    };
  };

  it('are those of a naive search, with its totals', async () => {
    const random = generator(2026);
    for (let round = 0; round < 300; round++) {
      const query = randomQuery(random);
      const { comments, total } = await stage.store.query(query);
      const expected = naiveQuery(all, query);
      expect({ ids: comments.map(({ id }) => id), total }, JSON.stringify(query)).to.eql(expected);
    }
  });

  it('of single items or answers, requested together, are the same and cost one statement', async () => {
    const random = generator(11);
    for (let round = 0; round < 60; round++) {
      const query = { ...randomQuery(random), page: 1, offset: undefined };
      for (const group of ['posts', 'parents'] as const) {
        const asked = [1, 2, 3, 99].map((id) => ({ ...query, parents: undefined, [group]: [id] }));
        const before = stage.database.statements.count;
        const context = new RequestContext();
        const lists = await Promise.all(asked.map((each) => stage.store.list(context, each)));
        expect(stage.database.statements.count - before).to.equal(1);
        for (const [index, { comments, total }] of lists.entries()) {
          const expected = naiveQuery(all, asked[index]!);
          expect({ ids: comments.map(({ id }) => id), total }, JSON.stringify(asked[index])).to.eql(expected);
        }
      }
    }
  });

  it('of later pages of single items are the plain ones', async () => {
    const context = new RequestContext();
    const asked = POSTS.map((id) => ({ posts: [id], page: 2, perPage: 5 }));
    const lists = await Promise.all(asked.map((each) => stage.store.list(context, each)));
    expect(lists).to.eql(await Promise.all(asked.map((each) => stage.store.query(each))));
    expect(lists.some(({ comments }) => comments.length > 0)).to.equal(true);
  });

  it('of all comments cost two statements, those of some one where the page reveals the total', async () => {
    const cost = async (query: CommentQuery) => {
      const before = stage.database.statements.count;
      await stage.store.query(query);
      return stage.database.statements.count - before;
    };
    expect(await cost({ perPage: 100 })).to.equal(2);
    expect(await cost({ perPage: 3 })).to.equal(2);
    expect(await cost({ perPage: 3, page: 900 })).to.equal(2);
    expect(await cost({ posts: [1], perPage: 100 })).to.equal(1);
    expect(await cost({ posts: [1], perPage: 3 })).to.equal(2);
  });
});
