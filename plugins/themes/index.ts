import { join, resolve } from 'node:path';
import { object, optional, string } from 'superstruct';
import { definePlugin, RESOURCE_ROUTES } from '../../core/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { Options } from '../options/index.ts';
import { Taxonomies } from '../taxonomies/index.ts';
import { addCommands } from './commands.ts';
import { ThemesController } from './controller.ts';
import { builtinFeatures } from './features.ts';
import { findThemes } from './find-themes.ts';
import { themeHooks } from './hooks.ts';
import { serveScreenshots } from './screenshots.ts';
import { createThemeSupports, ThemeSupports } from './theme-supports.ts';
import { createThemes, Themes } from './themes.ts';

export { OF_THEMES } from './capabilities.ts';
export { parseStyleHeader } from './style-header.ts';
export type { Theme, ThemeTemplate } from './theme.ts';
export { type ThemeFeature, ThemeSupports } from './theme-supports.ts';
export { Themes } from './themes.ts';

/** Themes: which there are, which is active, and what it supports. */
export default definePlugin({
  name: 'themes',
  version: '0.1.0',
  description: 'Finds themes, knows which one is active, and answers /themes.',
  group: 'site',
  cacheable: true,
  requires: {
    'content-types': '^0.1.0',
    formatting: '^0.1.0',
    options: '^0.1.0',
    taxonomies: '^0.1.0',
  },
  capabilities: ['content:write', 'files', 'options:write', 'pages', 'requests', 'routes:cms/v2'],
  hooks: themeHooks,
  options: object({
    /** Where themes are, each in a folder of its own: `./themes`, or where an installation of WordPress has them. */
    folder: optional(string()),
  }),
  async setup(host, { folder: given }) {
    const { hooks, brand, site } = host;
    const folder = given ?? (site.wordpress === undefined ? './themes' : join(site.wordpress.contentFolder, 'themes'));
    const found = await findThemes(resolve(folder), host.log);
    const themes = createThemes(found, host.use(Options), { alone: site.wordpress !== undefined });
    const supports = createThemeSupports();
    host.provide(Themes, themes);
    host.provide(ThemeSupports, supports);
    addCommands(host, themes);

    hooks.action('init').tap({ name: 'built-in', stage: -10 }, () => {
      for (const [feature, args] of Object.entries(builtinFeatures(brand))) supports.register(feature, args);
      // The theme that an item belongs to is a term of it, whose slug is the theme's folder.
      host.use(Taxonomies).register(brand.typeName('theme'), [], { public: false, label: 'Themes', rewrite: false });
    });
    hooks.action('http_routes').tap('themes', (router) => serveScreenshots(router, site, themes));
    if (hooks.has('theme_templates')) {
      hooks.filter('theme_templates').tap('themes', (templates, _post, type) => {
        const own = themes.active().templates.filter(({ types }) => types.includes(type));
        return { ...templates, ...Object.fromEntries(own.map(({ file, title }) => [file, title])) };
      });
    }

    let controller: ThemesController | undefined;
    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      controller = new ThemesController(server, { themes, supports, types: host.use(ContentTypes) });
      controller.registerRoutes();
    });
    if (hooks.has('rest_index')) {
      hooks.filter('rest_index').tap('themes', (response, request) => {
        if (controller?.mayReadActive(request) !== true) return;
        response.addLink(brand.relation('active-theme'), controller.urlOf(themes.active(), request));
      });
    }
  },
});
