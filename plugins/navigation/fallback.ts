import type { CurrentUser } from '../../core/index.ts';
import type { PostStore } from '../posts/index.ts';

/** The menu of a site that has made none: a list of its pages. */
const PAGES = '<!-- wp:page-list /-->';

/** Finds the menu that is shown where none is chosen. */
export class NavigationFallback {
  readonly #posts: PostStore;
  readonly #type: string;
  #making: Promise<number> | undefined;

  constructor(posts: PostStore, type: string) {
    this.#posts = posts;
    this.#type = type;
  }

  /** The id of the newest published menu; one of all pages is made where there is none. */
  async find(by: CurrentUser): Promise<number> {
    const { ids } = await this.#posts.query({ types: [this.#type], orderBy: 'date', perPage: 1 });
    if (ids[0] !== undefined) return ids[0];
    // Two requests at the same time make only one menu.
    this.#making ??= this.#make(by).finally(() => {
      this.#making = undefined;
    });
    return this.#making;
  }

  async #make(by: CurrentUser): Promise<number> {
    const menu = { type: this.#type, status: 'publish', title: 'Navigation', name: 'navigation', content: PAGES };
    return (await this.#posts.insert(menu, { by })).id;
  }
}
