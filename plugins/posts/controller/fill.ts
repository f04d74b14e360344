import type { FieldSelection, RestRequest } from '../../../core/index.ts';
import type { Post } from '../post.ts';
import { metaLoader } from './item-meta.ts';
import type { TypeScope } from './kit.ts';

/** Fields that are made of an item's metadata, links to its image among them. */
const OF_META = ['meta', 'featured_media', 'template', '_links', '_embedded'];

/** What of items' terms and metadata belongs to the wanted fields. */
export function storedParts({ kit, type }: TypeScope, fields: FieldSelection): { terms: boolean; meta: boolean } {
  const taxonomies = kit.taxonomies.ofType(type.name);
  const ofTerms = ['format', ...taxonomies.map(({ rest_base }) => rest_base)];
  const has = (name: string) => fields.has(name);
  return { terms: taxonomies.length > 0 && ofTerms.some(has), meta: OF_META.some(has) };
}

/** Reads what is stored beside items and belongs to the wanted fields, in one statement of a kind. */
export async function fillItems(
  scope: TypeScope,
  posts: readonly Post[],
  request: RestRequest,
  fields: FieldSelection,
): Promise<void> {
  const { kit } = scope;
  const { context } = request;
  const ids = posts.map(({ id }) => id);
  const { terms, meta } = storedParts(scope, fields);
  if (terms) await kit.postTerms.fill(ids, context);
  if (meta) await metaLoader(kit, context).fill(ids);
  await kit.hooks.action('rest_post_items').run(posts, request, fields);
}
