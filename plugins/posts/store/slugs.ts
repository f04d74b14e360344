import { isReserved, looksLikeDate, looksLikePage } from './bad-slug.ts';
import type { PostStoreDependencies } from './dependencies.ts';
import { lockSlug } from './lock-slug.ts';
import {
  competes,
  type SlugHolder,
  type SlugRequest,
  type SlugRules,
  slugHolders,
  uniqueSlugs,
} from './unique-slug.ts';

type SlugRuleDependencies = Pick<PostStoreDependencies, 'database' | 'hooks' | 'options' | 'types'>;

/** Makes slugs unique by the rules and hooks of a site. */
export class Slugs {
  readonly #dependencies: SlugRuleDependencies;
  readonly #rules: SlugRules;

  constructor(dependencies: SlugRuleDependencies) {
    this.#dependencies = dependencies;
    this.#rules = { typeOf: (name) => dependencies.types.get(name), isBad: (request) => this.#isBad(request) };
  }

  /** The unique slugs of many items, in their order; `known` are the items that have them, where that is known. */
  async unique(requests: readonly SlugRequest[], known?: readonly SlugHolder[]): Promise<string[]> {
    const { hooks, database } = this.#dependencies;
    const early = hooks.filter('pre_wp_unique_post_slug');
    const late = hooks.filter('wp_unique_post_slug');
    const slugs = await uniqueSlugs(requests, this.#rules, database, known);
    if (!early.isUsed() && !late.isUsed()) return slugs;
    return Promise.all(
      requests.map(async ({ slug, id, status, type, parent }, index) => {
        const instead = await early.promise(null, slug, id, status, type, parent);
        return instead ?? late.promise(slugs[index]!, id, status, type, parent, slug);
      }),
    );
  }

  /** The unique slug of one item. */
  async uniqueOne(request: SlugRequest, known?: readonly SlugHolder[]): Promise<string> {
    const [slug = request.slug] = await this.unique([request], known);
    return slug;
  }

  /**
   * The unique slug of an item that is about to be stored; no other item gets it before the transaction ends. `release` is
   * given the items that have it, some of which it may give another, and answers with the slugs that they have then.
   */
  async claim(
    request: SlugRequest,
    release?: (holders: readonly SlugHolder[]) => Promise<readonly SlugHolder[]>,
  ): Promise<string> {
    const { database } = this.#dependencies;
    const isAsked = request.slug !== '' && (release !== undefined || competes(request));
    // What is read behind the lock holds until the transaction ends.
    const [, holders] = await Promise.all([
      lockSlug(request, database),
      slugHolders(isAsked ? [request.slug] : [], database),
    ]);
    return this.uniqueOne(request, (await release?.(holders)) ?? holders);
  }

  #isBad(request: SlugRequest): boolean {
    const { hooks, types, options } = this.#dependencies;
    const { slug, type, parent } = request;
    if (isReserved(request)) return true;
    if (type === 'attachment') return false;
    if (types.get(type)?.hierarchical === true) {
      const bad = looksLikePage(request);
      return hooks.filter('wp_unique_post_slug_is_bad_hierarchical_slug').call(bad, slug, type, parent);
    }
    const bad = looksLikeDate(request, options.get<string>('permalink_structure', ''));
    return hooks.filter('wp_unique_post_slug_is_bad_flat_slug').call(bad, slug, type);
  }
}
