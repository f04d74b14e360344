import type { MetaStore } from '../meta/index.ts';
import type { Post, PostInput, PostStore } from '../posts/index.ts';
import type { TermStore } from '../terms/index.ts';
import { NAV_MENU } from './builtin.ts';
import { type MenuItemInput, postInputOf } from './menu-item-input.ts';
import { MENU_ITEM_META } from './nav-menu-item.ts';
import { itemsQuery } from './nav-menu-items.ts';

/** The services that items of menus are written with. */
export interface WriterServices {
  readonly meta: MetaStore;
  readonly posts: PostStore;
  readonly terms: TermStore;
}

/** Writes items of menus, on top of the store of items: which menu they are in, and the metadata of what they lead to. */
export class MenuItemWriter {
  readonly #services: WriterServices;

  constructor(services: WriterServices) {
    this.#services = services;
  }

  /** What the store writes for an item of a menu. */
  async postInput(input: MenuItemInput): Promise<PostInput> {
    return postInputOf(input, await this.#original(input));
  }

  /** Stores what belongs to an item that the store has written: its menu, and what is known by its id. */
  async complete({ id }: Post, input: MenuItemInput): Promise<void> {
    const { meta, terms } = this.#services;
    if (input.type === 'custom') await meta.set('post', id, MENU_ITEM_META.objectId, String(id));
    if (input.menu === 0) {
      await meta.set('post', id, MENU_ITEM_META.orphaned, String(Math.floor(Date.now() / 1000)));
      return;
    }
    await terms.setObjectTerms(id, NAV_MENU, [input.menu]);
    await meta.delete('post', id, MENU_ITEM_META.orphaned);
  }

  /** Adds an item to the end of its menu. Runs in the transaction that is open. */
  async append(input: MenuItemInput): Promise<void> {
    const last = await this.#services.posts.query({ ...itemsQuery(input.menu), order: 'desc', perPage: 1 });
    const position = (last.posts[0]?.menuOrder ?? 0) + 1;
    const post = await this.#services.posts.insert(await this.postInput({ ...input, position }));
    await this.complete(post, input);
  }

  /** The title of what an item leads to, and the item that this lies below; terms lie below no item. */
  async #original({ type, object, objectId }: MenuItemInput): Promise<{ title: string; parent: number }> {
    const { posts, terms } = this.#services;
    if (type === 'taxonomy') return { title: (await terms.byId(objectId, object))?.name ?? '', parent: 0 };
    const post = type === 'post_type' ? await posts.byId(objectId) : null;
    return { title: post?.title ?? '', parent: post?.parent ?? 0 };
  }
}
