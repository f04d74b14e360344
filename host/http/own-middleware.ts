import type { Generation } from '../../core/generation.ts';
import { HTTP_STAGES, PluginHooks } from '../../core/index.ts';
import { HTTP_HOST } from '../../core/rest/index.ts';
import type { Application } from './application.ts';

/**
 * Adds the host's middleware to `http_app`, between the middleware of plugins:
 *
 * | stage | middleware                                     |
 * |------:|------------------------------------------------|
 * |     0 | of plugins, before all others                  |
 * |    50 | the response cache, which is a plugin          |
 * |   100 | the interface                                  |
 * |   200 | pages and files, which plugins register        |
 * |   300 | of plugins, for requests not answered so far   |
 */
export function addOwnMiddleware({ hooks }: Generation): void {
  const action = new PluginHooks(hooks, HTTP_HOST).action('http_app');
  // Only the type is imported, because Koa is loaded with the first HTTP request.
  action.tap({ name: 'interface', stage: HTTP_STAGES.interface, pure: true }, (app) =>
    (app as Application).useInterface(),
  );
  action.tap({ name: 'pages', stage: HTTP_STAGES.pages, pure: true }, (app) => (app as Application).usePages());
}
