import { filter } from '../../core/index.ts';
import type { ServedPage } from '../../core/rest/index.ts';
import type { PreloadPath } from '../preloading/index.ts';

/** The hooks that the plugin fires. */
export const clientSettingsHooks = {
  client_preload_paths: filter<[paths: readonly PreloadPath[], page: ServedPage]>({
    params: ['paths', 'page'],
    requiredPermissions: 'pages',
    meaning: 'Adjusts which paths of the interface a page that hosts a client carries the answers of.',
    section: '4.3',
  }),
};

type ClientSettingsHooks = typeof clientSettingsHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends ClientSettingsHooks {}
}
