import type { RestRequest, RestServer } from '../../core/index.ts';

interface EmbeddableLink {
  readonly href: string;
  readonly embeddable?: unknown;
}

type Links = Readonly<Record<string, readonly EmbeddableLink[]>>;

/** The relations that are embedded: true for all of them. */
export type Relations = true | ReadonlySet<string>;

/** The answers to the embeddable links of items. */
export interface Answers {
  /** The embedded data of each address; undefined for one that is not of this interface. */
  readonly byAddress: ReadonlyMap<string, unknown>;
  /** Whether the site failed to answer any of them. */
  readonly failed: boolean;
}

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
  const answers = await followLinks(items, relations, request, server);
  if (answers.byAddress.size === 0) return data;
  const whole = items.map((item) => {
    const embedded = embeddedOf(item, relations, answers);
    return embedded === undefined ? item : { ...(item as object), _embedded: embedded };
  });
  return Array.isArray(data) ? whole : whole[0];
}

/** Follows all embeddable links of items at once, each address one time. */
export async function followLinks(
  items: readonly unknown[],
  relations: Relations,
  request: RestRequest,
  server: RestServer,
): Promise<Answers> {
  const addresses = new Set<string>();
  for (const item of items) {
    for (const [, links] of requestedLinks(item, relations)) {
      for (const link of links) if (link.embeddable) addresses.add(link.href);
    }
  }
  const byAddress = new Map<string, unknown>();
  let failed = false;
  const followOne = async (href: string) => {
    const { data, status } = await follow(href, request, server);
    byAddress.set(href, data);
    failed ||= status >= 500;
  };
  await Promise.all([...addresses].map(followOne));
  return { byAddress, failed };
}

/** The value of an item's member `_embedded`; undefined where all linked answers are empty. */
export function embeddedOf(
  item: unknown,
  relations: Relations,
  { byAddress }: Answers,
): Record<string, unknown[]> | undefined {
  const embedded: Record<string, unknown[]> = {};
  let any = false;
  for (const [relation, links] of requestedLinks(item, relations)) {
    // A link that is not embedded leaves an empty place, so that positions agree with those of the links.
    const places = links.map((link) => (link.embeddable ? (byAddress.get(link.href) ?? []) : []));
    if (places.every(isEmpty)) continue;
    embedded[relation] = places;
    any = true;
  }
  return any ? embedded : undefined;
}

function requestedLinks(item: unknown, relations: Relations): [string, readonly EmbeddableLink[]][] {
  const links = typeof item === 'object' && item !== null ? (item as { _links?: Links })._links : undefined;
  if (links === undefined) return [];
  return Object.entries(links).filter(([relation]) => relations === true || relations.has(relation));
}

const isEmpty = (place: unknown): boolean =>
  typeof place === 'object' && place !== null && Object.keys(place).length === 0;

/** The answer of an address of this interface, an error's body included; undefined for any other address. */
async function follow(
  href: string,
  request: RestRequest,
  server: RestServer,
): Promise<{ readonly data: unknown; readonly status: number }> {
  const inner = requestFor(href, request, server);
  if (inner === false) return { data: undefined, status: 200 };
  if (!inner.getParam('context')) inner.setParam('context', 'embed');
  if (!inner.getParam('per_page')) {
    const most = mostPerPage(inner, server);
    if (most !== undefined) inner.setParam('per_page', most);
  }
  const response = await server.dispatchAndFilter(inner);
  return { data: server.prepareForCollection(response), status: response.status };
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

/** The greatest page size, because a list is embedded as a whole. */
function mostPerPage(request: RestRequest, server: RestServer): number | undefined {
  const endpoints = server.matchRoute(request.route)?.route.endpoints;
  return endpoints?.find(({ methods }) => methods.includes('GET'))?.args.per_page?.maximum;
}
