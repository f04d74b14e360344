import type { RestRequest } from '../../../core/index.ts';
import { slugOfFormat } from '../../taxonomies/index.ts';
import type { Post } from '../post.ts';
import type { PostsDependencies, TypeScope } from './dependencies.ts';
import { idOf } from './ids.ts';
import { TEMPLATE, THUMBNAIL } from './item-meta.ts';

const FORMATS = 'post_format';

/** Stores what a request sets beside the item's own row: sticky, image, format, template, terms, meta. */
export async function saveRelated(
  scope: TypeScope<'hooks' | 'meta' | 'metaFields' | 'posts' | 'taxonomies' | 'terms'>,
  post: Post,
  request: RestRequest,
  isNew: boolean,
): Promise<void> {
  const { dependencies, type, hasField } = scope;
  const given = (name: string) => (hasField(name) ? request.getParam(name) : null);
  const [sticky, image, format, template] = ['sticky', 'featured_media', 'format', 'template'].map(given);
  if (sticky !== null) await dependencies.posts.setSticky(post.id, sticky === true);
  if (image !== null) await setImage(post, idOf(image), dependencies);
  if (format) await setFormat(post, String(format), dependencies);
  if (template !== null) await setTemplate(post, String(template), isNew, dependencies);
  for (const [taxonomy, terms] of givenTerms(scope, request))
    await dependencies.terms.setObjectTerms(post.id, taxonomy, terms);
  const meta = given('meta');
  if (meta !== null) await dependencies.metaFields.updateMeta('post', type.name, post.id, meta, request);
}

/** The terms that a request gives to an item, by taxonomy. */
export function givenTerms(
  { dependencies, type, hasField }: TypeScope<'taxonomies'>,
  request: RestRequest,
): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const { name, rest_base, show_in_rest } of dependencies.taxonomies.ofType(type.name)) {
    const terms = show_in_rest && hasField(rest_base) ? request.getParam(rest_base) : null;
    if (Array.isArray(terms)) found.set(name, terms.map(idOf));
  }
  return found;
}

/** Only an image can be a featured image; the id of a missing one changes nothing. */
async function setImage(
  post: Post,
  id: number,
  { posts, meta }: Pick<PostsDependencies, 'meta' | 'posts'>,
): Promise<void> {
  const image = id === 0 ? null : await posts.byId(id);
  if (id !== 0 && image === null) return;
  if (image?.type === 'attachment' && image.mimeType.startsWith('image/')) {
    await meta.set('post', post.id, THUMBNAIL, String(id));
  } else {
    await meta.delete('post', post.id, THUMBNAIL);
  }
}

/** A format is a term of a taxonomy of its own; the standard one is none. */
async function setFormat(post: Post, format: string, { terms }: Pick<PostsDependencies, 'terms'>): Promise<void> {
  if (format === 'standard') return terms.setObjectTerms(post.id, FORMATS, []);
  const slug = slugOfFormat(format);
  const term = (await terms.bySlug(slug, FORMATS)) ?? (await terms.create(FORMATS, slug, { slug }));
  return terms.setObjectTerms(post.id, FORMATS, [term.id]);
}

/** A new item gets a template only if the theme has it. */
async function setTemplate(
  post: Post,
  template: string,
  isNew: boolean,
  { hooks, meta }: Pick<PostsDependencies, 'hooks' | 'meta'>,
): Promise<void> {
  const known = isNew ? await hooks.filter('theme_templates').promise({}, post, post.type) : undefined;
  const isKnown = known === undefined || Object.hasOwn(known, template);
  await meta.set('post', post.id, TEMPLATE, isKnown ? template : '');
}
