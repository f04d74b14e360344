import { definePlugin, type PluginHost, RESOURCE_ROUTES } from '../../core/index.ts';
import { REST_API_VERSION } from '../../core/rest/index.ts';
import { SearchController } from './controller.ts';
import { FormatSearchHandler } from './format-handler.ts';
import { SearchHandler } from './handler.ts';
import { searchHooks } from './hooks.ts';
import { PostSearchHandler } from './post-handler.ts';
import { TermSearchHandler } from './term-handler.ts';

export type { FormatQuery } from './format-handler.ts';
export { SearchHandler, type SearchId, type SearchLinks, type SearchResult } from './handler.ts';

/** The search over everything that has a handler. */
export default definePlugin({
  name: 'search',
  version: '0.1.0',
  description: 'Answers /search: content items, terms, post formats, and what plugins add.',
  group: 'content',
  cacheable: true,
  requires: {
    'content-rendering': '^0.1.0',
    'content-types': '^0.1.0',
    posts: '^0.1.0',
    taxonomies: '^0.1.0',
    terms: '^0.1.0',
  },
  capabilities: ['content:read', 'routes:cms/v2'],
  hooks: searchHooks,
  setup(host) {
    host.hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      const standard = [new PostSearchHandler(server), new TermSearchHandler(server), new FormatSearchHandler(server)];
      const handlers = host.hooks.filter('cms_rest_search_handlers').call(standard);
      new SearchController(server, onlyHandlers(handlers, host)).registerRoutes();
    });
  },
});

/** Leaves out values that are no handlers, and reports them. */
function onlyHandlers(handlers: readonly unknown[], { hooks, log }: PluginHost): SearchHandler[] {
  return handlers.filter((handler): handler is SearchHandler => {
    if (handler instanceof SearchHandler) return true;
    const message = 'A search handler is left out, because it does not extend SearchHandler.';
    hooks.action('doing_it_wrong_run').call('SearchController', message, REST_API_VERSION);
    log.warn(message);
    return false;
  });
}
