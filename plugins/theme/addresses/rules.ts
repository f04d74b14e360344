import { trimAscii } from '../../../core/text/index.ts';
import type { ContentType } from '../../content-types/index.ts';
import type { Taxonomy } from '../../taxonomies/index.ts';
import type { ThemeDependencies } from '../dependencies.ts';
import { type PostPattern, postPattern } from './post-pattern.ts';

/** The rules by which addresses are read, made of the site's options. */
export interface Rules {
  /** How the addresses of posts are built; undefined where addresses are plain. */
  readonly posts: PostPattern | undefined;
  /** The prefix of all addresses but those of posts: empty, or `index.php/`. */
  readonly root: string;
  /** The prefix of the addresses of archives, which those of posts have too: empty, or for instance `blog/`. */
  readonly front: string;
  readonly taxonomies: readonly (Taxonomy & { readonly base: string })[];
  readonly types: readonly ContentType[];
}

/** The options that set the first part of the addresses of built-in taxonomies. */
const BASES: ReadonlyMap<string, string> = new Map([
  ['category', 'category_base'],
  ['post_tag', 'tag_base'],
]);

const bare = (path: string): string => trimAscii(path, '/');
const slashed = (path: string): string => (bare(path) === '' ? '' : `${bare(path)}/`);

/** The rules by which the site's addresses are read at present. */
export function readRules({
  site,
  options,
  types,
  taxonomies,
}: Pick<ThemeDependencies, 'options' | 'site' | 'taxonomies' | 'types'>): Rules {
  const structure = site.permalinks === 'plain' ? '' : (options?.get('permalink_structure', '') ?? '');
  const index = `${site.index}/`;
  const pattern = bare(structure).replace(index, '');
  const root = site.permalinks === 'index' || bare(structure).startsWith(index) ? index : '';
  const front = root + slashed(pattern.slice(0, Math.max(pattern.indexOf('%'), 0)));
  const shown = (taxonomies?.all() ?? []).filter(({ publicly_queryable }) => publicly_queryable);
  return {
    posts: pattern === '' ? undefined : postPattern(root + pattern),
    root,
    front,
    taxonomies: shown.map((taxonomy) => {
      const chosen = bare(options?.get(BASES.get(taxonomy.name) ?? '', '') ?? '');
      const slug = taxonomy.rewrite === false ? '' : bare(taxonomy.rewrite.slug);
      return { ...taxonomy, base: slug === '' ? '' : chosen === '' ? front + slashed(slug) : root + slashed(chosen) };
    }),
    types: (types?.all() ?? []).filter(({ builtin, publicly_queryable }) => !builtin && publicly_queryable),
  };
}
