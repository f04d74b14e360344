import { isReserved, looksLikeDate, looksLikePage } from './bad-slug.ts';
import type { PostStoreDependencies } from './dependencies.ts';
import { lockSlug } from './lock-slug.ts';
import { type SlugRequest, type SlugRules, uniqueSlugs } from './unique-slug.ts';

type SlugRuleDependencies = Pick<PostStoreDependencies, 'database' | 'hooks' | 'options' | 'types'>;

/** Makes slugs unique by the rules and hooks of a site. */
export class Slugs {
  readonly #dependencies: SlugRuleDependencies;
  readonly #rules: SlugRules;

  constructor(dependencies: SlugRuleDependencies) {
    this.#dependencies = dependencies;
    this.#rules = { typeOf: (name) => dependencies.types.get(name), isBad: (request) => this.#isBad(request) };
  }

  /** The unique slugs of many items, in their order. */
  async unique(requests: readonly SlugRequest[]): Promise<string[]> {
    const { hooks, database } = this.#dependencies;
    const early = hooks.filter('pre_wp_unique_post_slug');
    const late = hooks.filter('wp_unique_post_slug');
    const slugs = await uniqueSlugs(requests, this.#rules, database);
    if (!early.isUsed() && !late.isUsed()) return slugs;
    return Promise.all(
      requests.map(async ({ slug, id, status, type, parent }, index) => {
        const instead = await early.promise(null, slug, id, status, type, parent);
        return instead ?? late.promise(slugs[index]!, id, status, type, parent, slug);
      }),
    );
  }

  /** The unique slug of one item. */
  async uniqueOne(request: SlugRequest): Promise<string> {
    const [slug = request.slug] = await this.unique([request]);
    return slug;
  }

  /** The unique slug of an item that is about to be stored; no other item gets it before the transaction ends. */
  async claim(request: SlugRequest): Promise<string> {
    await lockSlug(request, this.#dependencies.database);
    return this.uniqueOne(request);
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
