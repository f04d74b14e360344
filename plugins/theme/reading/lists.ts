import type { PageRequest, Target } from '../addresses/page-request.ts';
import { dateName } from '../date-name.ts';
import type { ThemeDependencies } from '../dependencies.ts';
import type { ViewKind } from '../view.ts';
import { type AuthorData, embedded, type ItemData, type TermData } from './data.ts';
import type { Answer, Interface } from './interface.ts';

/** The list of an address. */
export interface List {
  readonly kind: ViewKind;
  readonly title: string;
  readonly description: string;
  readonly link: string;
  readonly route: string;
  readonly items: readonly ItemData[];
  readonly totalPages: number;
}

/** The query of a list. */
export interface ListQuery {
  readonly pageRequest: Pick<PageRequest, 'page'>;
  readonly perPage: number;
  /** The fields of the items; those of summaries when left out. */
  readonly fields?: string;
}

const SUMMARY = 'id,type,link,status,date,date_gmt,modified_gmt,title,excerpt,sticky,comment_status,_links,_embedded';

/** Reads lists of items from the interface. */
export class ListReader {
  readonly #dependencies: ThemeDependencies;
  readonly #rest: Interface;

  constructor(dependencies: ThemeDependencies, rest: Interface) {
    this.#dependencies = dependencies;
    this.#rest = rest;
  }

  /** The list of a target; undefined where there is none, or where the requested page is past its end. */
  async read(target: Target, query: ListQuery): Promise<List | undefined> {
    const posts = (more: Record<string, unknown>) => this.#items(this.#rest.core('posts'), query, more);
    switch (target.kind) {
      case 'home':
        return this.#home(query);
      case 'search':
        return this.#search(target.text, query);
      case 'term': {
        const term = await this.#term(target);
        if (term === undefined) return undefined;
        const { restBase, data, route } = term;
        const type = this.#typeOf(target.taxonomy);
        const terms = restBase === 'tags' ? [data.id] : { terms: [data.id], include_children: true };
        const list = type === 'posts' ? posts({ [restBase]: terms }) : this.#items(type, query, { [restBase]: terms });
        const { name: title, description = '', link } = data;
        return archive({ kind: 'term', title, description, link, route }, await list, query);
      }
      case 'author': {
        const author = await this.#author(target);
        if (author === undefined) return undefined;
        const { id, name: title, description = '', link } = author;
        const route = this.#rest.core(`users/${id}`);
        return archive({ kind: 'author', title, description, link, route }, await posts({ author: id }), query);
      }
      case 'date': {
        const list = await posts(datesOf(target));
        // A period without posts has no page.
        if (list.total === 0) return undefined;
        return archive({ kind: 'date', title: dateName(target), description: '', link: '', route: '' }, list, query);
      }
      case 'type': {
        const type = this.#dependencies.types?.get(target.type);
        const route = type === undefined ? '' : this.#dependencies.types!.itemsRoute(type);
        if (type === undefined || route === '') return undefined;
        const { label: title, description } = type;
        return archive(
          { kind: 'type', title, description, link: '', route },
          await this.#items(route, query, {}),
          query,
        );
      }
      default:
        return undefined;
    }
  }

  async #home(query: ListQuery): Promise<List | undefined> {
    const route = this.#rest.core('posts');
    const isFirst = query.pageRequest.page === 1;
    const hasSticky =
      isFirst && [this.#dependencies.options?.get('sticky_posts', [] as unknown) ?? []].flat().length > 0;
    const [sticky, list] = await Promise.all([
      hasSticky ? this.#items(route, query, { sticky: true }) : undefined,
      this.#items(route, query, {}),
    ]);
    const first = sticky?.ok === true ? sticky.data : [];
    const rest = itemsOf(list).filter(({ id }) => first.every((each) => each.id !== id));
    const { home } = this.#dependencies.site;
    const found = { ...list, data: [...first, ...rest] };
    return archive(
      { kind: 'home', title: '', description: '', link: `${home}/`, route: list.ok ? route : '' },
      found,
      query,
    );
  }

  /** Results of any type are shown as items. */
  async #search(text: string, { pageRequest, perPage }: ListQuery): Promise<List | undefined> {
    const query = { search: text, page: pageRequest.page, per_page: perPage, subtype: 'any', _embed: 'self' };
    const found = await this.#rest.get<ItemData[]>(this.#rest.core('search'), query);
    const items = itemsOf(found).flatMap((find) => embedded<ItemData>(find, 'self'));
    const head = { kind: 'search', title: text, description: '', link: '', route: '' } as const;
    return archive(head, { ...found, data: items }, { pageRequest, perPage });
  }

  #items(route: string, { pageRequest, perPage, fields }: ListQuery, more: object): Promise<Answer<ItemData[]>> {
    return this.#rest.get<ItemData[]>(route, {
      page: pageRequest.page,
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
    const taxonomy = this.#dependencies.taxonomies?.get(target.taxonomy);
    const route = taxonomy === undefined ? '' : this.#dependencies.taxonomies!.itemsRoute(taxonomy);
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
    const [first = 'post', ...more] = this.#dependencies.taxonomies?.get(taxonomy)?.object_type ?? [];
    const type = [first, ...more].includes('post') ? undefined : this.#dependencies.types?.get(first);
    return type === undefined ? 'posts' : this.#dependencies.types!.itemsRoute(type);
  }
}

const itemsOf = ({ ok, data }: Answer<ItemData[]>): ItemData[] => (ok && Array.isArray(data) ? data : []);

/** Makes a list; undefined when a page past the first has no items. */
function archive(
  head: Omit<List, 'items' | 'totalPages'>,
  answer: Answer<ItemData[]>,
  { pageRequest }: ListQuery,
): List | undefined {
  if (pageRequest.page > 1 && (!answer.ok || pageRequest.page > answer.totalPages)) return undefined;
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
  // Both bounds are exclusive.
  return { after: wire(start - 1000), before: wire(end) };
}
