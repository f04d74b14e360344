import type { PluginHooks } from '../../core/index.ts';
import type { Database } from '../database/index.ts';
import type { Post, PostStore, WriteOptions } from '../posts/index.ts';
import { hasChanged } from './changes.ts';
import type { Revisions } from './revisions.ts';

/** What revisions are stored with. */
export interface SaveKit {
  readonly hooks: PluginHooks;
  readonly database: Database;
  readonly posts: PostStore;
  readonly revisions: Revisions;
}

/** Keeps a copy of an item whenever it has been changed, and removes the oldest ones when there are too many. */
export function saveRevisions(kit: SaveKit): void {
  kit.hooks.action('post_updated').tap('revisions', async (_id, post, _before, options) => {
    const keep = kit.revisions.toKeep(post);
    if (options.autosave || post.status === 'auto-draft' || keep === 0) return;
    const ids = await revisionsOf(post, kit);
    const latest = ids[0] === undefined ? null : await kit.posts.byId(ids[0]);
    if (latest !== null && !isNews(post, latest, kit)) return;
    await saveRevision(post, options, kit);
    if (keep > 0) for (const id of ids.slice(keep - 1)) await kit.posts.delete(id);
  });
}

function isNews(post: Post, latest: Post, { hooks }: SaveKit): boolean {
  if (!hooks.filter('wp_save_post_revision_check_for_changes').call(true, latest, post)) return true;
  const changed = hasChanged(latest, post);
  return hooks.filter('wp_save_post_revision_post_has_changed').call(changed, latest, post);
}

async function saveRevision(post: Post, { by }: WriteOptions, { posts, hooks }: SaveKit): Promise<void> {
  // The texts were cleaned when the item was written: a copy is made as it is.
  const revision = await posts.insert({
    type: 'revision',
    status: 'inherit',
    parent: post.id,
    name: `${post.id}-revision-v1`,
    author: by?.id ?? post.author,
    title: post.title,
    content: post.content,
    excerpt: post.excerpt,
    date: post.modified,
    dateGmt: post.modifiedGmt,
  });
  await hooks.action('_wp_put_post_revision').promise(revision.id);
}

/** The ids of an item's revisions, newest first, autosaves aside. */
async function revisionsOf({ id }: Post, { database }: SaveKit): Promise<number[]> {
  const rows = await database.db
    .selectFrom('posts')
    .select('ID')
    .where('post_parent', '=', id)
    .where('post_type', '=', 'revision')
    .where('post_status', '=', 'inherit')
    .where('post_name', 'like', `${id}-revision%`)
    .orderBy('post_date', 'desc')
    .orderBy('ID', 'desc')
    .execute();
  return rows.map(({ ID }) => ID);
}
