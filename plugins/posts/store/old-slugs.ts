import type { PluginHooks } from '../../../core/index.ts';
import type { ContentTypes } from '../../content-types/index.ts';
import type { Database } from '../../database/index.ts';
import type { MetaStore } from '../../meta/index.ts';
import type { Post } from '../post.ts';

/** The keys under which an item keeps each slug and each day that it had before. */
const OLD_SLUG = '_wp_old_slug';
const OLD_DATE = '_wp_old_date';

/** The statuses of items whose addresses are public. */
const SHOWN = ['publish', 'inherit'];

/** The services that old slugs are stored with. */
interface OldSlugDependencies {
  readonly hooks: PluginHooks;
  readonly types: ContentTypes;
  readonly meta: MetaStore;
}

/**
 * Stores the former slug of a published item whose slug changes, and the former day of one whose date does, so that its old
 * address leads to the new one. Hierarchical types are left out: their addresses are made of more than one slug.
 */
export function keepOldSlugs({ hooks, types, meta }: OldSlugDependencies): void {
  const isFollowed = ({ type, status }: Post) =>
    (status === 'publish' || (type === 'attachment' && status === 'inherit')) &&
    types.get(type)?.hierarchical === false;
  const keep = async (id: number, key: string, now: string, before: string) => {
    if (now === before || before === '') return;
    const known = await meta.get('post', id, key);
    if (!known.includes(before)) await meta.add('post', id, key, before);
    if (known.includes(now)) await meta.delete('post', id, key, now);
  };
  hooks.action('post_updated').tapPromise('old-slugs', async (id, post, before) => {
    if (!isFollowed(post)) return;
    await keep(id, OLD_SLUG, post.name, before.name);
    await keep(id, OLD_DATE, dayOf(post), dayOf(before));
  });
}

const dayOf = ({ date }: Post): string => date.slice(0, 10);

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
