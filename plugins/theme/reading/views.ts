import type { RequestContext } from '../../../core/index.ts';
import { slugify } from '../../../core/text/index.ts';
import { noteHtml5 } from '../../content-rendering/index.ts';
import { numberIn, type PageRequest, type Target } from '../addresses/page-request.ts';
import type { ThemeDependencies } from '../dependencies.ts';
import { SIDEBAR } from '../sidebar.ts';
import type { View } from '../view.ts';
import type { ItemData } from './data.ts';
import { Interface } from './interface.ts';
import { withTeasers } from './item-pages.ts';
import { readItemView } from './item-view.ts';
import { ItemReader } from './items.ts';
import { ListReader } from './lists.ts';
import { readMenu } from './menu.ts';

/** How many pages the navigation leads to at most. */
const MOST_PAGES = 8;

/** A view without what all pages have. */
type Found = Omit<View, 'menu' | 'navigation' | 'sidebar' | 'user'>;

const NO_NAVIGATION: Pick<View, 'menu' | 'navigation'> = { menu: [], navigation: [] };

/** The parts of a query in which a view may differ from that of a page. */
export interface ViewQuery {
  /** The most items of a list. */
  readonly perPage?: number;
  /** The fields of their items. */
  readonly fields?: string;
  /** Whether the navigation and the comments are left out. */
  readonly itemsAlone?: boolean;
}

/** Reads the views of addresses from the interface. */
export class ViewReader {
  readonly #dependencies: ThemeDependencies;

  constructor(dependencies: ThemeDependencies) {
    this.#dependencies = dependencies;
  }

  /** The view of an address, for the user of a request. */
  async read(pageRequest: PageRequest, context: RequestContext, query: ViewQuery = {}): Promise<View> {
    noteHtml5(context);
    const rest = new Interface(this.#dependencies.server(), context);
    const { sidebars } = this.#dependencies;
    const [view, navigation, sidebar] = await Promise.all([
      this.#find(pageRequest, rest, query),
      query.itemsAlone === true ? NO_NAVIGATION : this.#navigation(rest),
      query.itemsAlone === true ? '' : (sidebars?.render(SIDEBAR.id) ?? ''),
    ]);
    return { ...view, ...navigation, sidebar, user: context.user };
  }

  async #find(pageRequest: PageRequest, rest: Interface, query: ViewQuery): Promise<Found> {
    for (const target of pageRequest.targets) {
      const view =
        target.kind === 'item'
          ? await this.#item(target, pageRequest, rest, query)
          : target.kind === 'home'
            ? await this.#home(pageRequest, rest, query)
            : await this.#list(target, pageRequest, rest, query);
      if (view !== undefined) return view;
    }
    return (await this.#moved(pageRequest, rest, query)) ?? { ...nothing(pageRequest), target: undefined };
  }

  /** The item that was at the address before it got another slug. */
  async #moved(pageRequest: PageRequest, rest: Interface, query: ViewQuery) {
    for (const target of pageRequest.targets) {
      if (target.kind !== 'item' || target.slug === undefined) continue;
      const id = await this.#dependencies.posts?.idByOldSlug(slugify(target.slug), target.type);
      const view = id === undefined ? undefined : await this.#item({ kind: 'item', id }, pageRequest, rest, query);
      if (view !== undefined) return view;
    }
    return undefined;
  }

  /** The page that the settings have as front page, or the latest posts. */
  async #home(pageRequest: PageRequest, rest: Interface, query: ViewQuery) {
    const front = this.#front('page_on_front');
    if (front === 0 || pageRequest.feed !== undefined) return this.#list({ kind: 'home' }, pageRequest, rest, query);
    const view = await this.#item({ kind: 'item', id: front }, pageRequest, rest, query);
    return view && ({ ...view, kind: 'front-page' } as const);
  }

  async #list(target: Target, pageRequest: PageRequest, rest: Interface, { perPage, fields }: ViewQuery) {
    const lists = new ListReader(this.#dependencies, rest);
    const standard = Number(this.#dependencies.options?.get('posts_per_page', '10') ?? 10);
    const most = Math.min(Math.max(perPage ?? (standard || 10), 1), 100);
    const list = await lists.read(target, { pageRequest, perPage: most, ...(fields === undefined ? {} : { fields }) });
    if (list === undefined) return undefined;
    // Feeds have the whole contents, and search shows excerpts.
    const hasTeasers = pageRequest.feed === undefined && list.kind !== 'search';
    const items = hasTeasers ? await withTeasers(list.items, rest.context, this.#dependencies) : list.items;
    return { ...list, items, status: 200, pageRequest, target, page: pageRequest.page };
  }

  async #item(target: Target & { kind: 'item' }, pageRequest: PageRequest, rest: Interface, query: ViewQuery) {
    const found = await new ItemReader(this.#dependencies, rest).read(target, pageRequest.query, pageRequest.preview);
    if (found === undefined) return undefined;
    if (found.item.id === this.#front('page_for_posts')) return this.#postsPage(found.item, pageRequest, rest, query);
    const page = this.#pageOf(target, pageRequest);
    const asked = { target, pageRequest, page, isAlone: query.itemsAlone === true };
    return readItemView(found, asked, rest, this.#dependencies);
  }

  /** The page of an item that is asked for: by the path, by the query, or of the front page as of a list. */
  #pageOf(target: Target & { kind: 'item' }, { page, query }: PageRequest): number {
    const isFront = target.slug === undefined && target.id === this.#front('page_on_front');
    return target.page ?? numberIn(query.get('page')) ?? (isFront ? page : 1);
  }

  /** The page that the settings chose for the latest posts shows them in place of its own content. */
  async #postsPage(item: ItemData, pageRequest: PageRequest, rest: Interface, query: ViewQuery) {
    const list = await this.#list({ kind: 'home' }, pageRequest, rest, query);
    return list && { ...list, title: item.title?.rendered ?? '', link: item.link };
  }

  /** The id of the page that an option names, where the site has a static front page; 0 for none. */
  #front(option: 'page_on_front' | 'page_for_posts'): number {
    const { options } = this.#dependencies;
    return options?.get('show_on_front', 'posts') === 'page' ? Number(options.get(option, '0')) || 0 : 0;
  }

  /** The menu of the site, or else the pages of the uppermost level. */
  async #navigation(rest: Interface): Promise<Pick<View, 'menu' | 'navigation'>> {
    const { menus } = this.#dependencies;
    const menu = menus === undefined ? [] : await readMenu(menus, rest.context);
    return { menu, navigation: menu.length > 0 ? [] : await this.#pages(rest) };
  }

  /** The pages of the uppermost level. */
  async #pages(rest: Interface): Promise<readonly ItemData[]> {
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

/** The view of an address that leads to nothing. */
const nothing = (pageRequest: PageRequest) =>
  ({
    kind: 'not-found',
    status: 404,
    pageRequest,
    title: 'Page not found',
    description: '',
    link: '',
    route: '',
    items: [],
    page: 1,
    totalPages: 0,
  }) as const;
