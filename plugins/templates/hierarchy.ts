/** Names of content types and taxonomies, which slugs of templates may hold. */
export interface SlugWords {
  readonly types: readonly string[];
  readonly taxonomies: readonly string[];
}

const ARCHIVES = /^(?:author|category|tag|taxonomy|date)(?:-|$)/;
const SINGULAR = /^(?:single|page|attachment)(?:-|$)/;

/**
 * The slugs of the templates that may be used in place of `slug`, the most specific first: for `category-news` these
 * are `category-news`, `category`, `archive` and `index`.
 */
export function templateHierarchy(slug: string, isCustom: boolean, prefix: string, words: SlugWords): string[] {
  if (slug === 'index') return ['index'];
  if (isCustom) return ['page', 'singular', 'index'];
  if (slug === 'front-page') return ['front-page', 'home', 'index'];
  const slugs = [slug, ...general(slug, prefix, words)];
  if (slug === 'attachment') slugs.push('single');
  if (SINGULAR.test(slug)) slugs.push('singular');
  if (ARCHIVES.test(slug)) slugs.push('archive');
  return [...new Set([...slugs, 'index'])];
}

/** The more general slug of a slug: `single-book` for `single-book-dune`, and `single` for that. */
function general(slug: string, prefix: string, words: SlugWords): string[] {
  if (prefix !== '') return [prefix, prefix.split('-', 1)[0]!];
  const [, plain] = /^(author|category|tag|page|archive)-./.exec(slug) ?? [];
  if (plain !== undefined) return [plain];
  const [, family, rest = ''] = /^(single|taxonomy)-(.+)$/.exec(slug) ?? [];
  if (family === undefined) return [];
  const names = family === 'single' ? words.types : words.taxonomies;
  const name = names.find((one) => rest.startsWith(`${one}-`));
  return name === undefined ? [family] : [`${family}-${name}`, family];
}
