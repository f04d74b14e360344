import { LRUCache } from 'lru-cache';
import { addQueryArgs, type PluginHooks } from '../../core/index.ts';
import type { PublicWeb } from '../public-web/index.ts';
import type { OembedData } from './item-data.ts';
import { endpointOf } from './providers.ts';

const BYTES = 256 * 1024;
const HOUR = 3_600_000;

/** What is asked of a provider. */
export interface ProviderWish {
  readonly url: string;
  readonly maxwidth: number;
  readonly maxheight: number | undefined;
}

/** Asks providers what to embed, and remembers it for an hour. */
export class ProviderData {
  readonly #web: PublicWeb | undefined;
  readonly #hooks: PluginHooks;
  readonly #known = new LRUCache<string, OembedData>({ max: 200, ttl: HOUR });

  /** Without the public web, no provider is asked. */
  constructor(web: PublicWeb | undefined, hooks: PluginHooks) {
    this.#web = web;
    this.#hooks = hooks;
  }

  /** What the provider of an address says; undefined where there is none, or where it says nothing of use. */
  async find({ url, maxwidth, maxheight }: ProviderWish): Promise<OembedData | undefined> {
    const endpoint = this.#hooks.filter('oembed_provider').call(endpointOf(url) ?? '', url);
    if (endpoint === '' || this.#web === undefined) return undefined;
    const size = { maxwidth, ...(maxheight === undefined ? {} : { maxheight }) };
    const address = addQueryArgs(endpoint, { url, ...size, format: 'json' });
    const known = this.#known.get(address) ?? (await read(address, this.#web));
    if (known !== undefined) this.#known.set(address, known);
    return known;
  }
}

async function read(address: string, web: PublicWeb): Promise<OembedData | undefined> {
  try {
    const { status, text } = await web.get(address, { bytes: BYTES, accept: 'application/json' });
    const data: unknown = status === 200 ? JSON.parse(text) : undefined;
    return isOembed(data) ? data : undefined;
  } catch {
    // Why it does not answer is for nobody to know: it would tell of the network that the host is in.
    return undefined;
  }
}

const isOembed = (data: unknown): data is OembedData =>
  typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string';
