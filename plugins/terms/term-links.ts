import { addQueryArgs, type PluginHooks, type RequestContext, type Site, serviceToken } from '../../core/index.ts';
import { trimEnd } from '../../core/text/index.ts';
import type { Options } from '../options/index.ts';
import { formatOfSlug, type Taxonomies, type Taxonomy } from '../taxonomies/index.ts';
import type { Term } from './term.ts';
import type { TermStore } from './term-store.ts';

/** The addresses of the archives of terms. */
export interface TermLinks {
  /** The route of a term, `/cms/v2/tags/5`; empty for a term that the interface does not show. */
  route(term: Term): string;
  /** The address of a term's archive: `/category/above/below/`, `/tag/name/`; the terms above are loaded in batches. */
  forTerm(term: Term, context: RequestContext): Promise<string>;
}

/** The token of the addresses of terms. */
export const TermLinks = serviceToken('term-links');

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'term-links': TermLinks;
  }
}

/** The options that set the first part of the addresses of built-in taxonomies. */
const BASE_OPTIONS: ReadonlyMap<string, string> = new Map([
  ['category', 'category_base'],
  ['post_tag', 'tag_base'],
]);

/** The services that the addresses of terms are made with. */
interface TermLinkServices {
  readonly site: Site;
  readonly hooks: PluginHooks;
  readonly options: Options;
  readonly taxonomies: Taxonomies;
  readonly store: TermStore;
}

/** Makes the addresses of terms by the site's permalinks. */
export class SiteTermLinks implements TermLinks {
  readonly #services: TermLinkServices;

  constructor(services: TermLinkServices) {
    this.#services = services;
  }

  route(term: Term): string {
    const { hooks, taxonomies } = this.#services;
    const taxonomy = taxonomies.get(term.taxonomy);
    const items = taxonomy === undefined ? '' : taxonomies.itemsRoute(taxonomy);
    return hooks.filter('rest_route_for_term').call(items === '' ? '' : `${items}/${term.id}`, term);
  }

  async forTerm(term: Term, context: RequestContext): Promise<string> {
    const { hooks, options, site, taxonomies } = this.#services;
    const taxonomy = taxonomies.get(term.taxonomy);
    const structure = String(options.get('permalink_structure', ''));
    const isPlain = site.permalinks === 'plain' || structure === '' || !taxonomy?.rewrite;
    const link = isPlain ? this.#plain(term, taxonomy) : await this.#pretty(term, taxonomy, structure, context);
    return hooks.filter('term_link').call(link, term, term.taxonomy);
  }

  #plain(term: Term, taxonomy: Taxonomy | undefined): string {
    const home = `${this.#services.site.home}/`;
    if (term.taxonomy === 'category') return addQueryArgs(home, { cat: term.id });
    if (taxonomy?.query_var) return `${home}?${taxonomy.query_var}=${term.slug}`;
    return `${home}?taxonomy=${term.taxonomy}&term=${term.slug}`;
  }

  async #pretty(term: Term, { rewrite }: Taxonomy, structure: string, context: RequestContext): Promise<string> {
    const { options, site } = this.#services;
    if (rewrite === false) return this.#plain(term, undefined);
    const base = String(options.get(BASE_OPTIONS.get(term.taxonomy) ?? '', ''));
    const front = structure.slice(0, Math.max(structure.indexOf('%'), 0)) || '/';
    const first = base === '' ? `${front}${rewrite.slug}` : `/${base}`;
    const slugs = rewrite.hierarchical ? await this.#slugsAbove(term, context) : [];
    const index = site.permalinks === 'index' ? `/${site.index}` : '';
    const end = structure.endsWith('/') ? '/' : '';
    return `${site.home}${index}${trimEnd(first, '/')}/${[...slugs, slugInAddress(term)].join('/')}${end}`;
  }

  async #slugsAbove(term: Term, context: RequestContext): Promise<string[]> {
    const loader = this.#services.store.loader(context);
    const slugs: string[] = [];
    const seen = new Set([term.id]);
    for (let id = term.parent; id !== 0 && !seen.has(id); ) {
      seen.add(id);
      const above = await loader.load(id);
      if (above === null) break;
      slugs.unshift(above.slug);
      id = above.parent;
    }
    return slugs;
  }
}

/** The addresses of formats leave out the prefix of their slugs. */
const slugInAddress = ({ taxonomy, slug }: Term): string =>
  (taxonomy === 'post_format' ? formatOfSlug(slug) : undefined) ?? slug;
