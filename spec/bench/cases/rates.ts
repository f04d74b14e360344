import type { DataSet } from '../data/data-set.ts';
import { COMMON, paragraph, RARE, words } from '../data/texts.ts';
import { type BenchRequest, UNIQUE } from '../load/job.ts';
import { fast, type Lane, type LaneInit, lane, type RateCase, slow } from './lane.ts';

const API = '/cms-json/cms/v2';
const get = (path: string) => (): BenchRequest => ({ path });
const list = get(`${API}/posts`);
const HELLO = get('/cms-json/hello/v1/greeting');

/** The lane that measures the cost of making an answer. */
const MADE = 'without the response cache';

/** One of the middle of a list. */
const middleOf = <Item>(items: readonly Item[]): Item => items[items.length >> 1]!;

/** Tappet without and with its response cache. */
const BOTH = [MADE, 'as shipped'] as const;

/** The cases whose rates are measured, on a data set of `small` posts and on one of `large` posts. */
export function rateCases(small: number, large: number): RateCase[] {
  return [
    ...besideByHand(small),
    compressed(small),
    ...atBothSizes(small, large),
    ...besideFirstPage(small, large),
    hello(small),
    ...creating(small, large),
    ...onPostgres(small),
  ];
}

function besideByHand(posts: number): RateCase[] {
  const path = get(`${API}/posts?page=${Math.min(50, Math.floor(posts / 10))}`);
  const one = ({ some }: DataSet): BenchRequest => ({ path: `${API}/posts/${middleOf(some).id}` });
  const all = ['cold', ...BOTH, 'hand-written'] as const;
  return [
    {
      name: 'list of 10',
      lanes: [...all, 'bare node:http' as const].map((contender) => lane(contender, posts, list)),
      goals: [
        fast('cold', 0.45, 'hand-written'),
        fast(MADE, 0.8, 'hand-written'),
        fast('as shipped', 5, 'hand-written'),
      ],
      alike: [...all, 'bare node:http'],
      alikeInHeaders: all,
    },
    {
      name: 'one post beside hand-written',
      lanes: all.map((contender) => lane(contender, posts, one)),
      goals: [],
      alike: all,
      alikeInHeaders: all,
    },
    {
      name: 'list of 10, page 50',
      lanes: all.map((contender) => lane(contender, posts, path)),
      goals: [],
      alike: all,
      alikeInHeaders: all,
    },
  ];
}

/** A cached list, compressed as it was for the first request for it, beside the same as it is. */
function compressed(posts: number): RateCase {
  const accepting = (encoding: string) => () => ({ path: `${API}/posts`, headers: { 'accept-encoding': encoding } });
  const as = (encoding: string) => lane('compressing', posts, accepting(encoding), { name: encoding });
  return {
    name: 'list of 10, compressed',
    lanes: [lane('as shipped', posts, list), as('identity'), as('gzip'), as('br')],
    goals: ['gzip', 'br'].map((encoding) => fast(encoding, 0.8, 'as shipped')),
    alike: ['as shipped', 'identity', 'gzip', 'br'],
  };
}

/** The same request on a small and a large data set, with and without the cache. */
function atBothSizes(small: number, large: number): RateCase[] {
  const requests: Record<string, Lane['request']> = {
    'first page': list,
    'one post': ({ some }) => ({ path: `${API}/posts/${middleOf(some).id}` }),
    'by category': (set) => ({ path: `${API}/posts?categories=${set.category}` }),
    'by author': (set) => ({ path: `${API}/posts?author=${set.author}` }),
    'by slug': ({ some }) => ({ path: `${API}/posts?slug=${middleOf(some).slug}` }),
    after: (set) => ({ path: `${API}/posts?after=${set.middle}` }),
    before: (set) => ({ path: `${API}/posts?before=${set.middle}` }),
  };
  return Object.entries(requests).map(([name, request]) => {
    const at = (contender: Lane['contender'], posts: number) =>
      lane(contender, posts, request, { name: `${contender} @${posts}` });
    const contenders = name === 'first page' ? [...BOTH, 'hand-written' as const] : BOTH;
    return {
      name: `at ${large}: ${name}`,
      lanes: contenders.flatMap((contender) => [at(contender, small), at(contender, large)]),
      goals: BOTH.map((contender) => fast(`${contender} @${large}`, 0.8, `${contender} @${small}`)),
    };
  });
}

/** Requests that are compared with the first page of the same contender, of one goal each without the response cache. */
function besideFirstPage(small: number, large: number): RateCase[] {
  const beside = (
    name: string,
    posts: number,
    [request, first]: [Lane['request'], Lane['request']],
    goals: RateCase['goals'],
    contenders: readonly Lane['contender'][] = BOTH,
  ): RateCase => ({
    name,
    lanes: contenders.flatMap((contender) => [
      lane(contender, posts, request, { name: contender }),
      lane(contender, posts, first, { name: `${contender}, first page` }),
    ]),
    goals,
  });
  const ofBoth = (goal: (of: string, to: string) => RateCase['goals'][number]) =>
    BOTH.map((contender) => goal(contender, `${contender}, first page`));
  const options = (): BenchRequest => ({ method: 'OPTIONS', path: `${API}/posts` });
  const deep = Math.floor(large / 25);
  const search = (word: string): [Lane['request'], Lane['request']] => [get(`${API}/posts?search=${word}`), list];
  return [
    beside(
      `at ${large}: page ${deep} of 20`,
      large,
      [get(`${API}/posts?per_page=20&page=${deep}`), get(`${API}/posts?per_page=20`)],
      [slow(MADE, 10, `${MADE}, first page`)],
      [MADE],
    ),
    ...Object.entries({ rare: RARE, common: COMMON }).map(([name, word]) =>
      beside(`at ${large}: search ${name}`, large, search(word), [slow(MADE, 15, `${MADE}, first page`)], [MADE]),
    ),
    beside(
      '_embed',
      small,
      [get(`${API}/posts?_embed`), list],
      ofBoth((of, to) => fast(of, 0.4, to)),
    ),
    beside(
      '_fields=id,title',
      small,
      [get(`${API}/posts?_fields=id,title`), list],
      [fast(MADE, 1.5, `${MADE}, first page`)],
    ),
    beside('OPTIONS', small, [options, list], [fast(MADE, 3, `${MADE}, first page`)]),
    beside('index', small, [get('/cms-json/'), list], []),
  ];
}

function hello(posts: number): RateCase {
  const with5000 = ['hello', 'many-routes'];
  return {
    name: 'hello',
    lanes: [
      ...BOTH.flatMap((contender) => [
        lane(contender, posts, HELLO, { plugins: ['hello'] }),
        lane(contender, posts, HELLO, { name: `${contender}, 5,000 more routes`, plugins: with5000 }),
      ]),
    ],
    goals: BOTH.map((contender) => fast(`${contender}, 5,000 more routes`, 0.9, contender)),
    alike: BOTH,
  };
}

const CONTENT = [1, 2, 3, 4, 5].map((salt) => paragraph(`${words(55, salt)}.`)).join('\n\n');

/** Creates a post of a title of its own. */
const creation = ({ authorization, category }: DataSet): BenchRequest => ({
  method: 'POST',
  path: `${API}/posts`,
  headers: { authorization, 'content-type': 'application/json' },
  body: JSON.stringify({ title: `Created ${UNIQUE}`, content: CONTENT, status: 'publish', categories: [category] }),
});

/** Both handlers acknowledge a post when it is on disk. */
function creating(small: number, large: number): RateCase[] {
  const at = (contender: Lane['contender'], posts: number) =>
    lane(contender, posts, creation, { name: `${contender} @${posts}`, writes: true });
  return [
    {
      name: 'creating',
      lanes: [at('as shipped', small), at('hand-written', small)],
      goals: [fast(`as shipped @${small}`, 0.5, `hand-written @${small}`)],
    },
    {
      name: `at ${large}: creating`,
      lanes: [at('as shipped', small), at('as shipped', large)],
      goals: [fast(`as shipped @${large}`, 0.8, `as shipped @${small}`)],
    },
  ];
}

/** The same answers from PostgreSQL, beside a handler on Koa and pg. */
function onPostgres(posts: number): RateCase[] {
  const all = ['cold', ...BOTH, 'hand-written'] as const;
  const at = (contender: Lane['contender'], request: Lane['request'], init: LaneInit = {}) =>
    lane(contender, posts, request, { ...init, system: 'postgres' });
  const besideWith =
    (goals: RateCase['goals']) =>
    ([name, request]: readonly [string, Lane['request']]): RateCase => ({
      name: `postgres: ${name}`,
      lanes: all.map((contender) => at(contender, request)),
      goals,
      alike: all,
      alikeInHeaders: all,
    });
  const made = fast(MADE, 0.8, 'hand-written');
  const lists = [
    ['list of 10', list],
    ['list of 10, page 50', get(`${API}/posts?page=${Math.min(50, Math.floor(posts / 10))}`)],
    ['one post', ({ some }: DataSet): BenchRequest => ({ path: `${API}/posts/${middleOf(some).id}` })],
  ] as const;
  const asked = { _embed: '?_embed', 'search rare': `?search=${RARE}`, 'search common': `?search=${COMMON}` };
  const others = Object.entries(asked).map(([name, query]) => [name, get(`${API}/posts${query}`)] as const);
  return [
    ...lists.map(besideWith([fast('cold', 0.8, 'hand-written'), made])),
    ...others.map(besideWith([made])),
    {
      name: 'postgres: creating',
      lanes: (['as shipped', 'hand-written'] as const).map((contender) => at(contender, creation, { writes: true })),
      goals: [fast('as shipped', 0.5, 'hand-written')],
    },
  ];
}
