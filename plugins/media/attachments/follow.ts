import type { PluginHooks } from '../../../core/index.ts';
import type { Database } from '../../database/index.ts';
import type { MetaStore } from '../../meta/index.ts';
import type { MediaStorage } from '../storage/media-storage.ts';
import { FILE_KEYS, storedPaths } from './files.ts';

/** The key under which an item keeps the id of the image that stands for it. */
const THUMBNAIL = '_thumbnail_id';

/** What follows the life of attachments. */
export interface FollowKit {
  readonly hooks: PluginHooks;
  readonly database: Database;
  readonly meta: MetaStore;
  readonly storage: MediaStorage;
}

/** Tells of attachments that are stored; removes what belongs to those that are deleted. */
export function followAttachments(kit: FollowKit): void {
  const { hooks, database, meta } = kit;
  hooks
    .action('save_post_attachment')
    .tap('attachments', (id, post, isUpdate) =>
      hooks.action(isUpdate ? 'edit_attachment' : 'add_attachment').promise(id, post),
    );
  hooks.action('before_delete_post').tap('attachments', async (id, post) => {
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
      for (const path of paths) await kit.storage.delete(path);
    };
    // Answers tell of files what is stored of them, and not whether they are there.
    database.afterCommit(remove, { changesAnswers: false });
  });
}
