/** Names of content types and taxonomies, which slugs of templates may hold. */
export interface SlugWords {
  readonly types: readonly string[];
  readonly taxonomies: readonly string[];
}

const ARCHIVES = /^(?:author|category|tag|taxonomy|date)(?:-|$)/;
const SINGULAR = /^(?:single|page|attachment)(?:-|$)/;

/**
 * The slugs of the templates that may show what `slug` stands for, the most particular first: for
 * `category-news` these are `category-news`, `category`, `archive` and `index`.
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

/** What a slug is a case of: `single-book-dune` of `single-book`, and that of `single`. */
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
