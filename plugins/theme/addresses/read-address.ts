import { trimAscii, trimEnd } from '../../../core/text/index.ts';
import type { ThemeDependencies } from '../dependencies.ts';
import { numberIn, type PageRequest } from './page-request.ts';
import { plainTarget } from './plain.ts';
import { prettyTargets } from './pretty.ts';
import { type Rules, readRules } from './rules.ts';

const FEED = /(?:^|\/)(?:(comments)\/)?feed(?:\/(rdf|rss2?|atom))?$/;
const PAGE = /(?:^|\/)page\/(\d{1,9})$/;
const COMMENTS_PAGE = /\/comment-page-(\d{1,9})$/;

/** Reads the addresses of the site. */
export class AddressReader {
  readonly #dependencies: ThemeDependencies;
  #known: { readonly key: string; readonly rules: Rules } | undefined;

  constructor(dependencies: ThemeDependencies) {
    this.#dependencies = dependencies;
  }

  /** The rules of the addresses, made anew when options, types or taxonomies have changed. */
  get rules(): Rules {
    const { options, types, taxonomies } = this.#dependencies;
    const texts = ['permalink_structure', 'category_base', 'tag_base'].map((name) => options?.get(name, ''));
    const key = JSON.stringify([texts, types?.all().length, taxonomies?.all().length]);
    if (this.#known?.key !== key) this.#known = { key, rules: readRules(this.#dependencies) };
    return this.#known.rules;
  }

  /** The request that a path and a query make; undefined for a path that cannot be read. */
  read(rawPath: string, querystring: string): PageRequest | undefined {
    const query = new URLSearchParams(querystring);
    const decoded = decode(this.#withoutFolder(rawPath));
    if (decoded === undefined) return undefined;
    let path = trimAscii(decoded, '/');
    const cut = (pattern: RegExp): RegExpExecArray | null => {
      const found = pattern.exec(path);
      if (found !== null) path = path.slice(0, found.index);
      return found;
    };
    const feed = cut(FEED);
    const page = cut(PAGE)?.[1];
    const commentsPage = cut(COMMENTS_PAGE)?.[1];
    const { site } = this.#dependencies;
    const isFront = path === '' || path === site.index;
    const plain = isFront ? plainTarget(query, this.rules) : undefined;
    // Plain addresses may name the front controller.
    const bare = isFront ? '' : path;
    return {
      targets: plain === undefined ? prettyTargets(bare, this.rules) : [plain],
      page: numberIn(page ?? query.get('paged')) ?? 1,
      commentsPage: numberIn(commentsPage ?? query.get('cpage')) ?? 1,
      feed: feed === null ? (query.get('feed')?.replace(/^comments-/, '') ?? undefined) : (feed[2] ?? 'feed'),
      commentsFeed: feed?.[1] !== undefined || query.get('feed')?.startsWith('comments-') === true,
      preview: query.get('preview') === 'true',
      path: decoded,
      query,
    };
  }

  #withoutFolder(path: string): string {
    const folder = trimEnd(new URL(this.#dependencies.site.home).pathname, '/');
    return folder !== '' && (path === folder || path.startsWith(`${folder}/`)) ? path.slice(folder.length) : path;
  }
}

/** A path without its percent signs; undefined for one that is not UTF-8, or has a segment that no address has. */
export function decode(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path);
    return decoded.includes('\0') ? undefined : decoded;
  } catch {
    return undefined;
  }
}
