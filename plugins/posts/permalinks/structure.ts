import type { Site } from '../../../core/index.ts';
import type { Options } from '../../options/index.ts';
import type { Post } from '../post.ts';

const DATE = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/;
const TAG = /%(\w+)%/g;

/** How the addresses of a site are built. */
export class Structure {
  readonly #site: Site;
  readonly #options: Options;
  /** The pattern that was split last; it is cached, since all posts have the same one. */
  #split: { readonly pattern: string; readonly parts: readonly string[] } = { pattern: '', parts: [''] };

  constructor(site: Site, options: Options) {
    this.#site = site;
    this.#options = options;
  }

  /** The pattern of the addresses of posts; empty when addresses are plain. */
  get pattern(): string {
    const pattern = this.#site.permalinks === 'plain' ? '' : String(this.#options.get('permalink_structure', ''));
    const isShort = this.#site.permalinks === 'index' && pattern !== '' && !pattern.startsWith(`/${this.#site.index}/`);
    return isShort ? `/${this.#site.index}${pattern}` : pattern;
  }

  /** What stands before the addresses of everything but posts. */
  get root(): string {
    return this.pattern.startsWith(`/${this.#site.index}/`) ? `/${this.#site.index}/` : '/';
  }

  /** What stands before the addresses of the items of types that plugins made. */
  get front(): string {
    return this.pattern.slice(0, Math.max(this.pattern.indexOf('%'), 0)) || '/';
  }

  /** The address of a path of the site. */
  home(path = '/'): string {
    return `${this.#site.home}/${path.replace(/^\/+/, '')}`;
  }

  /** A path that ends in a slash when the addresses of posts do. */
  slashed(path: string): string {
    return this.pattern.endsWith('/') ? `${withoutSlash(path)}/` : withoutSlash(path);
  }

  /** Puts the values of tags into a pattern; a tag without a value stays. */
  fill(pattern: string, values: Readonly<Record<string, string | undefined>>): string {
    if (this.#split.pattern !== pattern) this.#split = { pattern, parts: pattern.split(TAG) };
    let filled = '';
    // The names of tags stand at the odd places.
    for (const [place, part] of this.#split.parts.entries()) {
      const isTag = place % 2 === 1;
      filled += isTag ? ((Object.hasOwn(values, part) ? values[part] : undefined) ?? `%${part}%`) : part;
    }
    return filled;
  }
}

/** The values of the tags that come from an item's own columns. */
export function ownTags({ id, date, name }: Post): Record<string, string> {
  const [, year = '', monthnum = '', day = '', hour = '', minute = '', second = ''] = DATE.exec(date) ?? [];
  return { year, monthnum, day, hour, minute, second, post_id: String(id), postname: name, pagename: name };
}

const withoutSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);
