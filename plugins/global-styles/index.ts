import { claim } from '../../core/hooks/index.ts';
import { definePlugin, RESOURCE_ROUTES, type RestServer } from '../../core/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { Database } from '../database/index.ts';
import { PostStore } from '../posts/index.ts';
import { OF_THEMES, Themes } from '../themes/index.ts';
import { GlobalStylesController } from './controller.ts';
import { createGlobalStyles, GlobalStyles } from './global-styles.ts';
import { ThemeStylesController } from './theme-controller.ts';

export { GlobalStyles } from './global-styles.ts';
export type { ThemeJson } from './theme-json.ts';

/** Global styles: the settings and styles of blocks that a theme defines, and the site's changes to them. */
export default definePlugin({
  name: 'global-styles',
  version: '0.1.0',
  description: 'Keeps what a site changes of the styles of its theme, and answers /global-styles.',
  group: 'editor',
  cacheable: true,
  requires: { 'content-types': '^0.1.0', database: '^0.1.0', posts: '^0.1.0', themes: '^0.1.0' },
  capabilities: ['content:write', 'database', 'files', 'options:read', 'requests', 'routes:cms/v2'],
  setup(host) {
    const { hooks, brand, use } = host;
    const [themes, types] = [use(Themes), use(ContentTypes)];
    const typeName = brand.typeName('global_styles');
    const styles = createGlobalStyles({
      database: use(Database),
      themes,
      posts: use(PostStore),
      brand,
      typeName,
      log: host.log,
    });
    host.provide(GlobalStyles, styles);

    hooks.action('init').tap('global-styles', () => {
      types.register(typeName, {
        builtin: true,
        labels: { name: 'Global styles', singular_name: 'Global styles' },
        supports: ['title', 'editor', 'revisions'],
        capabilities: { ...OF_THEMES, read: 'edit_posts' },
        map_meta_cap: true,
        show_in_rest: true,
        rest_base: 'global-styles',
        controller: claim(GlobalStylesController),
        query_var: false,
        rewrite: false,
        delete_with_user: false,
      });
    });
    let server: RestServer | undefined;
    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (created) => {
      server = created;
      new ThemeStylesController(created, { themes, types, styles }).registerRoutes();
    });
    hooks.filter('rest_prepare_theme').tapPromise('global-styles', async (response, theme, { context }) => {
      if (server === undefined || theme.stylesheet !== themes.active().stylesheet) return response;
      const id = await styles.itemOf(theme);
      if (id === undefined) return response;
      const path = `${brand.namespace}/global-styles/${id}`;
      return response.addLink(brand.relation('user-global-styles'), server.restUrl(path, context));
    });
  },
});
