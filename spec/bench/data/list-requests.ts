import type { Endpoint, Route } from '../../../core/rest/index.ts';

/** What requests for the lists of a site name of it. */
export interface SiteValues {
  /** A word that few posts contain, and one that all contain. */
  readonly rare: string;
  readonly common: string;
  /** The date that half of the posts lie before. */
  readonly middle: string;
  readonly post: number;
  readonly page: number;
  readonly category: number;
  readonly tag: number;
  readonly author: number;
  readonly comment: number;
  /** How many items lie before a deep page of any list. */
  readonly depth: number;
}

type Values = Readonly<Record<string, readonly string[]>>;

/** The values with which each parameter is asked for; with it come those that it needs to have a meaning. */
function valuesOf(site: SiteValues): Values {
  const { rare, common, middle, post, page, category, tag, author, comment, depth } = site;
  return {
    context: ['edit', 'embed'],
    page: [`${Math.floor(depth / 10) + 1}`],
    per_page: ['1', '100'],
    offset: [`${depth}`],
    search: [rare, common, 'wri', 'e'],
    exclude: [`${post},${page}`],
    include: [`${post},${page},${post + 1}`],
    order: ['asc', 'desc'],
    slug: ['post-500', 'post-500,page-5,writer3,topic-5,mark-50,file-7'],
    roles: ['author', 'administrator'],
    capabilities: ['edit_posts'],
    who: ['authors'],
    has_published_posts: ['true', 'page'],
    after: [middle],
    before: [middle],
    modified_after: [middle],
    modified_before: [middle],
    author: [`${author}`, `${author},${author + 1}`],
    author_exclude: [`${author}`],
    author_email: ['v77@example.org'],
    status: ['draft', 'any', 'hold', 'publish,draft,private'],
    tax_relation: [`AND&categories=${category}&tags=${tag}`, `OR&categories=${category}&tags=${tag}`],
    categories: [`${category}`, `${category},${category + 1}`],
    categories_exclude: [`${category}`],
    tags: [`${tag}`],
    tags_exclude: [`${tag}`],
    sticky: ['true', 'false'],
    menu_order: ['5'],
    parent: ['0', `${page}`, `${category}`, `${comment}`],
    parent_exclude: ['0', `${page}`],
    media_type: ['image', 'audio'],
    mime_type: ['image/jpeg'],
    hide_empty: ['true', 'false'],
    post: [`${post}`],
    type: ['term', 'comment', 'pingback'],
    subtype: ['page', 'category', 'any'],
  };
}

/** What makes sense of an order: items to arrange, or a search to be relevant to. */
const orderWith = (order: string, { rare, post }: SiteValues): string =>
  ({ include: `&include=${post},${post + 1}`, include_slugs: '&slug=post-7,post-5', relevance: `&search=${rare}` })[
    order
  ] ?? '';

/** The queries that ask for a list in each way that its arguments allow. */
function queriesOf({ args }: Endpoint, site: SiteValues): string[] {
  const values = valuesOf(site);
  const orders = args.orderby?.enum ?? [];
  return [
    '',
    ...Object.keys(args).flatMap((name) => (values[name] ?? []).map((value) => `?${name}=${value}`)),
    ...orders.flatMap((order) =>
      ['asc', 'desc'].map((direction) => `?orderby=${order}&order=${direction}${orderWith(`${order}`, site)}`),
    ),
  ];
}

/** The paths of requests for every list among routes: as it is, with each of its parameters, and in each of its orders. */
export function listRequests(routes: ReadonlyMap<string, Route>, site: SiteValues): string[] {
  return [...routes].flatMap(([pattern, { endpoints }]) => {
    const list = endpoints.find(({ methods, args }) => methods.includes('GET') && 'per_page' in args);
    if (list === undefined || (pattern.includes('(?P<') && !/^\/\w+\/v2\/(posts|pages)\/\(/.test(pattern))) return [];
    const path = pattern.replace(/\(\?P<parent>[^)]*\)/, `${pattern.includes('pages') ? site.page : site.post}`);
    return queriesOf(list, site).map((query) => path + query);
  });
}
