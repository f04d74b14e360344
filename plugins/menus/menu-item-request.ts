import { isRestError, type RestRequest } from '../../core/index.ts';
import { toInteger } from '../../core/schema/index.ts';
import type { Post, PostInput, PostsDependencies } from '../posts/index.ts';
import { NAV_MENU, NAV_MENU_ITEM } from './builtin.ts';
import { menuErrors as errors } from './errors.ts';
import { inputOfItem, type MenuItemInput, NEW_ITEM } from './menu-item-input.ts';
import { MenuItemWriter } from './menu-item-writer.ts';
import type { NavMenuItems } from './nav-menu-items.ts';

type Dependencies = Pick<PostsDependencies, 'hooks' | 'meta' | 'posts' | 'taxonomies' | 'terms' | 'types'>;

/** The fields of a request, and the members of the input that they set. */
const MEMBERS = {
  type: 'type',
  object: 'object',
  object_id: 'objectId',
  parent: 'parent',
  menu_order: 'position',
  url: 'url',
  description: 'description',
  attr_title: 'attrTitle',
  target: 'target',
  classes: 'classes',
  xfn: 'xfn',
  status: 'status',
} as const satisfies Record<string, keyof MenuItemInput>;

/** The greatest value of the column `menu_order`. */
const MOST_ORDER = 2 ** 31 - 1;

/** Reads requests that write items of menus. */
export class MenuItemRequests {
  readonly #dependencies: Dependencies;
  readonly #items: NavMenuItems;
  readonly #writer: MenuItemWriter;
  /** What requests write, from when it is read until it is stored. */
  readonly #inputs = new WeakMap<RestRequest, MenuItemInput>();

  constructor(dependencies: Dependencies, items: NavMenuItems) {
    this.#dependencies = dependencies;
    this.#items = items;
    this.#writer = new MenuItemWriter(dependencies);
  }

  /** What the store writes for a request; `before` is null for a new item. */
  async postInput(request: RestRequest, before: Post | null): Promise<PostInput> {
    const input = await this.#checked(this.#given(await this.#former(request, before), request));
    this.#inputs.set(request, input);
    const prepared = await this.#writer.postInput(input);
    const filter = this.#dependencies.hooks.filter('rest_pre_insert_{post_type}').for(NAV_MENU_ITEM);
    const outcome = await filter.promise(prepared, request);
    if (isRestError(outcome)) throw outcome;
    return outcome;
  }

  /** Stores what belongs to the item that a request has written. */
  complete(post: Post, request: RestRequest): Promise<void> {
    return this.#writer.complete(post, this.#inputs.get(request)!);
  }

  /** What the item of a request holds before; for a new one what such an item has. */
  async #former(request: RestRequest, before: Post | null): Promise<MenuItemInput> {
    if (before === null) return NEW_ITEM;
    const item = (await this.#items.setUp([before], request)).get(before.id)!;
    const terms = await this.#dependencies.terms.ofObjects([before.id], [NAV_MENU]);
    return inputOfItem(item, terms.get(before.id)?.[0]?.id ?? 0);
  }

  #given(former: MenuItemInput, request: RestRequest): MenuItemInput {
    const given: Record<string, unknown> = {};
    for (const [field, member] of Object.entries(MEMBERS)) {
      const value = request.getParam(field);
      if (value !== null) given[member] = value;
    }
    const title = request.getParam('title');
    const raw = typeof title === 'object' && title !== null && 'raw' in title ? title.raw : title;
    if (typeof raw === 'string') given.title = raw;
    if (typeof given.position === 'number') given.position = Math.min(given.position, MOST_ORDER);
    const menu = Math.abs(toInteger(request.getParam(this.#dependencies.taxonomies.get(NAV_MENU)!.rest_base)));
    if (menu !== 0) given.menu = menu;
    return { ...former, ...given };
  }

  /** Refuses an item that leads nowhere by what it says of itself; finds the type of what it leads to. */
  async #checked(input: MenuItemInput): Promise<MenuItemInput> {
    const { terms, types } = this.#dependencies;
    const object = input.object === '' ? await this.#objectOf(input) : input.object;
    if (input.type === 'post_type_archive' && types.get(object) === undefined) throw errors.rest_post_invalid_type();
    if (input.type === 'custom') {
      if (input.title === '') throw errors.rest_title_required();
      if (input.url === '') throw errors.rest_url_required();
    }
    if (input.menu !== 0 && (await terms.byId(input.menu, NAV_MENU)) === null) throw errors.invalid_menu_id();
    return { ...input, object };
  }

  /** The taxonomy or the content type of what an item leads to, which must be there where the item does not say. */
  async #objectOf({ type, objectId }: MenuItemInput): Promise<string> {
    if (type === 'taxonomy') {
      const term = await this.#dependencies.terms.byId(objectId);
      if (term === null) throw errors.rest_term_invalid_id();
      return term.taxonomy;
    }
    if (type !== 'post_type') return '';
    const post = await this.#dependencies.posts.byId(objectId);
    if (post === null) throw errors.rest_post_invalid_id();
    return post.type;
  }
}
