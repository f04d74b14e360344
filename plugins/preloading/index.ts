import { definePlugin, type RequestContext, type RestServer, serviceToken } from '../../core/index.ts';
import { type PreloadPath, preload } from './preload.ts';

export type { Preloaded, PreloadPath } from './preload.ts';

/** Asks paths of the interface ahead of a page that will need the answers (4.3). */
export interface Preloader {
  /** The answers by path, and those to OPTIONS by path under `OPTIONS`, as the user of the context gets them. */
  preload(paths: readonly PreloadPath[], context: RequestContext): Promise<Record<string, unknown>>;
}

/** The token of preloading. */
export const Preloader = serviceToken('preloader', { needs: ['content:read', 'users:read', 'options:read'] });

declare module '../../core/services.ts' {
  interface ServiceCatalogue {
    preloader: Preloader;
  }
}

/** Preloading of GET and OPTIONS answers (4.3). */
export default definePlugin({
  name: 'preloading',
  version: '0.1.0',
  description: 'Lets pages carry answers of the interface, so that scripts need not ask for them.',
  cacheable: true,
  setup({ hooks, provide }) {
    let server: RestServer | undefined;
    hooks.action('rest_api_init').tap('preloading', (created) => {
      server = created;
    });
    provide(Preloader, {
      preload: async (paths, context) => (server === undefined ? {} : preload(paths, context, server)),
    });
  },
});
