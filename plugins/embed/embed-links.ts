import type { RestRequest, RestServer } from '../../core/index.ts';

interface EmbeddableLink {
  readonly href: string;
  readonly embeddable?: unknown;
}

type Links = Readonly<Record<string, readonly EmbeddableLink[]>>;
type Relations = true | ReadonlySet<string>;

/**
 * Adds `_embedded` to an object or to each item of a list: what the embeddable links of its `_links` answer. All
 * links of all items are followed at once, each address one time, so that loaders of the request can batch.
 */
export async function embedLinks(
  data: unknown,
  relations: Relations,
  request: RestRequest,
  server: RestServer,
): Promise<unknown> {
  const items: readonly unknown[] = Array.isArray(data) ? data : [data];
  const addresses = new Set<string>();
  for (const item of items) {
    for (const [, links] of wantedLinks(item, relations)) {
      for (const link of links) if (link.embeddable) addresses.add(link.href);
    }
  }
  if (addresses.size === 0) return data;
  const answers = new Map<string, unknown>();
  await Promise.all([...addresses].map(async (href) => answers.set(href, await follow(href, request, server))));
  const embedded = items.map((item) => withEmbedded(item, relations, answers));
  return Array.isArray(data) ? embedded : embedded[0];
}

function wantedLinks(item: unknown, relations: Relations): [string, readonly EmbeddableLink[]][] {
  const links = typeof item === 'object' && item !== null ? (item as { _links?: Links })._links : undefined;
  if (links === undefined) return [];
  return Object.entries(links).filter(([relation]) => relations === true || relations.has(relation));
}

function withEmbedded(item: unknown, relations: Relations, answers: ReadonlyMap<string, unknown>): unknown {
  const embedded: Record<string, unknown[]> = {};
  let any = false;
  for (const [relation, links] of wantedLinks(item, relations)) {
    // What is not embedded leaves an empty place, so that positions are those of the links.
    const places = links.map((link) => (link.embeddable ? (answers.get(link.href) ?? []) : []));
    if (places.every(isEmpty)) continue;
    embedded[relation] = places;
    any = true;
  }
  return any ? { ...(item as object), _embedded: embedded } : item;
}

const isEmpty = (place: unknown): boolean =>
  typeof place === 'object' && place !== null && Object.keys(place).length === 0;

/** What an address of this interface answers, an error's body included; undefined for any other address. */
async function follow(href: string, request: RestRequest, server: RestServer): Promise<unknown> {
  const inner = requestFor(href, request, server);
  if (inner === false) return undefined;
  if (!inner.getParam('context')) inner.setParam('context', 'embed');
  if (!inner.getParam('per_page')) {
    const most = mostPerPage(inner, server);
    if (most !== undefined) inner.setParam('per_page', most);
  }
  return server.prepareForCollection(await server.dispatchAndFilter(inner));
}

/** One link that cannot be read must not take the others with it. */
function requestFor(href: string, request: RestRequest, server: RestServer): RestRequest | false {
  try {
    return server.requestFromUrl(href, request.context);
  } catch (error) {
    server.log.warn({ err: error, href }, 'a link cannot be embedded');
    return false;
  }
}

/** A list is embedded whole: as far as one page of it can go. */
function mostPerPage(request: RestRequest, server: RestServer): number | undefined {
  const endpoints = server.matchRoute(request.route)?.route.endpoints;
  return endpoints?.find(({ methods }) => methods.includes('GET'))?.args.per_page?.maximum;
}
