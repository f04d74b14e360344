import { type Cache, type FieldSelection, isLoggedIn, type RestRequest, RestServer } from '../../../core/index.ts';
import type { Post } from '../post.ts';
import type { TypeScope } from './dependencies.ts';

/** The tables that a prepared item is made of. */
const TABLES = ['posts', 'postmeta', 'terms', 'term_taxonomy', 'term_relationships', 'users', 'options'];

/** The filters that an item passes through, beside that of its type; filters of absent plugins are ignored. */
const FILTERS = [
  'get_the_guid',
  'post_link',
  'post_type_link',
  'rest_url',
  'rest_route_for_post_type_items',
  'rest_route_for_taxonomy_items',
  'wp_revisions_to_keep',
  'the_title',
  'the_content',
  'render_block',
  'get_the_excerpt',
  'the_excerpt',
] as const;

type Scope = TypeScope<'hooks' | 'metaFields' | 'permalinks' | 'renderer' | 'statuses'>;

/** The cached items of one list. */
export interface CachedItems {
  /** The JSON of an item; undefined where it has to be prepared. */
  get(post: Post): string | undefined;
  /** Stores the JSON of an item that was prepared for the list. */
  set(post: Post, json: string): void;
}

/**
 * The JSON of items of one type as anonymous visitors read them. It is used only where all taps that an item passes
 * through say that they are pure, and no plugin takes part in any other way. An item is used until one of the tables
 * changes that items are made of; one with a password or a dynamic block is prepared each time.
 */
export class ItemCache {
  readonly #cache: Cache<string>;
  readonly #scope: Scope;
  /** Numbers selections of fields, as parts of keys. */
  readonly #selections = new WeakMap<FieldSelection, number>();
  #selectionCount = 0;
  #hasOwnMeta: boolean | undefined;

  constructor(cache: Cache<string>, scope: Scope) {
    this.#cache = cache;
    this.#scope = scope;
  }

  /**
   * The cached items for a list; undefined where its items have to be prepared. It is called before the items are read
   * from the database: what is prepared from them is stored only if no table has changed since then.
   */
  forList(request: RestRequest, fields: FieldSelection): CachedItems | undefined {
    if (!this.#isOpen(request) || !this.#isPure() || this.#showsOwnMeta()) return undefined;
    const store = this.#cache.storing(TABLES);
    if (store === undefined) return undefined;
    const prefix = this.#prefix(request, fields);
    return {
      get: (post) => this.#cache.get(prefix + post.id),
      set: (post, json) => {
        if (this.#isRepeatable(post, fields)) store(prefix + post.id, json);
      },
    };
  }

  /** Whether a request reads items as an anonymous visitor does. */
  #isOpen(request: RestRequest): boolean {
    const context = request.getParam('context');
    return !isLoggedIn(request.user) && (context === 'view' || context === 'embed');
  }

  /** Whether the answers of all taps depend on what they are called with, and on the tables alone. */
  #isPure(): boolean {
    const { dependencies, server, type } = this.#scope;
    const { hooks } = dependencies;
    return (
      server.constructor === RestServer &&
      hooks.filter('rest_prepare_{post_type}').for(type.name).isPure() &&
      hooks.action('rest_post_links').isPure() &&
      FILTERS.every((name) => !hooks.has(name) || hooks.filter(name).isPure())
    );
  }

  /** Whether a registered key of metadata has a function of its own that shows it. */
  #showsOwnMeta(): boolean {
    const { dependencies, type } = this.#scope;
    this.#hasOwnMeta ??= [...dependencies.metaFields.registered('post', type.name).values()].some(
      ({ show_in_rest }) => typeof show_in_rest === 'object' && show_in_rest.prepare_callback !== undefined,
    );
    return this.#hasOwnMeta;
  }

  /** Everything beside the tables that the items of a list depend on, as the beginning of their cache keys. */
  #prefix(request: RestRequest, fields: FieldSelection): string {
    const { dependencies, server } = this.#scope;
    let selection = this.#selections.get(fields);
    if (selection === undefined) {
      selection = ++this.#selectionCount;
      this.#selections.set(fields, selection);
    }
    const { name } = this.#scope.type;
    const base = server.restUrl('/', request.context);
    return `${name} ${request.getParam('context')} ${selection} ${dependencies.renderer.version} ${server.site.home} ${base} `;
  }

  /** Whether preparing the item again would give the same result. */
  #isRepeatable(post: Post, fields: FieldSelection): boolean {
    const { permalinks, renderer, statuses } = this.#scope.dependencies;
    const rendered = { content: fields.has('content.rendered'), excerpt: fields.has('excerpt.rendered') };
    return (
      post.password === '' &&
      statuses.get(post.status)?.public === true &&
      renderer.isCacheable?.(post, rendered) === true &&
      permalinks.isOfItemAlone?.(post) === true
    );
  }
}
