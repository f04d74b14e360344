import { claim } from '../../core/hooks/index.ts';
import { definePlugin, RESOURCE_ROUTES } from '../../core/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { PostStore } from '../posts/index.ts';
import { OF_THEMES } from '../themes/index.ts';
import { NavigationController } from './controller.ts';
import { NavigationFallback } from './fallback.ts';
import { FallbackController } from './fallback-controller.ts';

/** Menus of blocks: a content type, and the menu that is shown where none was chosen. */
export default definePlugin({
  name: 'navigation',
  version: '0.1.0',
  description: 'Answers /navigation, the menus made of blocks, and finds the menu to show where none is chosen.',
  group: 'editor',
  cacheable: true,
  requires: { 'content-types': '^0.1.0', posts: '^0.1.0', themes: '^0.1.0' },
  capabilities: ['content:write', 'routes:*'],
  setup({ hooks, brand, use }) {
    const name = brand.typeName('navigation');
    const types = use(ContentTypes);
    hooks.action('init').tap('navigation', () => {
      types.register(name, {
        builtin: true,
        labels: { name: 'Navigation Menus', singular_name: 'Navigation Menu' },
        supports: ['title', 'editor', 'revisions'],
        capabilities: OF_THEMES,
        map_meta_cap: true,
        show_in_rest: true,
        rest_base: 'navigation',
        controller: claim(NavigationController),
        query_var: false,
        rewrite: false,
      });
    });
    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      const type = types.get(name);
      if (type === undefined) return;
      const fallback = new NavigationFallback(use(PostStore), name);
      new FallbackController(server, { type, fallback }).registerRoutes();
    });
  },
});
