import { LRUCache } from 'lru-cache';
import { type RestRequest, type RestServer, writtenItems, writtenList } from '../../core/index.ts';
import { embeddedOf, followLinks, type Relations } from './embed-links.ts';
import type { Circumstances, Recordings } from './recordings.ts';

/** How many characters of items, with what is embedded in them, are kept. */
const MOST_CHARACTERS = 16_000_000;

/** Beside its texts, what one item costs, in characters. */
const ENTRY = 500;

/** How many items are kept, at least, before it is looked which of all of them nobody can be given any more. */
const FEW = 50;

/** In how many ways one item may be kept: by relations, and by how requests came. */
const VARIANTS = 4;

/** An item with what is embedded in it. */
interface Kept {
  readonly place: string;
  readonly json: string;
  readonly made: Circumstances;
}

/**
 * The items of lists that are written already, by their JSON, together with what is embedded in them. An item is given
 * again as long as nothing has changed that was read for the request for which it was made.
 */
export class KeptItems {
  readonly #recordings: Recordings;
  /** How many were kept since it was last looked which are stale. */
  #added = 0;
  readonly #kept = new LRUCache<string, readonly Kept[]>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: (variants, item) => variants.reduce((sum, { json }) => sum + json.length + ENTRY, item.length),
  });

  constructor(recordings: Recordings) {
    this.#recordings = recordings;
  }

  /** The list with `_embedded` in its items; undefined where it has to be made by `embedLinks`. */
  async embed(
    data: unknown,
    relations: Relations,
    request: RestRequest,
    server: RestServer,
  ): Promise<unknown[] | undefined> {
    const items = Array.isArray(data) && this.#recordings.isRecorded(request) ? writtenItems(data) : undefined;
    if (items === undefined) return undefined;
    const place = placeOf(relations, request, server);
    const found = this.#find(items, place, request);
    const missing = items.filter((_, at) => found[at] === undefined);
    if (missing.length === 0) return writtenList(found as string[]);
    const parsed = missing.map((item) => JSON.parse(item) as unknown);
    if (!parsed.every(mayHaveMore)) return undefined;
    const answers = await followLinks(parsed, relations, request, server);
    const made = answers.failed ? undefined : this.#recordings.circumstances(request);
    const written = missing.map((item, at) => {
      const embedded = embeddedOf(parsed[at], relations, answers);
      const json = embedded === undefined ? item : `${item.slice(0, -1)},"_embedded":${JSON.stringify(embedded)}}`;
      if (made !== undefined) this.#keep(item, { place, json, made });
      return json;
    });
    return writtenList(found.map((json) => json ?? written.shift()!));
  }

  #find(items: readonly string[], place: string, request: RestRequest): (string | undefined)[] {
    const verdicts = new Map<Circumstances, boolean>();
    const holds = (made: Circumstances): boolean => {
      let verdict = verdicts.get(made);
      if (verdict === undefined) {
        verdict = this.#recordings.holds(made, request);
        verdicts.set(made, verdict);
      }
      return verdict;
    };
    return items.map((item) => this.#kept.get(item)?.find((kept) => kept.place === place && holds(kept.made))?.json);
  }

  #keep(item: string, kept: Kept): void {
    const others = (this.#kept.peek(item) ?? []).filter(({ place }) => place !== kept.place);
    this.#kept.set(item, [kept, ...others.slice(0, VARIANTS - 1)]);
    if (++this.#added >= Math.max(FEW, this.#kept.size / 2)) this.#forgetStale();
  }

  /** Lets go of items which a write has made stale: those that no list holds any more would lie here for long. */
  #forgetStale(): void {
    this.#added = 0;
    for (const [item, variants] of [...this.#kept.entries()]) {
      if (variants.every(({ made }) => this.#recordings.isStale(made))) this.#kept.delete(item);
    }
  }
}

/** What embedded data depends on beside what is read: what is embedded, and how the request came. */
function placeOf(relations: Relations, { context }: RestRequest, server: RestServer): string {
  const names = relations === true ? '*' : JSON.stringify([...relations]);
  const { tls, serverName } = context.http ?? {};
  return `${tls} ${context.admin} ${serverName} ${server.site.home} ${server.restUrl('/', context)} ${names}`;
}

/** Whether a member can be added at the end of an item's JSON. */
const mayHaveMore = (item: unknown): boolean =>
  typeof item === 'object' &&
  item !== null &&
  !Array.isArray(item) &&
  Object.keys(item).length > 0 &&
  !Object.hasOwn(item, '_embedded');
