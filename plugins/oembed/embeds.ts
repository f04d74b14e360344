import { LRUCache } from 'lru-cache';
import { type Cache, type PluginHooks, type RequestContext, serviceToken } from '../../core/index.ts';
import { type RenderContext, requestOf } from '../content-rendering/index.ts';
import type { PostStore } from '../posts/index.ts';
import type { Background } from './background.ts';
import { type EmbedAttributes, embedKey, heightFor } from './embed-key.ts';
import { embedMarkup } from './embed-markup.ts';
import type { OembedData } from './item-data.ts';
import type { ProviderData } from './provider-data.ts';
import { measure, providerHtml, titleOf } from './provider-html.ts';
import { providerOf } from './providers.ts';
import { type StoredEmbeds, UNKNOWN } from './stored-embeds.ts';

/** The width of what is embedded in a text. */
export const WIDTH = 600;

/** How old a stored embed is, in seconds, when saving its item fetches it anew. */
const DAY = 86_400;

/** How long an address that was asked for is not asked for by views again, in milliseconds, and of how many. */
const [ONCE_IN, REMEMBERED] = [3_600_000, 10_000];

/** The services that contents of other sites are embedded with. */
export interface EmbedsDependencies {
  readonly hooks: PluginHooks;
  readonly posts: PostStore;
  readonly providers: ProviderData;
  readonly stored: StoredEmbeds;
  readonly background: Background;
  /** Cleaned markup by what it was cleaned from. */
  readonly cleaned: Cache<{ readonly markup: string | undefined }>;
}

/** Contents of other sites, as texts embed them. */
export interface Embeds {
  /** Whether anything may be embedded of an address of another site. */
  hasProvider(url: string): boolean;
  /**
   * What is stored to be embedded of an address; undefined where there is nothing, or nothing yet. No provider is waited
   * for: an address that is not stored is fetched later, once.
   */
  find(url: string, given: Partial<EmbedAttributes>, context: RenderContext): Promise<string | undefined>;
  /** Fetches what a provider has to embed, and stores nothing. */
  fetch(url: string, given?: Partial<EmbedAttributes>): Promise<string | undefined>;
  /** Fetches what is not stored of an item's addresses, or is old; waits for it. */
  refresh(id: number, urls: readonly string[]): Promise<void>;
  /** Has the same done later. */
  refreshLater(id: number, urls: readonly string[]): void;
  /** Waits until all that is to be fetched is there. */
  settled(): Promise<void>;
}

/** The token of contents of other sites. */
export const Embeds = serviceToken('embeds', { requiredPermissions: ['content:write', 'network'] });

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    embeds: Embeds;
  }
}

/** Contents of other sites as they are stored, and fetched by the way of {@link ProviderData}. */
export class SiteEmbeds implements Embeds {
  readonly #dependencies: EmbedsDependencies;
  /** What was asked for lately: views do not ask for it again, even where nothing can be stored. */
  readonly #asked = new LRUCache<string, true>({ max: REMEMBERED, ttl: ONCE_IN });

  constructor(dependencies: EmbedsDependencies) {
    this.#dependencies = dependencies;
  }

  hasProvider(url: string): boolean {
    const { hooks, providers } = this.#dependencies;
    return providers.endpointOf(url) !== '' || hooks.filter('pre_oembed_result').isUsed();
  }

  async find(url: string, given: Partial<EmbedAttributes>, context: RenderContext): Promise<string | undefined> {
    const { hooks, stored, background } = this.#dependencies;
    const id = context.post?.id ?? 0;
    const attributes = this.#attributes(url, given);
    const key = embedKey(url, attributes);
    const request: RequestContext = requestOf(context);
    const found = await stored.markup(id, key, request);
    if (found === undefined || found === '') {
      const name = `${id} ${key}`;
      const work = () => this.#fetchInto(id, url, attributes, false);
      if (!this.#asked.has(name) && background.add(name, work)) this.#asked.set(name, true);
      return undefined;
    }
    const markup = found === UNKNOWN ? undefined : await this.#clean(found, url);
    if (markup === undefined) return undefined;
    return hooks.filter('embed_oembed_html').call(markup, url, attributes, id);
  }

  async fetch(url: string, given: Partial<EmbedAttributes> = {}): Promise<string | undefined> {
    const attributes = this.#attributes(url, given);
    const { hooks, providers } = this.#dependencies;
    const instead = await hooks.filter('pre_oembed_result').promise(null, url, attributes);
    const data = instead === null ? await providers.find(this.#query(url, attributes)) : undefined;
    const markup = instead ?? (data === undefined ? '' : this.#markupOf(data, url));
    const result = hooks.filter('oembed_result').call(markup, url, attributes);
    return result === '' ? undefined : this.#clean(result, url, data === undefined ? '' : titleOf(data));
  }

  async refresh(id: number, urls: readonly string[]): Promise<void> {
    for (const url of urls) await this.#fetchInto(id, url, this.#attributes(url, {}), true);
  }

  refreshLater(id: number, urls: readonly string[]): void {
    for (const url of urls) {
      const attributes = this.#attributes(url, {});
      const key = embedKey(url, attributes);
      this.#dependencies.background.add(`${id} ${key}`, () => this.#fetchInto(id, url, attributes, true));
    }
  }

  settled(): Promise<void> {
    return this.#dependencies.background.settled();
  }

  #attributes(url: string, { width, height }: Partial<EmbedAttributes>): EmbedAttributes {
    const standard = { width: WIDTH, height: heightFor(WIDTH) };
    const own = this.#dependencies.hooks.filter('embed_defaults').call(standard, url);
    return { width: width || own.width, height: height || own.height };
  }

  #query(url: string, { width, height }: EmbedAttributes) {
    return { url, maxwidth: measure(width) || WIDTH, maxheight: measure(height) || undefined };
  }

  #markupOf(data: OembedData, url: string): string {
    return this.#dependencies.hooks.filter('oembed_dataparse').call(providerHtml(data, url), data, url);
  }

  /** Stores what is there to be embedded, unless that is stored; `anew` has old ones and failures fetched again. */
  async #fetchInto(id: number, url: string, attributes: EmbedAttributes, anew: boolean): Promise<void> {
    const { hooks, stored, background, posts, providers } = this.#dependencies;
    const key = embedKey(url, attributes);
    const before = await stored.find(id, key);
    if (before !== undefined && before.markup !== '') {
      const lasting = hooks.filter('oembed_ttl').call(DAY, url, attributes, id);
      if (!anew || (before.markup !== UNKNOWN && stored.now() - before.time < lasting)) return;
    } else if (await stored.adopt(id, key, url)) return;
    if (!providers.isOpen && !hooks.filter('pre_oembed_result').isUsed()) return;
    const markup = await this.fetch(url, attributes);
    if (background.isStopped || (id !== 0 && (await posts.byId(id)) === null)) return;
    await stored.store(id, key, markup);
  }

  async #clean(markup: string, url: string, title = ''): Promise<string | undefined> {
    const name = JSON.stringify([url, title, markup]);
    const known = this.#dependencies.cleaned.get(name);
    if (known !== undefined) return known.markup;
    const cleaned = await embedMarkup(markup, { url, provider: providerOf(url), title });
    this.#dependencies.cleaned.set(name, { markup: cleaned });
    return cleaned;
  }
}
