import type { FieldSelection, RequestContext, RestRequest, RestServer } from '../../core/index.ts';
import { formatOfSlug, POST_FORMATS, slugOfFormat } from '../taxonomies/index.ts';
import { type Term, TermLinks, TermStore } from '../terms/index.ts';
import { pickFields, rangeOf, SearchHandler, type SearchId, type SearchLinks, type SearchResult } from './handler.ts';

/** Which post formats to find. */
export interface FormatQuery {
  /** A text in the key of the format or in its name, without regard to case; all when empty. */
  search: string;
}

/** Searches the formats that posts of the site have, whose ids are texts. */
export class FormatSearchHandler extends SearchHandler {
  override readonly type = 'post-format';
  override readonly subtypes: readonly string[] = [];
  readonly #server: RestServer;
  readonly #terms: TermStore;
  readonly #links: TermLinks;

  constructor(server: RestServer) {
    super();
    this.#server = server;
    this.#terms = server.services.get('search', TermStore);
    this.#links = server.services.get('search', TermLinks);
  }

  override async search(request: RestRequest): Promise<SearchResult> {
    const { perPage, offset } = rangeOf(request);
    const filter = this.#server.hooks.filter('rest_post_format_search_query');
    const { search } = await filter.promise({ search: String(request.getParam('search') ?? '') }, request);
    const text = search.toLowerCase();
    const used = await this.#used(request.context);
    const found = Object.entries(POST_FORMATS)
      .filter(([format, name]) => used.has(format) && [format, name].some((one) => one.toLowerCase().includes(text)))
      .map(([format]) => format);
    return { ids: found.slice(offset, offset + perPage), total: found.length };
  }

  override prepareItem(id: SearchId, fields: FieldSelection, { context }: RestRequest) {
    return pickFields(fields, {
      id: () => id,
      title: () => POST_FORMATS[id],
      url: async () => this.#links.forTerm((await this.#used(context)).get(String(id))!, context),
      type: () => this.type,
    });
  }

  override prepareLinks(): SearchLinks {
    return {};
  }

  /** The terms of the formats that are in use, by format; read once for a request. */
  #used(context: RequestContext): Promise<ReadonlyMap<string, Term>> {
    return context.memo(FormatSearchHandler, async () => {
      const { terms } = await this.#terms.query({ taxonomy: 'post_format' });
      // Terms that have the format alone for a slug have no page.
      const found = terms.filter(({ slug }) => slug.startsWith(slugOfFormat('')));
      return new Map(found.map((term) => [formatOfSlug(term.slug) ?? '', term]));
    });
  }
}
