import type { PluginHooks } from '../../../core/index.ts';
import type { Database } from '../../database/index.ts';
import type { MetaStore } from '../../meta/index.ts';
import type { MediaStorage } from '../storage/media-storage.ts';
import { FILE_KEYS, storedPaths } from './files.ts';

/** The key under which an item stores the id of its featured image. */
const THUMBNAIL = '_thumbnail_id';

/** The services that following the lifecycle of attachments needs. */
export interface FollowDependencies {
  readonly hooks: PluginHooks;
  readonly database: Database;
  readonly meta: MetaStore;
  readonly storage: MediaStorage;
}

/** Fires the hooks of attachments that are stored, and removes the files and references of those that are deleted. */
export function followAttachments(dependencies: FollowDependencies): void {
  const { hooks, database, meta } = dependencies;
  hooks
    .action('save_post_attachment')
    .tapPromise('attachments', (id, post, isUpdate) =>
      hooks.action(isUpdate ? 'edit_attachment' : 'add_attachment').promise(id, post),
    );
  hooks.action('before_delete_post').tapPromise('attachments', async (id, post) => {
    if (post.type !== 'attachment') return;
    await hooks.action('delete_attachment').promise(id, post);
    const values = (await meta.load('post', [id], FILE_KEYS)).get(id) ?? new Map<string, unknown[]>();
    const paths = storedPaths(values);
    // No item shows an image that is gone.
    await database.db
      .deleteFrom('postmeta')
      .where('meta_key', '=', THUMBNAIL)
      .where('meta_value', '=', String(id))
      .execute();
    const remove = async () => {
      for (const path of paths) await dependencies.storage.delete(path);
    };
    // Answers show the stored data of files, and do not depend on whether the files exist.
    database.afterCommit(remove, { changesAnswers: false });
  });
}
