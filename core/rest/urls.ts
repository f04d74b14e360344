import type { PluginHooks } from '../hooks/index.ts';
import type { Site } from '../site/site.ts';
import { buildRestUrl, type RestUrlParts } from './addressing.ts';
import type { RequestContext } from './context.ts';

/** The URLs of the interface of one site (4.1). */
export class RestUrls {
  readonly #site: Site;
  readonly #hooks: PluginHooks;
  #prefix: string | undefined;
  #last: (RestUrlParts & { readonly base: string }) | undefined;

  constructor(site: Site, hooks: PluginHooks) {
    this.#site = site;
    this.#hooks = hooks;
  }

  /** The URL prefix after its filter. */
  get prefix(): string {
    this.#prefix ??= this.#hooks.filter('rest_url_prefix').call(this.#site.brand.urlPrefix);
    return this.#prefix;
  }

  /** The URL of a path, as the request's connection asks for it. */
  of(path: string, context: RequestContext | undefined, scheme: string): string {
    const url = `${this.#base(context, scheme)}${path.startsWith('/') ? path.replace(/^\/+/, '') : path}`;
    const filter = this.#hooks.filter('rest_url');
    return filter.isUsed() ? filter.call(url, path, null, scheme) : url;
  }

  /** The route and query that a URL asks for, as internal dispatch takes them; undefined for a URL elsewhere. */
  pathOf(url: string, context: RequestContext | undefined): string | undefined {
    const base = this.of('/', context, 'rest');
    if (!url.startsWith(base)) return undefined;
    const rest = url.slice(base.length);
    const [route = '', query = ''] = this.#site.permalinks === 'plain' ? rest.split(/&(.*)/s) : rest.split(/\?(.*)/s);
    return `/${decodeURI(route)}${query === '' ? '' : `?${query}`}`;
  }

  /** What URLs begin with: an answer has many of them, nearly all for the same kind of connection. */
  #base(context: RequestContext | undefined, scheme: string): string {
    const { home, permalinks, index, forceTlsAdmin } = this.#site;
    const tls = context?.http?.tls ?? false;
    // A base depends on the name that was asked for over TLS alone.
    const serverName = tls ? context?.http?.serverName : undefined;
    const admin = context?.admin ?? false;
    const last = this.#last;
    const isSame = last?.home === home && last.scheme === scheme && last.tls === tls;
    if (isSame && last.serverName === serverName && last.admin === admin) return last.base;
    const parts = { home, permalinks, index, prefix: this.prefix, scheme, tls, serverName, admin, forceTlsAdmin };
    this.#last = { ...parts, base: buildRestUrl('/', parts) };
    return this.#last.base;
  }
}
