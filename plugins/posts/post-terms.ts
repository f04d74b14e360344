import { type MaybePromise, type RequestContext, whenReady } from '../../core/index.ts';
import type { Taxonomies } from '../taxonomies/index.ts';
import type { RelatedTerm, TermStore } from '../terms/index.ts';
import { postLoaders } from './loaders.ts';
import type { Post } from './post.ts';

/** The terms of items; those of items that are asked about together come in one statement. */
export class PostTerms {
  readonly #terms: TermStore;
  readonly #taxonomies: Taxonomies;

  constructor(terms: TermStore, taxonomies: Taxonomies) {
    this.#terms = terms;
    this.#taxonomies = taxonomies;
  }

  /** The terms of an item in all taxonomies of its type, by name. */
  of(post: Post, context: RequestContext): MaybePromise<RelatedTerm[]> {
    const names = this.#taxonomies.ofType(post.type).map(({ name }) => name);
    if (names.length === 0) return [];
    return whenReady(this.#loader(context).get(post.id), (terms) =>
      terms.filter((term) => names.includes(term.taxonomy)),
    );
  }

  /** Reads the terms of items that are about to be asked about. */
  fill(ids: readonly number[], context: RequestContext): Promise<void> {
    return this.#loader(context).fill(ids);
  }

  #loader(context: RequestContext) {
    return postLoaders(context).of(PostTerms, async (ids: readonly number[]) => {
      const names = this.#taxonomies.all().map(({ name }) => name);
      const found = await this.#terms.relatedTo(ids, names);
      return ids.map((id) => found.get(id) ?? []);
    });
  }
}
