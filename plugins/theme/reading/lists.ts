import type { Asked, Target } from '../addresses/asked.ts';
import type { ThemeKit } from '../kit.ts';
import { dateName } from '../templates/format-date.ts';
import type { ViewKind } from '../view.ts';
import { type AuthorData, embedded, type ItemData, type TermData } from './data.ts';
import type { Answer, Interface } from './interface.ts';

/** A list that an address stands for. */
export interface List {
  readonly kind: ViewKind;
  readonly title: string;
  readonly description: string;
  readonly link: string;
  readonly route: string;
  readonly items: readonly ItemData[];
  readonly totalPages: number;
}

/** How a list is wanted. */
export interface ListWish {
  readonly asked: Pick<Asked, 'page'>;
  readonly perPage: number;
  /** The fields of the items; those of summaries when left out. */
  readonly fields?: string;
}

const SUMMARY = 'id,type,link,status,date,date_gmt,modified_gmt,title,excerpt,sticky,comment_status,_links,_embedded';

/** Reads lists of items from the interface. */
export class ListReader {
  readonly #kit: ThemeKit;
  readonly #rest: Interface;

  constructor(kit: ThemeKit, rest: Interface) {
    this.#kit = kit;
    this.#rest = rest;
  }

  /** The list that a target stands for; undefined where there is none, or where the page asked for is past its end. */
  async read(target: Target, wish: ListWish): Promise<List | undefined> {
    const posts = (more: Record<string, unknown>) => this.#items(this.#rest.core('posts'), wish, more);
    switch (target.kind) {
      case 'home':
        return this.#home(wish);
      case 'search':
        return this.#search(target.text, wish);
      case 'term': {
        const term = await this.#term(target);
        if (term === undefined) return undefined;
        const { restBase, data, route } = term;
        const type = this.#typeOf(target.taxonomy);
        const terms = restBase === 'tags' ? [data.id] : { terms: [data.id], include_children: true };
        const list = type === 'posts' ? posts({ [restBase]: terms }) : this.#items(type, wish, { [restBase]: terms });
        const { name: title, description = '', link } = data;
        return archive({ kind: 'term', title, description, link, route }, await list, wish);
      }
      case 'author': {
        const author = await this.#author(target);
        if (author === undefined) return undefined;
        const { id, name: title, description = '', link } = author;
        const route = this.#rest.core(`users/${id}`);
        return archive({ kind: 'author', title, description, link, route }, await posts({ author: id }), wish);
      }
      case 'date': {
        const list = await posts(datesOf(target));
        // A time in which nothing was written has no page.
        if (list.total === 0) return undefined;
        return archive({ kind: 'date', title: dateName(target), description: '', link: '', route: '' }, list, wish);
      }
      case 'type': {
        const type = this.#kit.types?.get(target.type);
        const route = type === undefined ? '' : this.#kit.types!.itemsRoute(type);
        if (type === undefined || route === '') return undefined;
        const { label: title, description } = type;
        return archive({ kind: 'type', title, description, link: '', route }, await this.#items(route, wish, {}), wish);
      }
      default:
        return undefined;
    }
  }

  async #home(wish: ListWish): Promise<List | undefined> {
    const route = this.#rest.core('posts');
    const isFirst = wish.asked.page === 1;
    const hasSticky = isFirst && [this.#kit.options?.get('sticky_posts', [] as unknown) ?? []].flat().length > 0;
    const [sticky, list] = await Promise.all([
      hasSticky ? this.#items(route, wish, { sticky: true }) : undefined,
      this.#items(route, wish, {}),
    ]);
    const first = sticky?.ok === true ? sticky.data : [];
    const rest = itemsOf(list).filter(({ id }) => first.every((each) => each.id !== id));
    const { home } = this.#kit.site;
    const found = { ...list, data: [...first, ...rest] };
    return archive(
      { kind: 'home', title: '', description: '', link: `${home}/`, route: list.ok ? route : '' },
      found,
      wish,
    );
  }

  /** What is found is shown as items, whatever their types. */
  async #search(text: string, { asked, perPage }: ListWish): Promise<List | undefined> {
    const query = { search: text, page: asked.page, per_page: perPage, subtype: 'any', _embed: 'self' };
    const found = await this.#rest.get<ItemData[]>(this.#rest.core('search'), query);
    const items = itemsOf(found).flatMap((find) => embedded<ItemData>(find, 'self'));
    const head = { kind: 'search', title: text, description: '', link: '', route: '' } as const;
    return archive(head, { ...found, data: items }, { asked, perPage });
  }

  #items(route: string, { asked, perPage, fields }: ListWish, more: object): Promise<Answer<ItemData[]>> {
    return this.#rest.get<ItemData[]>(route, {
      page: asked.page,
      per_page: perPage,
      // Summaries show no terms.
      _embed: `author,${this.#rest.relation(fields === undefined ? 'featuredmedia' : 'term')}`,
      _fields: fields ?? SUMMARY,
      ...more,
    });
  }

  async #term(
    target: Target & { kind: 'term' },
  ): Promise<{ data: TermData; restBase: string; route: string } | undefined> {
    const taxonomy = this.#kit.taxonomies?.get(target.taxonomy);
    const route = taxonomy === undefined ? '' : this.#kit.taxonomies!.itemsRoute(taxonomy);
    if (taxonomy === undefined || route === '') return undefined;
    const data = await this.#one<TermData>(route, target);
    return data && { data, restBase: taxonomy.rest_base, route: `${route}/${data.id}` };
  }

  #author(target: Target & { kind: 'author' }): Promise<AuthorData | undefined> {
    return this.#one<AuthorData>(this.#rest.core('users'), target);
  }

  async #one<T>(route: string, { id, slug }: { id?: number; slug?: string }): Promise<T | undefined> {
    if (id !== undefined) {
      const { ok, data } = await this.#rest.get<T>(`${route}/${id}`);
      return ok ? data : undefined;
    }
    const { ok, data } = await this.#rest.get<T[]>(route, { slug, per_page: 1 });
    return ok ? data[0] : undefined;
  }

  /** The route of the items that a taxonomy is for, the posts where they are among them. */
  #typeOf(taxonomy: string): string {
    const [first = 'post', ...more] = this.#kit.taxonomies?.get(taxonomy)?.object_type ?? [];
    const type = [first, ...more].includes('post') ? undefined : this.#kit.types?.get(first);
    return type === undefined ? 'posts' : this.#kit.types!.itemsRoute(type);
  }
}

const itemsOf = ({ ok, data }: Answer<ItemData[]>): ItemData[] => (ok && Array.isArray(data) ? data : []);

/** A list without anything on a page past its first is none. */
function archive(
  head: Omit<List, 'items' | 'totalPages'>,
  answer: Answer<ItemData[]>,
  { asked }: ListWish,
): List | undefined {
  if (asked.page > 1 && (!answer.ok || asked.page > answer.totalPages)) return undefined;
  return { ...head, items: itemsOf(answer), totalPages: answer.totalPages };
}

/** The bounds of a year, a month or a day. */
function datesOf({ year, month, day }: Target & { kind: 'date' }): Record<string, string> {
  const start = Date.UTC(year, (month ?? 1) - 1, day ?? 1);
  const end = Date.UTC(
    month === undefined ? year + 1 : year,
    month === undefined ? 0 : day === undefined ? month : month - 1,
    day === undefined ? 1 : day + 1,
  );
  const wire = (time: number) => new Date(time).toISOString().slice(0, 19);
  // Both bounds are left out.
  return { after: wire(start - 1000), before: wire(end) };
}
