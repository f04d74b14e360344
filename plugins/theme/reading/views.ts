import { type RequestContext, slugify } from '../../../core/index.ts';
import type { Asked, Target } from '../addresses/asked.ts';
import type { ThemeKit } from '../kit.ts';
import type { View } from '../view.ts';
import { readComments } from './comments.ts';
import type { ItemData } from './data.ts';
import { Interface } from './interface.ts';
import { ItemReader } from './items.ts';
import { ListReader } from './lists.ts';

/** How many pages the navigation leads to at most. */
const MOST_PAGES = 8;

/** The statuses of items that are no drafts of any kind. */
const SHOWN: ReadonlySet<string> = new Set(['publish', 'private', 'inherit']);

/** How lists are wanted where that is not as pages have them. */
export interface ReadingWish {
  /** The most items of a list. */
  readonly perPage?: number;
  /** The fields of their items. */
  readonly fields?: string;
  /** Whether the navigation and the comments are left out. */
  readonly itemsAlone?: boolean;
}

/** Reads what addresses ask for from the interface. */
export class ViewReader {
  readonly #kit: ThemeKit;

  constructor(kit: ThemeKit) {
    this.#kit = kit;
  }

  /** What an address shows to whoever asks. */
  async read(asked: Asked, context: RequestContext, wish: ReadingWish = {}): Promise<View> {
    const rest = new Interface(this.#kit.server(), context);
    const [view, navigation] = await Promise.all([
      this.#find(asked, rest, wish),
      wish.itemsAlone === true ? [] : this.#navigation(rest),
    ]);
    return { ...view, navigation, user: context.user };
  }

  async #find(asked: Asked, rest: Interface, wish: ReadingWish): Promise<Omit<View, 'navigation' | 'user'>> {
    for (const target of asked.targets) {
      const view =
        target.kind === 'item'
          ? await this.#item(target, asked, rest, wish)
          : target.kind === 'home'
            ? await this.#home(asked, rest, wish)
            : await this.#list(target, asked, rest, wish);
      if (view !== undefined) return view;
    }
    return (await this.#moved(asked, rest, wish)) ?? { ...nothing(asked), target: undefined };
  }

  /** The item that was at the address before it got another slug. */
  async #moved(asked: Asked, rest: Interface, wish: ReadingWish) {
    for (const target of asked.targets) {
      if (target.kind !== 'item' || target.slug === undefined) continue;
      const id = await this.#kit.posts?.idByOldSlug(slugify(target.slug), target.type);
      const view = id === undefined ? undefined : await this.#item({ kind: 'item', id }, asked, rest, wish);
      if (view !== undefined) return view;
    }
    return undefined;
  }

  /** The page that the settings put in front, or the latest posts. */
  async #home(asked: Asked, rest: Interface, wish: ReadingWish) {
    const front = this.#front('page_on_front');
    if (front === 0 || asked.feed !== undefined) return this.#list({ kind: 'home' }, asked, rest, wish);
    const view = await this.#item({ kind: 'item', id: front }, asked, rest, wish);
    return view && ({ ...view, kind: 'front-page' } as const);
  }

  async #list(target: Target, asked: Asked, rest: Interface, { perPage, fields }: ReadingWish) {
    const lists = new ListReader(this.#kit, rest);
    const standard = Number(this.#kit.options?.get('posts_per_page', '10') ?? 10);
    const most = Math.min(Math.max(perPage ?? (standard || 10), 1), 100);
    const list = await lists.read(target, { asked, perPage: most, ...(fields === undefined ? {} : { fields }) });
    return list && { ...list, status: 200, asked, target, page: asked.page };
  }

  async #item(target: Target & { kind: 'item' }, asked: Asked, rest: Interface, wish: ReadingWish) {
    const found = await new ItemReader(this.#kit, rest).read(target, asked.query, asked.preview);
    if (found === undefined) return undefined;
    const { item, route, password } = found;
    if (item.id === this.#front('page_for_posts')) return this.#postsPage(item, asked, rest, wish);
    const isLocked = item.content?.protected === true && item.content.rendered === '';
    const comments =
      isLocked || wish.itemsAlone === true
        ? undefined
        : await readComments(item, asked.commentsPage, password, rest, this.#kit);
    return {
      kind: 'item',
      status: 200,
      asked,
      target,
      title: item.title?.rendered ?? '',
      description: '',
      link: item.link,
      route,
      items: [],
      page: 1,
      totalPages: 1,
      item,
      ...(comments === undefined ? {} : { comments }),
      isPreview: asked.preview || !SHOWN.has(item.status ?? ''),
    } as const;
  }

  /** The page that the settings chose for the latest posts shows them in place of its own content. */
  async #postsPage(item: ItemData, asked: Asked, rest: Interface, wish: ReadingWish) {
    const list = await this.#list({ kind: 'home' }, asked, rest, wish);
    return list && { ...list, title: item.title?.rendered ?? '', link: item.link };
  }

  /** The id of a page with a part to play, where the site has a page in front. */
  #front(option: 'page_on_front' | 'page_for_posts'): number {
    const { options } = this.#kit;
    return options?.get('show_on_front', 'posts') === 'page' ? Number(options.get(option, '0')) || 0 : 0;
  }

  /** The pages of the uppermost level. */
  async #navigation(rest: Interface): Promise<readonly ItemData[]> {
    const { ok, data } = await rest.get<ItemData[]>(rest.core('pages'), {
      parent: 0,
      orderby: 'menu_order',
      order: 'asc',
      per_page: MOST_PAGES,
      _fields: 'id,title,link',
    });
    return ok && Array.isArray(data) ? data : [];
  }
}

/** What is shown where nothing is. */
const nothing = (asked: Asked) =>
  ({
    kind: 'not-found',
    status: 404,
    asked,
    title: 'Page not found',
    description: '',
    link: '',
    route: '',
    items: [],
    page: 1,
    totalPages: 0,
  }) as const;
