import type { RequestContext } from '../../core/index.ts';
import type { Taxonomies } from '../taxonomies/index.ts';
import type { RelatedTerm, TermStore } from '../terms/index.ts';
import { postLoaders } from './loaders.ts';
import type { Post } from './post.ts';

/** The terms of items. One statement loads them for all items whose terms are requested at the same time. */
export class PostTerms {
  readonly #terms: TermStore;
  readonly #taxonomies: Taxonomies;

  constructor(terms: TermStore, taxonomies: Taxonomies) {
    this.#terms = terms;
    this.#taxonomies = taxonomies;
  }

  /** The terms of an item in all taxonomies of its type, by name. */
  async of(post: Post, context: RequestContext): Promise<RelatedTerm[]> {
    const names = this.#taxonomies.ofType(post.type).map(({ name }) => name);
    if (names.length === 0) return [];
    const terms = await this.#loader(context).load(post.id);
    return terms.filter((term) => names.includes(term.taxonomy));
  }

  /** The same for many items, in their order. */
  async ofAll(posts: readonly Post[], context: RequestContext): Promise<RelatedTerm[][]> {
    const ids = posts.map(({ id }) => id);
    const found = await this.#loader(context).loadAll(ids);
    const types = new Map(
      posts.map(({ type }) => [type, new Set(this.#taxonomies.ofType(type).map(({ name }) => name))]),
    );
    return posts.map(({ type }, at) => found[at]!.filter((term) => types.get(type)!.has(term.taxonomy)));
  }

  #loader(context: RequestContext) {
    return postLoaders(context).of(PostTerms, async (ids: readonly number[]) => {
      const names = this.#taxonomies.all().map(({ name }) => name);
      const found = await this.#terms.relatedTo(ids, names);
      return ids.map((id) => found.get(id) ?? []);
    });
  }
}
