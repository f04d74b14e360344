import type { PluginHooks } from '../../core/index.ts';
import type { Database } from '../database/index.ts';
import type { MetaStore } from '../meta/index.ts';
import type { PostStore } from '../posts/index.ts';
import type { FontFiles } from './font-files.ts';

/** The key under which a face stores the names of its files. */
export const FILE = '_wp_font_face_file';

/** The services that following the lifecycle of fonts needs. */
export interface FollowDependencies {
  readonly hooks: PluginHooks;
  readonly database: Database;
  readonly meta: MetaStore;
  readonly posts: PostStore;
  readonly files: () => FontFiles;
  /** The names of the content types. */
  readonly types: { readonly family: string; readonly face: string };
}

/** Removes what belongs to families and faces that are deleted; neither can be put in the trash. */
export function followFonts({ hooks, database, meta, posts, files, types }: FollowDependencies): void {
  for (const type of Object.values(types)) {
    hooks
      .filter('rest_{post_type}_trashable')
      .for(type)
      .tap('fonts', () => false);
  }
  hooks.action('before_delete_post').tapPromise('fonts', async (id, { type }) => {
    if (type === types.family) {
      const faces = await posts.query({ types: [types.face], statuses: ['any'], parents: [id], perPage: -1 });
      for (const face of faces.ids) await posts.delete(face);
    }
    if (type !== types.face) return;
    const names = await meta.get('post', id, FILE);
    database.afterCommit(() => files().remove(names), { changesAnswers: false });
  });
}
