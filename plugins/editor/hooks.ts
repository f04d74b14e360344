import { asyncFilter } from '../../core/index.ts';
import type { Post } from '../posts/index.ts';
import type { PreloadPath } from '../preloading/index.ts';

/** The settings of the editor, by the names that its packages read. */
export type EditorSettings = Readonly<Record<string, unknown>>;

/** The hooks that the plugin fires. */
export const editorHooks = {
  block_editor_settings_all: asyncFilter<[settings: EditorSettings, post: Post]>({
    params: ['settings', 'post'],
    requiredPermissions: 'content:write',
    meaning: 'Adjusts what the block editor is started with for an item.',
  }),
  block_editor_rest_api_preload_paths: asyncFilter<[paths: readonly PreloadPath[], post: Post]>({
    params: ['paths', 'post'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the paths of the interface whose answers come with the page of the block editor.',
  }),
};

type EditorHooks = typeof editorHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends EditorHooks {}
}
