import { expect } from 'chai';
import fc from 'fast-check';
import type { MetaClause, PostOrder, PostQuery } from '../../../plugins/posts/index.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { naiveQuery, type TermedPost } from './naive-query.ts';
import { openPostSite, type PostSite } from './post-site.ts';

const TITLES = ['100% sure', 'under_score', 'back\\slash', 'Plain words', 'plain WORDS again', "it's", 'Zebra'];
const CONTENTS = ['apple pie', 'Apple tart', 'cherry pie', '', 'plum  cake', 'pie'];
const STATUSES = ['publish', 'publish', 'draft', 'pending', 'private', 'future', 'trash'];
const DAYS = ['2013-01-01 00:00:00', '2013-01-02 00:00:00', '2013-01-03 12:00:00', '2013-01-04 00:00:00'];
const ORDERS: PostOrder[] = ['author', 'date', 'id', 'menu_order', 'modified', 'parent', 'slug', 'title'];
const COUNT = 60;

describeOnDatabases('lists of items', (freshDatabase) => {
  let site: PostSite;
  let all: TermedPost[] = [];
  const parents = new Map<number, number>();
  let tags: number[];

  before(async () => {
    site = await openPostSite({ url: await freshDatabase({ again: true }) });
    const { posts, terms } = site;
    const root = await terms.create('category', 'Root');
    const child = await terms.create('category', 'Child', { parent: root.id });
    const leaf = await terms.create('category', 'Leaf', { parent: child.id });
    for (const term of [root, child, leaf]) parents.set(term.id, term.parent);
    tags = [(await terms.create('post_tag', 'one')).id, (await terms.create('post_tag', 'two')).id];
    const categories = [root.id, child.id, leaf.id];
    const made: number[] = [];
    for (let index = 0; index < COUNT; index++) {
      const status = STATUSES[index % STATUSES.length]!;
      const post = await posts.insert({
        type: index % 5 === 0 ? 'page' : 'post',
        title: TITLES[(index * 3) % TITLES.length],
        content: CONTENTS[(index * 5) % CONTENTS.length],
        excerpt: index % 4 === 0 ? 'apple sauce' : '',
        status,
        author: (index % 3) + 1,
        password: index % 6 === 0 ? 'secret' : '',
        menuOrder: index % 4,
        mimeType: index % 3 === 0 ? 'image/png' : '',
        parent: index % 7 === 0 ? (made[0] ?? 0) : 0,
        date: status === 'future' ? '2030-01-01 00:00:00' : DAYS[index % DAYS.length],
        editDate: true,
        categories: index % 5 === 0 ? [] : [categories[index % 3]!, categories[(index * 2) % 3]!],
      });
      if (index % 2 === 0)
        await terms.setObjectTerms(post.id, 'post_tag', tags.slice(0, 1 + (index % 3 === 0 ? 1 : 0)));
      if (index % 9 === 0) await posts.update(post.id, { menuOrder: 3 });
      made.push(post.id);
    }
    const stored = await posts.byIds(made);
    const ofObjects = await terms.ofObjects(made, ['category', 'post_tag']);
    all = made.map((id) => ({ ...stored.get(id)!, terms: (ofObjects.get(id) ?? []).map((term) => term.id) }));
  });
  after(() => site.close());

  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
  const some = <T>(values: readonly T[]) => fc.subarray([...values]);

  const queries = (): fc.Arbitrary<PostQuery> => {
    const clause = fc.record({
      taxonomy: fc.constant('category'),
      terms: fc.subarray([...parents.keys()], { minLength: 1 }),
      operator: fc.constantFrom('IN' as const, 'AND' as const, 'NOT IN' as const),
      includeChildren: fc.boolean(),
    });
    const tagClause = fc.record({
      taxonomy: fc.constant('post_tag'),
      terms: fc.subarray([...tags, 99_999_999], { minLength: 1 }),
      operator: fc.constantFrom('IN' as const, 'NOT IN' as const),
    });
    return fc.record({
      types: maybe(some(['post', 'page'])),
      statuses: maybe(
        fc.subarray(['publish', 'draft', 'pending', 'private', 'future', 'trash', 'any'], { minLength: 1 }),
      ),
      authors: maybe(some([1, 2, 3, 9])),
      authorsExclude: maybe(some([1, 2])),
      include: maybe(fc.shuffledSubarray(all.slice(0, 30).map(({ id }) => id))),
      exclude: maybe(some(all.slice(20, 40).map(({ id }) => id))),
      parents: maybe(some([0, all[0]!.id])),
      parentsExclude: maybe(some([0, all[0]!.id])),
      slugs: maybe(fc.shuffledSubarray(all.slice(0, 20).map(({ name }) => name))),
      mimeTypes: maybe(some(['', 'image/png', 'audio/ogg'])),
      menuOrder: maybe(fc.constantFrom(0, 1, 3)),
      search: maybe(
        fc.constantFrom('pie', 'APPLE', '%', '_', '\\', "it's", 'apple pie', 'pie -cherry', '"plum  cake"', ''),
      ),
      withoutPassword: fc.boolean(),
      dates: maybe(
        fc.array(
          fc.record({
            column: fc.constantFrom('post_date' as const, 'post_modified' as const),
            after: maybe(fc.constantFrom(...DAYS)),
            before: maybe(fc.constantFrom(...DAYS, '2027-01-01 00:00:00')),
          }),
          { maxLength: 2 },
        ),
      ),
      terms: maybe(fc.tuple(clause, tagClause).chain((clauses) => some<(typeof clauses)[number]>(clauses))),
      termRelation: fc.constantFrom('AND' as const, 'OR' as const),
      orderBy: fc.constantFrom<PostOrder>(...ORDERS, 'include', 'include_slugs'),
      order: fc.constantFrom('asc' as const, 'desc' as const),
      page: maybe(fc.integer({ min: 1, max: 5 })),
      perPage: maybe(fc.constantFrom(-1, 1, 3, 10, 100)),
      offset: maybe(fc.integer({ min: 0, max: 12 })),
    });
  };

  it('hold the same items, order and total as a search of all items by hand', async () => {
    await fc.assert(
      fc.asyncProperty(queries(), async (query) => {
        const { ids, total } = await site.posts.query(query);
        expect({ ids, total }).to.eql(naiveQuery(all, query, parents));
      }),
      { numRuns: 350, seed: 20260102 },
    );
  });

  it('have the same total where the page does not show it, whatever they consist of', async () => {
    const parts = queries().map(({ types, statuses, authors, authorsExclude, exclude, mimeTypes, terms, ...rest }) => ({
      ...{ types: types ?? ['post'], statuses, authors, authorsExclude, exclude, mimeTypes, terms },
      ...{ termRelation: rest.termRelation, orderBy: rest.menuOrder === undefined ? 'date' : rest.orderBy },
      ...{ order: rest.order, perPage: 1, page: rest.page },
    }));
    await fc.assert(
      fc.asyncProperty(parts, async (query) => {
        const { ids, total } = await site.posts.query(query as PostQuery);
        const expected = naiveQuery(all, query as PostQuery, parents);
        expect({ ids, total }).to.eql(expected);
      }),
      { numRuns: 250, seed: 20261123 },
    );
  });

  it('give every item once when they are read page by page', async () => {
    for (const orderBy of ORDERS) {
      const seen: number[] = [];
      for (let page = 1; seen.length < COUNT && page < 20; page++) {
        seen.push(...(await site.posts.query({ statuses: ['any', 'trash'], orderBy, page, perPage: 7 })).ids);
      }
      const { ids } = await site.posts.query({ statuses: ['any', 'trash'], orderBy, perPage: -1 });
      expect(seen, orderBy).to.eql(ids);
    }
  });

  it('hold what fits by its metadata, and are ordered by it, as texts', async () => {
    const { posts, meta } = site;
    const values = [['b'], ['a', 'c'], [''], [], ["d'--"], ['B']];
    const made: number[] = [];
    for (const [index, own] of values.entries()) {
      const { id } = await posts.insert({ type: 'page', title: `With meta ${index}`, status: 'publish' });
      for (const value of own) await meta.add('post', id, 'mark', value);
      await meta.add('post', id, 'other', 'a');
      made.push(id);
    }
    const find = async (...clauses: MetaClause[]) => {
      const { ids } = await posts.query({ include: made, meta: clauses, orderBy: 'id', order: 'asc', perPage: -1 });
      return ids.map((id) => made.indexOf(id));
    };
    // On MySQL the collation of the column says what is equal, and it ignores case.
    const text = (value: string) => (site.database.dialect === 'mysql' ? value.toLowerCase() : value);
    const tests: Record<string, (own: string, value: string) => boolean> = {
      '=': (own, value) => text(own) === text(value),
      '!=': (own, value) => text(own) !== text(value),
    };
    for (const [compare, test] of Object.entries(tests)) {
      for (const value of ['', 'a', 'b', "d'--"]) {
        const fitting = [...values.keys()].filter((at) => values[at]!.some((own) => test(own, value)));
        const found = await find({ key: 'mark', compare: compare as '=', value });
        expect(found, `${compare} ${value}`).to.eql(fitting);
      }
    }
    expect(await find({ key: 'mark', compare: '>=', value: 'c' })).to.eql([1, 4]);
    expect(await find({ key: 'mark', compare: '>', value: 'c' })).to.eql([4]);
    expect(await find({ key: 'mark', compare: '<', value: 'a' }))
      .to.include(2)
      .and.not.include(1);
    expect(await find({ key: 'mark', compare: '<=', value: 'a' })).to.include.members([1, 2]);
    expect(await find({ key: 'mark', compare: 'EXISTS' })).to.eql([0, 1, 2, 4, 5]);
    expect(await find({ key: 'mark', compare: 'NOT EXISTS' })).to.eql([3]);
    expect(await find({ key: 'mark', compare: 'EXISTS' }, { key: 'mark', compare: '=', value: 'a' })).to.eql([1]);
    const include = [0, 1, 4].map((at) => made[at]!);
    const ordered = async (order: 'asc' | 'desc') =>
      (await posts.query({ include, orderBy: 'meta_value', metaKey: 'mark', order })).ids;
    expect(await ordered('asc')).to.eql([1, 0, 4].map((at) => made[at]));
    expect(await ordered('desc')).to.eql([4, 0, 1].map((at) => made[at]));
    for (const id of made) await posts.delete(id);
  });

  it('hold what fits a search best first when they are ordered by relevance', async () => {
    const add = (title: string, excerpt: string, content: string) =>
      site.posts.insert({ title, excerpt, content, status: 'publish', date: '2020-01-01 00:00:00' });
    const body = await add('Nothing', '', 'quince and medlar');
    const teaser = await add('Nothing', 'quince medlar', 'x');
    const scattered = await add('Medlar of the quince', '', 'x');
    const one = await add('Quince alone', '', 'medlar');
    const whole = await add('A quince medlar', '', 'x');
    const loose = await add('Nothing', '', 'medlar then quince');
    const { ids } = await site.posts.query({ search: 'quince medlar', orderBy: 'relevance' });
    expect(ids).to.eql([whole, scattered, one, teaser, loose, body].map(({ id }) => id));
    const single = await site.posts.query({ search: 'quince', orderBy: 'relevance' });
    expect(new Set(single.ids.slice(0, 3))).to.eql(new Set([whole, scattered, one].map(({ id }) => id)));
  });

  it('find nothing of statuses that are not registered', async () => {
    expect((await site.posts.query({ statuses: ['nonsense'] })).total).to.equal(0);
  });

  it('cost two statements, on PostgreSQL one, and one more where the total is counted; cached rows and totals cost none', async () => {
    const cost = async (query: PostQuery) => {
      const before = site.database.statements.count;
      await site.posts.query(query);
      return site.database.statements.count - before;
    };
    const { dialect } = site.database;
    const least = dialect === 'postgres' ? 1 : 2;
    expect(await cost({ perPage: 100 })).to.equal(least);
    // On a server rows are read and the total is counted again where the notification of a change has just arrived.
    const isServer = dialect !== 'sqlite';
    expect(await cost({ types: ['post'], perPage: 2 })).to.be.within(2, isServer ? 3 : 2);
    expect(await cost({ perPage: 2 })).to.be.within(least, isServer ? 3 : 2);
    expect(await cost({ perPage: 3 }), 'with a cached total').to.be.within(1, isServer ? 3 : 1);
    expect(await cost({ include: [99_999_999] })).to.equal(1);
  });
});
