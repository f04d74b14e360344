import type { ContentTypeArgs } from '../content-types/index.ts';
import type { TaxonomyArgs } from '../taxonomies/index.ts';
import { OF_THEMES } from '../themes/index.ts';

/** The taxonomy whose terms are menus. */
export const NAV_MENU = 'nav_menu';

/** The content type of the items of menus. */
export const NAV_MENU_ITEM = 'nav_menu_item';

/** The capability that changing menus needs. */
export const EDIT_MENUS = 'edit_theme_options';

/** What the taxonomy of menus is registered with, but for its controller. */
export const navMenu: TaxonomyArgs = {
  labels: { name: 'Navigation Menus', singular_name: 'Navigation Menu' },
  public: false,
  query_var: false,
  rewrite: false,
  capabilities: {
    manage_terms: EDIT_MENUS,
    edit_terms: EDIT_MENUS,
    delete_terms: EDIT_MENUS,
    assign_terms: EDIT_MENUS,
  },
  show_in_rest: true,
  rest_base: 'menus',
};

/** What the content type of the items of menus is registered with, but for its controller. */
export const navMenuItem: ContentTypeArgs = {
  builtin: true,
  labels: { name: 'Navigation Menu Items', singular_name: 'Navigation Menu Item' },
  capabilities: OF_THEMES,
  map_meta_cap: true,
  query_var: false,
  rewrite: false,
  show_in_rest: true,
  rest_base: 'menu-items',
  delete_with_user: false,
};
