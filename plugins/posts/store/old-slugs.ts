import type { PluginHooks } from '../../../core/index.ts';
import type { ContentTypes } from '../../content-types/index.ts';
import type { Database } from '../../database/index.ts';
import type { MetaStore } from '../../meta/index.ts';
import type { Post } from '../post.ts';

/** The key under which an item keeps each slug that it had before. */
const OLD_SLUG = '_wp_old_slug';

/** The statuses of items whose addresses are public. */
const SHOWN = ['publish', 'inherit'];

/** The services that old slugs are stored with. */
interface OldSlugDependencies {
  readonly hooks: PluginHooks;
  readonly types: ContentTypes;
  readonly meta: MetaStore;
}

/**
 * Stores the former slug of a published item whose slug changes, so that its old address leads to the new one.
 * Hierarchical types are left out: their addresses are made of more than one slug.
 */
export function keepOldSlugs({ hooks, types, meta }: OldSlugDependencies): void {
  const isFollowed = ({ type, status }: Post) =>
    (status === 'publish' || (type === 'attachment' && status === 'inherit')) &&
    types.get(type)?.hierarchical === false;
  hooks.action('post_updated').tapPromise('old-slugs', async (id, post, before) => {
    if (post.name === before.name || before.name === '' || !isFollowed(post)) return;
    const known = await meta.get('post', id, OLD_SLUG);
    if (!known.includes(before.name)) await meta.add('post', id, OLD_SLUG, before.name);
    if (known.includes(post.name)) await meta.delete('post', id, OLD_SLUG, post.name);
  });
}

/** The published item of a type that had a slug before, the newest of several. */
export async function idByOldSlug(slug: string, type: string, { db }: Database): Promise<number | undefined> {
  const row = await db
    .selectFrom('postmeta')
    .innerJoin('posts', 'posts.ID', 'postmeta.post_id')
    .select('posts.ID')
    .where('meta_key', '=', OLD_SLUG)
    .where('meta_value', '=', slug)
    .where('post_type', '=', type)
    .where('post_status', 'in', SHOWN)
    .orderBy('posts.ID', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : Number(row.ID);
}
