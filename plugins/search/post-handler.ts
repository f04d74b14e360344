import { type FieldSelection, isLoggedIn, type RestRequest, type RestServer } from '../../core/index.ts';
import { Renderer } from '../content-rendering/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { idsOf, Permalinks, type Post, type PostQuery, PostStore } from '../posts/index.ts';
import {
  pickFields,
  rangeOf,
  SearchHandler,
  type SearchId,
  type SearchLinks,
  type SearchResult,
  subtypesOf,
} from './handler.ts';

/** Searches the published content items of all types for everybody, files aside. */
export class PostSearchHandler extends SearchHandler {
  override readonly type = 'post';
  override readonly subtypes: readonly string[];
  readonly #server: RestServer;
  readonly #types: ContentTypes;
  readonly #posts: PostStore;
  readonly #permalinks: Permalinks;
  readonly #renderer: Renderer;

  constructor(server: RestServer) {
    super();
    this.#server = server;
    this.#types = server.services.get('search', ContentTypes);
    this.#posts = server.services.get('search', PostStore);
    this.#permalinks = server.services.get('search', Permalinks);
    this.#renderer = server.services.get('search', Renderer);
    this.subtypes = this.#types
      .inRest()
      .filter((type) => type.public && type.name !== 'attachment')
      .map((type) => type.name);
  }

  override async search(request: RestRequest): Promise<SearchResult> {
    const { page, perPage } = rangeOf(request);
    const requested = subtypesOf(request, this);
    // Where no subtype is a content type, the posts are searched.
    const types = requested.length > 0 ? requested : ['post'];
    const search = String(request.getParam('search') ?? '');
    const query: PostQuery = { types, statuses: ['publish'], page, perPage };
    if (search !== '')
      Object.assign(query, { search, orderBy: 'relevance', withoutPassword: !isLoggedIn(request.user) });
    const [include, exclude] = [idsOf(request.getParam('include')), idsOf(request.getParam('exclude'))];
    if (include.length > 0) query.include = include;
    if (exclude.length > 0) query.exclude = exclude;
    const adjusted = await this.#server.hooks.filter('rest_post_search_query').promise(query, request);
    const { posts, total } = await this.#posts.query(adjusted);
    const loader = this.#posts.loader(request.context);
    for (const post of posts) loader.prime(post.id, post);
    // Past the last page there are no results, and the total is 0, as in the reference.
    return { ids: posts.map(({ id }) => id), total: posts.length === 0 ? 0 : total };
  }

  override async prepareItem(id: SearchId, fields: FieldSelection, request: RestRequest) {
    const post = await this.#load(id, request);
    return pickFields(fields, {
      id: () => post.id,
      title: () => (this.#types.supports(post.type, 'title') ? this.#renderer.title(post.title, post.id) : ''),
      url: () => this.#permalinks.forPost(post, request.context),
      type: () => this.type,
      subtype: () => post.type,
    });
  }

  override async prepareLinks(id: SearchId, request: RestRequest): Promise<SearchLinks> {
    const post = await this.#load(id, request);
    const url = (path: string) => this.#server.restUrl(path, request.context);
    const route = this.#permalinks.route(post);
    return {
      ...(route === '' ? {} : { self: { href: url(route), embeddable: true } }),
      about: { href: url(`${this.#server.site.brand.namespace}/types/${post.type}`) },
    };
  }

  async #load(id: SearchId, { context }: RestRequest): Promise<Post> {
    return (await this.#posts.loader(context).load(Number(id)))!;
  }
}
