import type { Brand } from '../../core/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import type { Taxonomies } from '../taxonomies/index.ts';
import type { WxrItem, WxrMeta, WxrTerm } from './records.ts';

/** A name of WordPress itself, or the neutral one: `wp_block`, `cms_block`. */
const BRANDED = /^(?:wp|cms)_(.+)$/;
/** The keys of metadata that bear the brand, without it. */
const KEYS: ReadonlySet<string> = new Set(['pattern_sync_status']);

/** The services that say which names a site has. */
export interface NameDependencies {
  readonly brand: Brand;
  readonly types: ContentTypes;
  readonly taxonomies: Taxonomies;
}

/**
 * Gives the content types and taxonomies of an export, and what metadata bears their brand, the names that they have on this
 * site: `wp_block` is `cms_block` where the brand is `cms`, unless a plugin registers `wp_block` itself.
 */
export class OwnNames {
  readonly #dependencies: NameDependencies;

  constructor(dependencies: NameDependencies) {
    this.#dependencies = dependencies;
  }

  ofItem(item: WxrItem): WxrItem {
    const { types } = this.#dependencies;
    const type = this.#own(item.type, (name) => types.get(name) !== undefined);
    return { ...item, type, terms: item.terms.map((term) => this.ofTerm(term)), meta: this.#ofMeta(item.meta) };
  }

  ofTerm<T extends Pick<WxrTerm, 'taxonomy'>>(term: T): T {
    const { taxonomies } = this.#dependencies;
    return { ...term, taxonomy: this.#own(term.taxonomy, (name) => taxonomies.get(name) !== undefined) };
  }

  #ofMeta(meta: readonly WxrMeta[]): readonly WxrMeta[] {
    const { brand } = this.#dependencies;
    return meta.map((each) => {
      const [, rest = ''] = BRANDED.exec(each.key) ?? [];
      return KEYS.has(rest) ? { ...each, key: brand.typeName(rest) } : each;
    });
  }

  #own(name: string, isRegistered: (name: string) => boolean): string {
    const [, rest] = BRANDED.exec(name) ?? [];
    if (rest === undefined || isRegistered(name)) return name;
    const own = this.#dependencies.brand.typeName(rest);
    return isRegistered(own) ? own : name;
  }
}
