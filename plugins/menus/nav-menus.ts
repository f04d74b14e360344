import { type RequestContext, serviceToken } from '../../core/index.ts';
import { toInteger } from '../../core/schema/index.ts';
import type { Options } from '../options/index.ts';
import type { Term, TermStore } from '../terms/index.ts';
import type { Themes } from '../themes/index.ts';
import { NAV_MENU } from './builtin.ts';
import type { ShownMenuItem } from './nav-menu-item.ts';
import type { NavMenuItems } from './nav-menu-items.ts';

/** The menus of the site: the locations that the theme has for them, which menu is in each, and what menus hold. */
export interface NavMenus {
  /** Makes locations known, by slug, with a description each; registered in `init`. */
  register(locations: Readonly<Record<string, string>>): void;
  /** The registered locations, by slug, with their descriptions. */
  locations(): ReadonlyMap<string, string>;
  /** The id of the menu in a location; 0 for none. */
  menuIn(location: string): number;
  /** The locations that a menu is in, those that are not registered among them. */
  locationsOf(menu: number): string[];
  /** Puts a menu into these locations and takes it out of all others. */
  assign(menu: number, locations: readonly string[]): Promise<void>;
  /** Whether new pages of the uppermost level are added to a menu. */
  autoAdds(menu: number): boolean;
  /** The menus that new pages are added to. */
  autoAdding(): number[];
  /** Sets whether new pages of the uppermost level are added to a menu. */
  setAutoAdd(menu: number, adds: boolean): Promise<void>;
  /**
   * The items of a menu that the user of a context is shown, in their order: published ones that lead to something that
   * the user may read. A fixed number of statements.
   */
  itemsOf(menu: number, context: RequestContext): Promise<ShownMenuItem[]>;
  /** A menu; null where there is none of this id. */
  get(menu: number): Promise<Term | null>;
  /** The first menu, by name, that has a published item; null where there is none. */
  first(): Promise<Term | null>;
}

/** The token of the menus. */
export const NavMenus = serviceToken('nav-menus', {
  requiredPermissions: ['content:write', 'options:write'],
  reads: ['menuIn', 'locationsOf', 'autoAdds', 'autoAdding', 'itemsOf', 'get', 'first'],
  open: ['register', 'locations'],
});

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'nav-menus': NavMenus;
  }
}

/** The option of the site that says to which menus new pages are added. */
const OPTIONS_OF_MENUS = 'nav_menu_options';

/** What the menus are known by. */
export interface NavMenuServices {
  readonly options: Options;
  readonly themes: Themes;
  readonly terms: TermStore;
  readonly items: NavMenuItems;
}

/** Keeps locations in memory, and what is in them in the options, as WordPress does: with the theme that has them. */
export class SiteNavMenus implements NavMenus {
  readonly #services: NavMenuServices;
  readonly #locations = new Map<string, string>();

  constructor(services: NavMenuServices) {
    this.#services = services;
  }

  register(locations: Readonly<Record<string, string>>): void {
    for (const [slug, description] of Object.entries(locations)) this.#locations.set(slug, description);
  }

  locations(): ReadonlyMap<string, string> {
    return this.#locations;
  }

  menuIn(location: string): number {
    return this.#assigned().get(location) ?? 0;
  }

  locationsOf(menu: number): string[] {
    return [...this.#assigned()].filter(([, id]) => id === menu).map(([location]) => location);
  }

  async assign(menu: number, locations: readonly string[]): Promise<void> {
    await this.#services.options.change(this.#modsOption, (mods) => {
      const others = [...assignedOf(mods)].filter(([, id]) => id !== menu);
      const assigned = new Map([...others, ...locations.map((location) => [location, menu] as const)]);
      return { ...membersOf(mods), nav_menu_locations: Object.fromEntries(assigned) };
    });
  }

  autoAdds(menu: number): boolean {
    return this.autoAdding().includes(menu);
  }

  autoAdding(): number[] {
    return autoAddingOf(this.#services.options.get(OPTIONS_OF_MENUS));
  }

  async setAutoAdd(menu: number, adds: boolean): Promise<void> {
    await this.#services.options.change(OPTIONS_OF_MENUS, (stored) => {
      const adding = autoAddingOf(stored);
      if (adding.includes(menu) === adds) return stored;
      const others = adding.filter((id) => id !== menu);
      return { ...membersOf(stored), auto_add: adds ? [...others, menu] : others };
    });
  }

  itemsOf(menu: number, context: RequestContext): Promise<ShownMenuItem[]> {
    return this.#services.items.shownOf(menu, context);
  }

  get(menu: number): Promise<Term | null> {
    return this.#services.terms.byId(menu, NAV_MENU);
  }

  async first(): Promise<Term | null> {
    const { terms } = await this.#services.terms.query({ taxonomy: NAV_MENU, hideEmpty: true, number: 1 });
    return terms[0] ?? null;
  }

  /** The option that holds what was set for the active theme. */
  get #modsOption(): string {
    return `theme_mods_${this.#services.themes.active().stylesheet}`;
  }

  /** The ids of menus by location. */
  #assigned(): Map<string, number> {
    return assignedOf(this.#services.options.get(this.#modsOption));
  }
}

/** The ids of menus by location, of what was set for a theme. */
function assignedOf(mods: unknown): Map<string, number> {
  const assigned = Object.entries(membersOf(membersOf(mods).nav_menu_locations));
  return new Map(assigned.map(([location, id]) => [location, toInteger(id)] as const).filter(([, id]) => id > 0));
}

/** The menus that new pages are added to, of what is stored of menus. */
function autoAddingOf(stored: unknown): number[] {
  const list = membersOf(stored).auto_add;
  return (Array.isArray(list) ? list : Object.values(membersOf(list))).map(toInteger);
}

/** The members of a map that an option holds; of anything else none. */
const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
