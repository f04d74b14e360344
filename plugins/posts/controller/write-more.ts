import type { RestRequest } from '../../../core/index.ts';
import { slugOfFormat } from '../../taxonomies/index.ts';
import type { Post } from '../post.ts';
import { idOf } from './ids.ts';
import { THUMBNAIL } from './item-meta.ts';
import type { PostsKit, TypeScope } from './kit.ts';
import { TEMPLATE } from './templates.ts';

const FORMATS = 'post_format';

/** Stores what a request sets beside the item's own row: sticky, image, format, template, terms, meta. */
export async function writeMore(scope: TypeScope, post: Post, request: RestRequest, isNew: boolean): Promise<void> {
  const { kit, type, hasField } = scope;
  const given = (name: string) => (hasField(name) ? request.getParam(name) : null);
  const [sticky, image, format, template] = ['sticky', 'featured_media', 'format', 'template'].map(given);
  if (sticky !== null) await kit.posts.setSticky(post.id, sticky === true);
  if (image !== null) await setImage(post, idOf(image), kit);
  if (format) await setFormat(post, String(format), kit);
  if (template !== null) await setTemplate(post, String(template), isNew, kit);
  for (const [taxonomy, terms] of givenTerms(scope, request)) await kit.terms.setObjectTerms(post.id, taxonomy, terms);
  const meta = given('meta');
  if (meta !== null) await kit.metaFields.updateMeta('post', type.name, post.id, meta, request);
}

/** The terms that a request gives to an item, by taxonomy. */
export function givenTerms({ kit, type, hasField }: TypeScope, request: RestRequest): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const { name, rest_base, show_in_rest } of kit.taxonomies.ofType(type.name)) {
    const terms = show_in_rest && hasField(rest_base) ? request.getParam(rest_base) : null;
    if (Array.isArray(terms)) found.set(name, terms.map(idOf));
  }
  return found;
}

/** Only an image can stand for an item; an id of nothing changes nothing. */
async function setImage(post: Post, id: number, { posts, meta }: PostsKit): Promise<void> {
  const image = id === 0 ? null : await posts.byId(id);
  if (id !== 0 && image === null) return;
  if (image?.type === 'attachment' && image.mimeType.startsWith('image/')) {
    await meta.set('post', post.id, THUMBNAIL, String(id));
  } else {
    await meta.delete('post', post.id, THUMBNAIL);
  }
}

/** A format is a term of a taxonomy of its own; the standard one is none. */
async function setFormat(post: Post, format: string, { terms }: PostsKit): Promise<void> {
  if (format === 'standard') return terms.setObjectTerms(post.id, FORMATS, []);
  const slug = slugOfFormat(format);
  const term = (await terms.bySlug(slug, FORMATS)) ?? (await terms.create(FORMATS, slug, { slug }));
  return terms.setObjectTerms(post.id, FORMATS, [term.id]);
}

/** A new item gets a template only if the theme has it. */
async function setTemplate(post: Post, template: string, isNew: boolean, { hooks, meta }: PostsKit): Promise<void> {
  const known = isNew ? await hooks.filter('theme_templates').promise({}, post, post.type) : undefined;
  const isKnown = known === undefined || Object.hasOwn(known, template);
  await meta.set('post', post.id, TEMPLATE, isKnown ? template : '');
}
