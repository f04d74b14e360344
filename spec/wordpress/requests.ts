import type { Asked, Side } from './side.ts';
import { ask } from './side.ts';

interface ArgumentDescription {
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly items?: { readonly enum?: readonly unknown[]; readonly type?: string };
  readonly format?: string;
}

interface RouteDescription {
  readonly endpoints: readonly {
    readonly methods: readonly string[];
    readonly args: Readonly<Record<string, ArgumentDescription>>;
  }[];
}

type Routes = Readonly<Record<string, RouteDescription>>;

/** Routes that answer with what other sites offer, or with what this very PHP is. */
const ELSEWHERE = /block-directory|pattern-directory|site-health|url-details|oembed\/1\.0\/proxy/;

/**
 * Every kind of GET that the index of a site describes: each route, each item, each argument with values that are
 * right and wrong, contexts, embeds, chosen fields, pages, errors, and the OPTIONS of each route.
 */
export async function requestsOf(side: Side): Promise<Asked[]> {
  const get = async (path: string) => (await ask(side, { method: 'GET', path, route: '' }, 'admin')).body;
  const { routes } = (await get('/')) as { routes: Routes };
  const asked: Asked[] = [];
  const add = (route: string, path: string, method: Asked['method'] = 'GET') => asked.push({ method, path, route });
  for (const [route, { endpoints }] of Object.entries(routes)) {
    if (ELSEWHERE.test(route)) continue;
    const reading = endpoints.find(({ methods }) => methods.includes('GET'));
    const paths = await pathsOf(route, routes, get);
    for (const [index, path] of paths.entries()) {
      // Every item is asked for; every argument is tried with the first two, and with the one that is not there.
      const isTried = index < 2 || index === paths.length - 1;
      add(route, path);
      if (isTried) add(route, path, 'OPTIONS');
      if (reading === undefined) continue;
      const args = Object.entries(reading.args).filter(([name]) => !route.includes(`(?P<${name}>`));
      for (const query of isTried ? queriesOf(Object.fromEntries(args)) : ITEM_QUERIES) add(route, `${path}?${query}`);
    }
  }
  for (const extra of EXTRAS) add(extra.split('?')[0]!, extra);
  return asked;
}

/** What every item is asked with. */
const ITEM_QUERIES = ['context=edit', 'context=embed', '_embed'];

/** Requests that no description names. */
const EXTRAS = [
  '/wp/v2/nothing-here',
  '/nothing/v1',
  '/?_fields=name,namespaces',
  '/?context=help',
  '/?_embed',
  '/wp/v2/posts?_envelope',
  '/wp/v2/posts?_envelope&_embed',
  '/wp/v2/posts/999999?_envelope',
  '/wp/v2/posts?_jsonp=callback',
  '/wp/v2/posts?_method=OPTIONS',
  '/wp/v2/posts?per_page=1&_pretty',
  '/wp/v2/posts?page=3&per_page=7&categories=1&search=a&order=asc&orderby=title',
  '/wp/v2/posts?author=1&author_exclude=2&status=publish',
  '/wp/v2/posts?orderby=relevance',
  '/wp/v2/posts?orderby=relevance&search=harbour',
  '/wp/v2/posts?tax_relation=OR&categories=1&tags=2',
  '/wp/v2/posts?categories[terms]=1&categories[include_children]=1',
  '/wp/v2/posts?status=draft,future,private',
  '/wp/v2/posts?status=any',
  '/wp/v2/posts?filter[posts_per_page]=1',
  '/wp/v2/comments?orderby=post&per_page=100&order=asc',
  '/wp/v2/users?roles=author,editor&context=edit',
  '/wp/v2/users?who=authors&_fields=id,slug',
  '/wp/v2/users?capabilities=edit_posts&_fields=id,slug',
  '/wp/v2/users?has_published_posts=true&_fields=id',
  '/wp/v2/search?search=post&type=term',
  '/wp/v2/search?search=a&type=post&subtype=page&per_page=5',
  '/wp/v2/search?type=post-format',
  '/oembed/1.0/embed',
  '/wp/v2/block-renderer/core/archives?context=edit',
  '/wp/v2/block-renderer/core/latest-posts?context=edit',
  '/wp/v2/block-renderer/core/latest-posts?context=edit&attributes[postsToShow]=2',
  '/wp/v2/block-renderer/core/calendar?context=edit',
  '/wp/v2/block-renderer/core/tag-cloud?context=edit',
  '/wp/v2/block-renderer/core/nothing?context=edit',
];

type Get = (path: string) => Promise<unknown>;

/** Concrete paths of a route's pattern: items that are there, in turn, and one that is not. */
async function pathsOf(route: string, routes: Routes, get: Get): Promise<string[]> {
  const group = /\(\?P<(\w+)>((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/;
  const found = group.exec(route);
  if (found === null) return [route.replace(/[?]$/, '')];
  const [all, name = '', pattern = ''] = found;
  const collection = route.slice(0, found.index).replace(/\/$/, '');
  const values = await valuesOf(collection, name, pattern, routes, get);
  const paths: string[] = [];
  for (const value of values)
    paths.push(
      ...(await pathsOf(
        route.replace(all, () => value),
        routes,
        get,
      )),
    );
  return paths;
}

async function valuesOf(collection: string, name: string, pattern: string, routes: Routes, get: Get) {
  const missing = pattern.includes('\\d') && !pattern.includes('a-z') ? '999999' : 'nothing-here';
  if (!(collection in routes) && !/revisions|autosaves/.test(collection)) {
    const alone: Record<string, string[]> = { name: ['core/archives', 'core/latest-posts'] };
    return [...(alone[name] ?? []), missing];
  }
  const perPage = /\/(posts|pages|media|comments|categories|tags|menu-items)$/.test(collection) ? 30 : 6;
  const list = await get(`${collection}?context=edit&per_page=${perPage}&status=any`).then((body) =>
    Array.isArray(body) ? body : get(`${collection}?per_page=${perPage}`),
  );
  const items = (Array.isArray(list) ? list : Object.values((list ?? {}) as object)) as Record<string, unknown>[];
  const keys = { id: ['id'], slug: ['slug'], name: ['name'], stylesheet: ['stylesheet'], parent: ['id'] }[name] ?? [
    name,
    'id',
    'slug',
  ];
  const values = items.map((item) => keys.map((key) => item?.[key]).find((value) => value !== undefined));
  const fits = new RegExp(`^(?:${pattern.replaceAll('(?P<', '(?<')})$`);
  return [...new Set(values.map(String).filter((value) => fits.test(value))), missing];
}

/** Queries with each argument of a route alone. */
function queriesOf(args: Readonly<Record<string, ArgumentDescription>>): string[] {
  const queries = [
    '_embed',
    '_fields=id,title,slug,_links',
    '_fields=',
    '_envelope',
    'unknown=1',
    '_fields=link&_embed=author',
  ];
  for (const [name, description] of Object.entries(args)) {
    for (const value of valuesFor(name, description)) queries.push(`${name}=${encodeURIComponent(String(value))}`);
  }
  return queries;
}

function valuesFor(name: string, { enum: known, type, items, format }: ArgumentDescription): unknown[] {
  if (name === 'page') return [2, 3, 0, 9999, 'x'];
  if (name === 'per_page') return [1, 7, 100, 101, 0];
  if (name === 'offset') return [3, 9999, -1];
  if (name === 'search') return ['harbour', 'a', '"the" é', ''];
  if (format === 'date-time') return ['2021-03-02T00:00:00', '2021-03-02T00:00:00Z', 'yesterday'];
  const listed = known ?? items?.enum;
  if (listed !== undefined) return [...Object.values(listed), 'wrong'];
  const types = [type ?? 'string'].flat();
  if (types.includes('boolean')) return ['true', 'false', '0', 'wrong'];
  if (types.includes('integer') || items?.type === 'integer') return [1, 3, '1,2,3', 0, -1, 'x'];
  return ['hello-world', 'a,b', ''];
}
