import { type MaybePromise, type RequestContext, RestRequest, type Site } from '../../core/index.ts';
import type { Renderer } from '../content-rendering/index.ts';
import type { ContentStatuses } from '../content-statuses/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import type { MetaStore } from '../meta/index.ts';
import type { Options } from '../options/index.ts';
import { mayRead, metaOf, type Permalinks, type Post, type PostQuery, type PostStore } from '../posts/index.ts';
import type { Taxonomies } from '../taxonomies/index.ts';
import type { TermLinks, TermStore } from '../terms/index.ts';
import { archiveLink } from './archive-link.ts';
import { NAV_MENU, NAV_MENU_ITEM } from './builtin.ts';
import {
  descriptionOf,
  type NavMenuItem,
  readStored,
  type ShownMenuItem,
  type StoredMenuItem,
} from './nav-menu-item.ts';

/** The services that items of menus are read with. */
export interface ItemServices {
  readonly site: Site;
  readonly meta: MetaStore;
  readonly options: Options;
  readonly permalinks: Permalinks;
  readonly posts: PostStore;
  readonly renderer: Renderer;
  readonly statuses: ContentStatuses;
  readonly taxonomies: Taxonomies;
  readonly termLinks: TermLinks;
  readonly terms: TermStore;
  readonly types: ContentTypes;
}

/** The part of an item of a menu that follows from what it leads to. */
type Target = Pick<NavMenuItem, 'title' | 'typeLabel' | 'url' | 'invalid' | 'hidden' | 'original'>;

/** Reads items of menus: many at a time, in a fixed number of statements. */
export class NavMenuItems {
  readonly #services: ItemServices;

  constructor(services: ItemServices) {
    this.#services = services;
  }

  /** Items of menus with what they lead to, as the user of a request may see it, by id. */
  async setUp(posts: readonly Post[], request: RestRequest): Promise<Map<number, NavMenuItem>> {
    const items = await Promise.all(posts.map((post) => this.#item(post, request)));
    return new Map(items.map((item) => [item.post.id, item]));
  }

  /** The published items of a menu that lead to something which the user of a context may read, in their order. */
  async shownOf(menu: number, context: RequestContext): Promise<ShownMenuItem[]> {
    const { posts } = await this.#services.posts.query({ ...itemsQuery(menu), statuses: ['publish'] });
    const items = await this.setUp(posts, new RestRequest('GET', '', { context }));
    const shown = [...items.values()].filter(({ invalid, hidden }) => !invalid && !hidden);
    const { renderer } = this.#services;
    return shown.map((item) => ({ ...item, renderedTitle: renderer.title(item.title, item.post.id) }));
  }

  async #item(post: Post, request: RestRequest): Promise<NavMenuItem> {
    const stored = readStored(await metaOf(post, this.#services, request.context));
    const target = await this.#target(stored, post, request);
    return {
      ...stored,
      ...target,
      post,
      title: post.title === '' ? target.title : post.title,
      attrTitle: post.excerpt,
      description: descriptionOf(post),
    };
  }

  #target(stored: StoredMenuItem, post: Post, request: RestRequest): MaybePromise<Target> {
    switch (stored.type) {
      case 'post_type':
        return this.#toPost(stored, request);
      case 'taxonomy':
        return this.#toTerm(stored, request);
      case 'post_type_archive':
        return this.#toArchive(stored);
      default:
        return { ...FOUND, title: post.title, typeLabel: 'Custom Link', url: stored.url };
    }
  }

  async #toPost({ object, objectId }: StoredMenuItem, request: RestRequest): Promise<Target> {
    const { permalinks, posts, types } = this.#services;
    const typeLabel = types.get(object)?.labels.singular_name;
    const post = objectId === 0 ? null : await posts.loader(request.context).load(objectId);
    if (post === null) return { ...NOWHERE, title: nameless(objectId), typeLabel: typeLabel ?? object };
    const found = { ...FOUND, typeLabel: typeLabel ?? object, original: { post } };
    const invalid = typeLabel === undefined || post.status === 'trash';
    if (!(await mayRead(this.#services, post, request))) {
      return { ...found, title: nameless(objectId), url: permalinks.plain(post), invalid, hidden: true };
    }
    const url = await permalinks.forPost(post, request.context);
    return { ...found, title: post.title || nameless(objectId), url, invalid };
  }

  async #toTerm({ object, objectId }: StoredMenuItem, { context }: RestRequest): Promise<Target> {
    const { taxonomies, termLinks, terms } = this.#services;
    const typeLabel = taxonomies.get(object)?.labels.singular_name;
    const term = objectId === 0 ? null : await terms.loader(context).load(objectId);
    if (typeLabel === undefined || term?.taxonomy !== object) {
      return { ...NOWHERE, title: nameless(objectId), typeLabel: typeLabel ?? object };
    }
    const url = await termLinks.forTerm(term, context);
    return { ...FOUND, title: term.name || nameless(objectId), typeLabel, url, original: { term } };
  }

  #toArchive({ object }: StoredMenuItem): Target {
    const { site, options, types } = this.#services;
    const type = types.get(object);
    const typeLabel = 'Post Type Archive';
    if (type === undefined) return { ...NOWHERE, title: '', typeLabel };
    return { ...FOUND, title: type.labels.archives, typeLabel, url: archiveLink(type, site, options) };
  }
}

const FOUND = { invalid: false, hidden: false, original: undefined };
const NOWHERE = { url: '', invalid: true, hidden: false, original: undefined };

/** Stands for the title of something that has none. */
const nameless = (id: number): string => `#${id} (no title)`;

/** The query for all items of a menu, published ones and drafts, in their order. */
export const itemsQuery = (menu: number): PostQuery => ({
  types: [NAV_MENU_ITEM],
  statuses: ['publish', 'draft'],
  terms: [{ taxonomy: NAV_MENU, terms: [menu], operator: 'IN' }],
  orderBy: 'menu_order',
  order: 'asc',
  perPage: -1,
});
