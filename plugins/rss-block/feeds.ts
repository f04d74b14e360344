import type { Cache, PluginHost } from '../../core/index.ts';
import type { PublicWeb } from '../public-web/index.ts';
import { type FeedItem, readFeed } from './read-feed.ts';

/** How long a feed is used, and how long none is asked for again that could not be read, in milliseconds. */
const [USED, FAILED] = [3_600_000, 300_000];

/** How many bytes of a feed are read; the newest items are at the beginning. */
const BYTES = 1_000_000;

/** How many characters of feeds are cached. */
const MOST_CHARACTERS = 4_000_000;

/** The feeds of other sites, each asked for once an hour at most. */
export class Feeds {
  readonly #web: PublicWeb;
  readonly #cache: Cache<readonly FeedItem[]>;
  readonly #failed: Cache<true>;

  constructor(web: PublicWeb, caches: PluginHost['caches']) {
    this.#web = web;
    this.#cache = caches.create<readonly FeedItem[]>({
      name: 'feeds of other sites',
      maxSize: MOST_CHARACTERS,
      maxAge: USED,
      sizeOf: (items) => items.reduce((sum, item) => sum + Object.values(item).join('').length, 100),
    });
    this.#failed = caches.create<true>({ name: 'feeds that could not be read', maxSize: 1000, maxAge: FAILED });
  }

  /** The items of a feed; null for an address that may not be asked, or that gives no feed. */
  async items(url: string): Promise<readonly FeedItem[] | null> {
    if (this.#failed.get(url)) return null;
    try {
      return await this.#cache.compute(url, [], () => this.#fetch(url));
    } catch {
      this.#failed.set(url, true);
      return null;
    }
  }

  async #fetch(url: string): Promise<readonly FeedItem[]> {
    const accept = 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.8';
    const { status, text } = await this.#web.get(url, { bytes: BYTES, accept });
    if (status !== 200) throw new Error(`the status is ${status}`);
    const items = readFeed(text);
    if (items.length === 0) throw new Error('there are no items');
    return items;
  }
}
