import { definePlugin, type RequestContext, type RestServer, serviceToken } from '../../core/index.ts';
import { type PreloadPath, preload } from './preload.ts';

export type { Preloaded, PreloadPath } from './preload.ts';

/** Requests paths of the interface in advance, for a page whose scripts will need the answers (4.3). */
export interface Preloader {
  /** The answers that the user of the context gets, by path; those of OPTIONS are under `OPTIONS`, by path. */
  preload(paths: readonly PreloadPath[], context: RequestContext): Promise<Record<string, unknown>>;
}

/** The token of preloading. */
export const Preloader = serviceToken('preloader', {
  requiredPermissions: ['content:read', 'users:read', 'options:read'],
});

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    preloader: Preloader;
  }
}

/** Preloading of GET and OPTIONS answers (4.3). */
export default definePlugin({
  name: 'preloading',
  version: '0.1.0',
  description: 'Lets pages carry answers of the interface, so that scripts need not request them.',
  group: 'framework',
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
