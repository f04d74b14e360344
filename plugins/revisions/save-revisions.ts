import type { PluginHooks } from '../../core/index.ts';
import type { Database, Parameter } from '../database/index.ts';
import type { Post, PostStore, WriteOptions } from '../posts/index.ts';
import { hasChanged } from './changes.ts';
import type { Revisions } from './revisions.ts';

/** The services that revisions are stored with. */
export interface SaveDependencies {
  readonly hooks: PluginHooks;
  readonly database: Database;
  readonly posts: PostStore;
  readonly revisions: Revisions;
}

/** Stores a copy of an item whenever it has been changed, and removes the oldest ones when there are too many. */
export function saveRevisions(dependencies: SaveDependencies): void {
  // Where fewer are kept than before, thousands may have to go with this one.
  dependencies.hooks
    .action('post_updated')
    .tapPromise({ name: 'revisions', timeout: 0 }, async (_id, post, _before, options) => {
      const keep = dependencies.revisions.toKeep(post);
      if (options.autosave || post.status === 'auto-draft' || keep === 0) return;
      const ids = await revisionsOf(post, dependencies);
      const latest = ids[0] === undefined ? null : await dependencies.posts.byId(ids[0]);
      if (latest !== null && !isNews(post, latest, dependencies)) return;
      await saveRevision(post, options, dependencies);
      if (keep > 0) for (const id of ids.slice(keep - 1)) await dependencies.posts.delete(id);
    });
}

function isNews(post: Post, latest: Post, { hooks }: SaveDependencies): boolean {
  if (!hooks.filter('wp_save_post_revision_check_for_changes').call(true, latest, post)) return true;
  const changed = hasChanged(latest, post);
  return hooks.filter('wp_save_post_revision_post_has_changed').call(changed, latest, post);
}

async function saveRevision(post: Post, { by }: WriteOptions, { posts, hooks }: SaveDependencies): Promise<void> {
  // The texts were cleaned when the item was written, so the copy is not cleaned again.
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
async function revisionsOf({ id }: Post, { database }: SaveDependencies): Promise<number[]> {
  const statement = database.prepare('revisions.of', (parameter: Parameter<{ id: number; named: string }>) =>
    database.db
      .selectFrom('posts')
      .select('ID')
      .where('post_parent', '=', parameter('id'))
      .where('post_type', '=', 'revision')
      .where('post_status', '=', 'inherit')
      .where('post_name', 'like', parameter('named'))
      .orderBy('post_date', 'desc')
      .orderBy('ID', 'desc'),
  );
  return (await statement.rows({ id, named: `${id}-revision%` })).map(({ ID }) => ID);
}
