import { trimEnd } from '../../../core/text/index.ts';
import { isAhead } from '../../autosaves/index.ts';
import type { Post } from '../../posts/index.ts';
import type { ItemById, ItemBySlug } from '../addresses/page-request.ts';
import { decode } from '../addresses/read-address.ts';
import type { ThemeDependencies } from '../dependencies.ts';
import { passwordOf } from '../password.ts';
import type { ItemData, Rendered } from './data.ts';
import type { Interface } from './interface.ts';

/** Parameters of a request for a page that are passed on to the interface when it shows one item. */
export const PASSED_ON: ReadonlySet<string> = new Set(['_preview_token']);

/** An item that the visitor may read. */
export interface FoundItem {
  readonly item: ItemData;
  /** The item with the content as stored of which the interface rendered the one that is shown. */
  readonly stored: Post;
  readonly route: string;
  readonly password: string | undefined;
}

/** Reads single items from the interface. */
export class ItemReader {
  readonly #dependencies: ThemeDependencies;
  readonly #rest: Interface;

  constructor(dependencies: ThemeDependencies, rest: Interface) {
    this.#dependencies = dependencies;
    this.#rest = rest;
  }

  /** The item of a target, if the visitor may read it, with its route. */
  async read(target: ItemById | ItemBySlug, query: URLSearchParams, preview: boolean): Promise<FoundItem | undefined> {
    const id = target.slug === undefined ? target.id : await this.#idOf(target);
    const post = id === undefined ? null : await this.#dependencies.posts?.loader(this.#rest.context).load(id);
    const type = post === null || post === undefined ? undefined : this.#dependencies.types?.get(post.type);
    if (!post || !(type?.publicly_queryable || (type?.builtin && type.public))) return undefined;
    const route = this.#dependencies.permalinks?.route(post) ?? '';
    if (route === '') return undefined;
    const password = passwordOf(post, this.#rest.context, this.#dependencies);
    const passedOn = Object.fromEntries([...query].filter(([name]) => PASSED_ON.has(name)));
    const answer = await this.#rest.get<ItemData>(route, {
      ...passedOn,
      ...(password === undefined ? {} : { password }),
      _embed: `author,up,${this.#rest.relation('term')},${this.#rest.relation('featuredmedia')}`,
    });
    if (!answer.ok) return undefined;
    // On the wire, a map without members is an empty list.
    const data = { ...answer.data, meta: { ...answer.data.meta } };
    const { item, source } = preview ? await this.#withAutosave(data, route) : { item: data, source: post.id };
    // A preview link has put the texts of an autosave in the place of the item's.
    const content = (await this.#dependencies.posts!.loader(this.#rest.context).load(source))?.content ?? '';
    return { item, stored: { ...post, content }, route, password };
  }

  /**
   * Finds the item of a slug. Several pages under different parents may have one slug; then the one at the path is
   * taken.
   */
  async #idOf({ type: name, slug, path }: ItemBySlug): Promise<number | undefined> {
    const type = this.#dependencies.types?.get(name);
    const route = type === undefined ? '' : this.#dependencies.types!.itemsRoute(type);
    if (type === undefined || route === '') return undefined;
    const { user } = this.#rest.context;
    const mayReadPrivate = user.can(type.cap.read_private_posts!);
    const answer = await this.#rest.get<ItemData[]>(route, {
      slug: [slug],
      ...(mayReadPrivate && name !== 'attachment' ? { status: 'publish,private' } : {}),
      per_page: 100,
      _fields: 'id,type,link',
    });
    if (!answer.ok) return undefined;
    const isAt = ({ link }: ItemData) => path !== undefined && `${pathOf(link)}/`.endsWith(`/${path}/`);
    return (answer.data.find(isAt) ?? answer.data[0])?.id;
  }

  /**
   * The item with the texts of its newest autosave, for users who may see the autosave, and the id of that whose texts
   * they are.
   */
  async #withAutosave(item: ItemData, route: string): Promise<{ item: ItemData; source: number }> {
    type Autosave = Pick<ItemData, 'id' | 'modified_gmt'> & Readonly<Record<'title' | 'content' | 'excerpt', Rendered>>;
    const { ok, data } = await this.#rest.get<Autosave[]>(`${route}/autosaves`);
    const newest = ok && Array.isArray(data) ? data[0] : undefined;
    if (newest === undefined || !isAhead(String(newest.modified_gmt), String(item.modified_gmt))) {
      return { item, source: item.id };
    }
    const { id: source, title, content, excerpt } = newest;
    return { item: { ...item, title, content: { ...item.content, ...content }, excerpt }, source };
  }
}

const pathOf = (link: string): string => trimEnd(decode(new URL(link).pathname) ?? '', '/');
