import type { RequestContext } from '../../core/index.ts';
import { metaOf, type Post, type PostsDependencies } from '../posts/index.ts';
import { formatOfSlug } from '../taxonomies/index.ts';
import { sanitizeHtmlClass } from './html-class.ts';

/** The classes of an item: its type, status and format, whether it has a picture or a password, and its terms. */
export async function classesOf(
  post: Post,
  dependencies: Pick<PostsDependencies, 'meta' | 'taxonomies' | 'types'> & {
    readonly postTerms: Pick<PostsDependencies['postTerms'], 'of'>;
  },
  context: RequestContext,
): Promise<string[]> {
  const [terms, meta] = await Promise.all([
    dependencies.postTerms.of(post, context),
    metaOf(post, dependencies, context),
  ]);
  const has = (feature: string) => dependencies.types.supports(post.type, feature);
  const format = terms.find(({ taxonomy }) => taxonomy === 'post_format');
  const shown = dependencies.taxonomies
    .ofType(post.type)
    .filter((taxonomy) => taxonomy.public && taxonomy.name !== 'post_format')
    .flatMap(({ name }) => terms.filter(({ taxonomy }) => taxonomy === name));
  return [
    `post-${post.id}`,
    post.type,
    `type-${post.type}`,
    `status-${post.status}`,
    ...(has('post-formats') ? [`format-${(format && formatOfSlug(format.slug)) ?? 'standard'}`] : []),
    ...(post.password === '' ? [] : ['post-password-required']),
    ...(has('thumbnail') && post.password === '' && Number(meta.get('_thumbnail_id')?.[0]) > 0
      ? ['has-post-thumbnail']
      : []),
    'hentry',
    ...shown.map(({ taxonomy, slug, id }) => `${PREFIXES[taxonomy] ?? taxonomy}-${classOf(slug, id)}`),
  ];
}

/** The prefixes of terms' classes that differ from the taxonomy's name. */
const PREFIXES: Readonly<Record<string, string>> = { post_tag: 'tag' };

/** A slug as a class; one that is no more than a number or dashes is replaced by the id. */
function classOf(slug: string, id: number): string {
  const cleaned = sanitizeHtmlClass(slug, String(id));
  return /^[\d-]*$/.test(cleaned) ? String(id) : cleaned;
}
