import type { Cache, RestRequest, RestServer } from '../../core/index.ts';
import { lazyJsonArray, unparsedItems } from '../../core/rest/index.ts';
import { embeddedOf, followLinks, type Relations } from './embed-links.ts';
import type { RecordedRequest, Recordings } from './recordings.ts';

/** An item with what is embedded in it, and what it depends on of the request for which it was made. */
export interface CachedItem extends Pick<RecordedRequest, 'headers' | 'cookies'> {
  readonly json: string;
}

/** How many characters of items, with what is embedded in them, are cached. */
export const MOST_CHARACTERS = 4_000_000;

/** The size of a cached item, in characters: its texts, and what it costs beside them. */
export const sizeOf = ({ json }: CachedItem): number => json.length + 500;

/**
 * Embeds what the items of a list link to, if the list is a lazy JSON array that nothing has read. An item is the key of its form with
 * `_embedded`, which depends on all that was read for the request for which it was made.
 */
export class CachedItems {
  readonly #recordings: Recordings;
  readonly #cache: Cache<CachedItem>;

  constructor(recordings: Recordings, cache: Cache<CachedItem>) {
    this.#recordings = recordings;
    this.#cache = cache;
  }

  /** The list with `_embedded` in its items; undefined where it has to be made by `embedLinks`. */
  async embed(
    data: unknown,
    relations: Relations,
    request: RestRequest,
    server: RestServer,
  ): Promise<unknown[] | undefined> {
    const items = this.#recordings.isRecorded(request) ? unparsedItems(data) : undefined;
    if (items === undefined) return undefined;
    const place = placeOf(relations, request, server);
    const found = items.map((item) => this.#find(place + item, request));
    const missing = items.filter((_, at) => found[at] === undefined);
    if (missing.length === 0) return lazyJsonArray(found as string[]);
    const parsed = missing.map((item) => JSON.parse(item) as unknown);
    if (!parsed.every(mayHaveMore)) return undefined;
    const answers = await followLinks(parsed, relations, request, server);
    const recorded = answers.failed ? undefined : this.#recordings.recorded(request);
    const written = missing.map((item, at) => {
      const embedded = embeddedOf(parsed[at], relations, answers);
      const json = embedded === undefined ? item : `${item.slice(0, -1)},"_embedded":${JSON.stringify(embedded)}}`;
      if (recorded !== undefined) {
        const { headers, cookies, read } = recorded;
        this.#cache.set(place + item, { json, headers, cookies }, read);
      }
      return json;
    });
    return lazyJsonArray(found.map((json) => json ?? written.shift()!));
  }

  #find(key: string, request: RestRequest): string | undefined {
    const cached = this.#cache.get(key);
    if (cached?.headers.every(([name, value]) => this.#recordings.headerOf(request, name) === value) !== true)
      return undefined;
    return this.#recordings.hasNoneOf(cached.cookies, request) ? cached.json : undefined;
  }
}

/** What embedded data depends on beside what is read: what is embedded, and how the request came. */
function placeOf(relations: Relations, { context }: RestRequest, server: RestServer): string {
  const names = relations === true ? '*' : JSON.stringify([...relations]);
  const { tls, serverName } = context.http ?? {};
  return `${tls} ${context.admin} ${serverName} ${server.site.home} ${server.restUrl('/', context)} ${names} `;
}

/** Whether a member can be added at the end of an item's JSON. */
const mayHaveMore = (item: unknown): boolean =>
  typeof item === 'object' &&
  item !== null &&
  !Array.isArray(item) &&
  Object.keys(item).length > 0 &&
  !Object.hasOwn(item, '_embedded');
