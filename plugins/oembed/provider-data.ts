import { addQueryArgs, type Cache, type PluginHost } from '../../core/index.ts';
import type { PublicWeb } from '../public-web/index.ts';
import type { OembedData } from './item-data.ts';
import { endpointOf } from './providers.ts';

const BYTES = 256 * 1024;
const HOUR = 3_600_000;
/** How many characters of data are cached. */
const MOST_CHARACTERS = 2_000_000;

/** A request to a provider. */
export interface ProviderQuery {
  readonly url: string;
  readonly maxwidth: number;
  readonly maxheight: number | undefined;
}

/** Fetches data from providers, and caches it for an hour. */
export class ProviderData {
  readonly #web: PublicWeb | undefined;
  readonly #hooks: PluginHost['hooks'];
  readonly #cache: Cache<OembedData>;

  /**
   * @param web without it, no request is sent to a provider
   * @param enabled whether the data of providers is cached
   */
  constructor(web: PublicWeb | undefined, { hooks, caches }: Pick<PluginHost, 'hooks' | 'caches'>, enabled: boolean) {
    this.#web = web;
    this.#hooks = hooks;
    this.#cache = caches.create({
      name: 'data of oEmbed providers',
      enabled,
      maxSize: MOST_CHARACTERS,
      maxAge: HOUR,
      sizeOf: (data) => JSON.stringify(data).length,
    });
  }

  /** Whether requests may be sent to providers at all. */
  get isOpen(): boolean {
    return this.#web !== undefined;
  }

  /** The endpoint of the provider of an address; empty for an address without a provider. */
  endpointOf(url: string): string {
    return this.#hooks.filter('oembed_provider').call(endpointOf(url) ?? '', url);
  }

  /** The data that the provider of an address sends; undefined without a provider, or when its answer is not usable. */
  async find({ url, maxwidth, maxheight }: ProviderQuery): Promise<OembedData | undefined> {
    const endpoint = this.endpointOf(url);
    if (endpoint === '' || this.#web === undefined) return undefined;
    const size = { maxwidth, ...(maxheight === undefined ? {} : { maxheight }) };
    const address = addQueryArgs(endpoint, { url, ...size, format: 'json' });
    const data = this.#cache.get(address) ?? (await read(address, this.#web));
    if (data !== undefined) this.#cache.set(address, data);
    return data;
  }
}

async function read(address: string, web: PublicWeb): Promise<OembedData | undefined> {
  try {
    const { status, text } = await web.get(address, { bytes: BYTES, accept: 'application/json' });
    const data: unknown = status === 200 ? JSON.parse(text) : undefined;
    return isOembed(data) ? data : undefined;
  } catch {
    // The cause of a failure is hidden from clients: it could disclose facts about the host's own network.
    return undefined;
  }
}

const isOembed = (data: unknown): data is OembedData =>
  typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string';
