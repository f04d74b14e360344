import type { RequestContext } from '../../core/index.ts';
import type { MetaStore } from '../meta/index.ts';
import type { SiteClock } from '../options/index.ts';
import { type Post, type PostStore, postLoaders } from '../posts/index.ts';
import { keyInOtherWidth } from './embed-key.ts';

/** The type of the items that keep what is embedded in texts of no item. */
export const CACHE_TYPE = 'oembed_cache';

/** What is stored where a provider had nothing to embed. */
export const UNKNOWN = '{{unknown}}';

const MARKUP = '_oembed_';
const TIME = '_oembed_time_';

/** A stored embed. */
export interface StoredEmbed {
  /** The markup, which is still to be cleaned; {@link UNKNOWN} where there was none. */
  readonly markup: string;
  /** When it was fetched, in Unix time; 0 where that is not known. */
  readonly time: number;
}

/** The services that embeds are stored with. */
export interface StoredEmbedsDependencies {
  readonly meta: MetaStore;
  readonly posts: PostStore;
  readonly clock: SiteClock;
}

/**
 * What providers said, as the field stores it: in the metadata of the item that embeds it, `_oembed_{key}` and
 * `_oembed_time_{key}`; and where there is no item, whose id is 0 then, in items of a type of their own.
 */
export class StoredEmbeds {
  readonly #dependencies: StoredEmbedsDependencies;

  constructor(dependencies: StoredEmbedsDependencies) {
    this.#dependencies = dependencies;
  }

  /** The present, in Unix time. */
  now(): number {
    return Math.floor(this.#dependencies.clock.now().getTime() / 1000);
  }

  /** The stored markup of a key; those that a request asks for together are read together. */
  markup(id: number, key: string, request: RequestContext): Promise<string | undefined> {
    return postLoaders(request)
      .of(StoredEmbeds, (asked: readonly string[]) => this.#markups(asked))
      .load(`${id} ${key}`);
  }

  /** A stored embed as it is now. */
  async find(id: number, key: string): Promise<StoredEmbed | undefined> {
    if (id === 0) {
      const post = (await this.#cachePosts([key])).get(key);
      const time = Date.parse(`${post?.modifiedGmt.replace(' ', 'T')}Z`) / 1000;
      return post && { markup: post.content, time: Number.isFinite(time) ? time : 0 };
    }
    const found = (await this.#dependencies.meta.load('post', [id], [MARKUP + key, TIME + key])).get(id);
    const markup = textOf(found?.get(MARKUP + key)?.[0]);
    return markup === undefined ? undefined : { markup, time: Number(found?.get(TIME + key)?.[0]) || 0 };
  }

  /** Stores what was found under a key; without `markup`, that nothing was found, unless there is something. */
  async store(id: number, key: string, markup: string | undefined): Promise<void> {
    const { meta, posts } = this.#dependencies;
    const before = await this.find(id, key);
    const content = markup ?? (before === undefined || before.markup === '' ? UNKNOWN : before.markup);
    if (id === 0) {
      const there = (await this.#cachePosts([key])).get(key);
      const input = { type: CACHE_TYPE, name: key, status: 'publish', content };
      if (there === undefined) await posts.insert(input);
      else await posts.update(there.id, input);
      return;
    }
    await meta.set('post', id, MARKUP + key, content);
    await meta.set('post', id, TIME + key, String(this.now()));
  }

  /** Takes over what is stored of an address in another width, as on a site with another theme; false where nothing is. */
  async adopt(id: number, key: string, url: string): Promise<boolean> {
    if (id === 0) return false;
    const found = await this.#all(id);
    const keys = [...found].filter(([, markup]) => markup !== UNKNOWN).map(([stored]) => stored);
    const other = keyInOtherWidth(url, new Set(keys));
    if (other === undefined) return false;
    await this.store(id, key, found.get(other));
    return true;
  }

  /** Removes all stored embeds of an item; answers with their number. */
  async clear(id: number): Promise<number> {
    const { meta } = this.#dependencies;
    const keys = [...(await this.#all(id)).keys()];
    for (const key of keys) {
      await meta.delete('post', id, MARKUP + key);
      await meta.delete('post', id, TIME + key);
    }
    return keys.length;
  }

  /** The item that keeps the embed of a key where there is no item that embeds it. */
  async cachePost(key: string): Promise<Post | undefined> {
    return (await this.#cachePosts([key])).get(key);
  }

  async #all(id: number): Promise<Map<string, string>> {
    const found = (await this.#dependencies.meta.load('post', [id])).get(id) ?? new Map<string, readonly unknown[]>();
    return new Map(
      [...found].flatMap(([name, [value]]) => {
        const key = /^_oembed_([0-9a-f]{32})$/.exec(name)?.[1];
        const markup = textOf(value);
        return key === undefined || markup === undefined ? [] : [[key, markup] as const];
      }),
    );
  }

  async #markups(asked: readonly string[]): Promise<(string | undefined)[]> {
    const pairs = asked.map((one) => one.split(' ') as [string, string]);
    const ids = [...new Set(pairs.map(([id]) => Number(id)))].filter((id) => id !== 0);
    const keys = [...new Set(pairs.map(([, key]) => MARKUP + key))];
    const without = pairs.filter(([id]) => id === '0').map(([, key]) => key);
    const found = await this.#dependencies.meta.load('post', ids, keys);
    const items = await this.#cachePosts(without);
    return pairs.map(([id, key]) =>
      id === '0' ? items.get(key)?.content : textOf(found.get(Number(id))?.get(MARKUP + key)?.[0]),
    );
  }

  async #cachePosts(keys: readonly string[]): Promise<Map<string, Post>> {
    if (keys.length === 0) return new Map();
    const slugs = [...new Set(keys)];
    const query = { types: [CACHE_TYPE], slugs, perPage: 2 * slugs.length };
    const { posts } = await this.#dependencies.posts.query(query);
    return new Map(posts.map((post) => [post.name, post]));
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
