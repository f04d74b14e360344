import type { RequestContext } from '../../../core/index.ts';
import type { RelatedTerm, TermStore } from '../../terms/index.ts';
import type { UserStore } from '../../users/index.ts';
import type { Post } from '../post.ts';
import type { PostTerms } from '../post-terms.ts';

const RELATED = /%(?:author|category)%/;

/** The values of the tags in addresses that come from an item's author and categories. */
export class RelatedTags {
  readonly #users: UserStore;
  readonly #terms: TermStore;
  readonly #postTerms: PostTerms;

  constructor(users: UserStore, terms: TermStore, postTerms: PostTerms) {
    this.#users = users;
    this.#terms = terms;
    this.#postTerms = postTerms;
  }

  /** Whether a pattern has any of those tags. */
  isIn(pattern: string): boolean {
    return RELATED.test(pattern);
  }

  /** The values of those tags that a pattern has. */
  async of(post: Post, pattern: string, context: RequestContext): Promise<Record<string, string>> {
    const values: Record<string, string> = {};
    if (pattern.includes('%author%')) {
      values.author = (await this.#users.loader(context).load(post.author))?.nicename ?? '';
    }
    if (pattern.includes('%category%')) values.category = await this.#category(post, context);
    return values;
  }

  /** The path of the first of an item's categories, or else of the default one. */
  async #category(post: Post, context: RequestContext): Promise<string> {
    const own = (await this.#postTerms.of(post, context)).filter((term) => term.taxonomy === 'category');
    const first =
      own.sort((one, two) => one.id - two.id)[0] ?? (await this.#load(this.#terms.defaultTermId('category'), context));
    const slugs: string[] = [];
    const seen = new Set<number>();
    for (let term = first; term !== null && !seen.has(term.id); term = await this.#load(term.parent, context)) {
      seen.add(term.id);
      slugs.unshift(term.slug);
    }
    return slugs.join('/');
  }

  async #load(id: number, context: RequestContext): Promise<RelatedTerm | null> {
    return id > 0 ? this.#terms.loader(context).load(id) : null;
  }
}
