import { claim } from '../../core/hooks/index.ts';
import { definePlugin, RESOURCE_ROUTES } from '../../core/index.ts';
import { Renderer } from '../content-rendering/index.ts';
import { ContentStatuses } from '../content-statuses/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { MetaStore } from '../meta/index.ts';
import { Options } from '../options/index.ts';
import { Permalinks, PostStore } from '../posts/index.ts';
import { Taxonomies } from '../taxonomies/index.ts';
import { TermLinks, TermStore } from '../terms/index.ts';
import { Themes } from '../themes/index.ts';
import { NAV_MENU, NAV_MENU_ITEM, navMenu, navMenuItem } from './builtin.ts';
import { addCommands } from './commands.ts';
import { followSite } from './follow.ts';
import { menuHooks } from './hooks.ts';
import { MenuLocationsController } from './locations-controller.ts';
import { MenuItemsController } from './menu-items-controller.ts';
import { MenusController } from './menus-controller.ts';
import { NavMenuItems } from './nav-menu-items.ts';
import { NavMenus, SiteNavMenus } from './nav-menus.ts';

export { NAV_MENU, NAV_MENU_ITEM } from './builtin.ts';
export { type MenuMarkup, menuItemName, menuItems } from './menu-markup.ts';
export { type MenuLink, menuTree } from './menu-tree.ts';
export { MENU_ITEM_META, type NavMenuItem, type ShownMenuItem } from './nav-menu-item.ts';
export { NavMenus } from './nav-menus.ts';

/** Menus of links: a taxonomy whose terms are menus, a content type of their items, and the locations of the theme. */
export default definePlugin({
  name: 'menus',
  version: '0.1.0',
  description: 'Answers /menus, /menu-items and /menu-locations: menus of links, and where the theme shows them.',
  group: 'site',
  cacheable: true,
  after: ['class-list'],
  requires: {
    'content-rendering': '^0.1.0',
    'content-statuses': '^0.1.0',
    'content-types': '^0.1.0',
    meta: '^0.1.0',
    options: '^0.1.0',
    posts: '^0.1.0',
    taxonomies: '^0.1.0',
    terms: '^0.1.0',
    themes: '^0.1.0',
  },
  capabilities: ['content:write', 'options:write', 'routes:*', 'users:write'],
  hooks: menuHooks,
  setup(host) {
    const { hooks, provide, site, use } = host;
    const [options, posts, terms] = [use(Options), use(PostStore), use(TermStore)];
    const [meta, statuses] = [use(MetaStore), use(ContentStatuses)];
    const [taxonomies, types] = [use(Taxonomies), use(ContentTypes)];
    const reading = { meta, options, posts, site, statuses, taxonomies, terms, types };
    const items = new NavMenuItems({
      ...reading,
      permalinks: use(Permalinks),
      renderer: use(Renderer),
      termLinks: use(TermLinks),
    });
    const menus = new SiteNavMenus({ options, themes: use(Themes), terms, items });
    provide(NavMenus, menus);
    addCommands(host, { posts, terms, items, menus });
    followSite({ hooks, menus, meta, posts, statuses, terms });
    hooks.action('init').tap({ name: 'built-in', stage: -10 }, () => {
      types.register(NAV_MENU_ITEM, { ...navMenuItem, controller: claim(MenuItemsController) });
      taxonomies.register(NAV_MENU, NAV_MENU_ITEM, { ...navMenu, controller: claim(MenusController) });
    });
    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      new MenuLocationsController(server, menus).registerRoutes();
    });
  },
});
