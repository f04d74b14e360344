import { claim } from '../../core/hooks/index.ts';
import { serviceToken } from '../../core/index.ts';

/**
 * The markup around widgets and their titles. In `before_widget`, `%1$s` stands for the id of the widget and `%2$s` for
 * its class.
 */
export interface SidebarMarkup {
  readonly before_widget: string;
  readonly after_widget: string;
  readonly before_title: string;
  readonly after_title: string;
}

/** A place of a theme that shows widgets. */
export interface Sidebar extends Partial<SidebarMarkup> {
  /** Letters, digits, dashes and underscores: `sidebar-1`. */
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly class?: string;
  /** Whether the interface shows it and its widgets to everybody; false when left out. */
  readonly show_in_rest?: boolean;
}

/** The registry of sidebars. */
export interface Sidebars {
  /** Adds a sidebar; throws a TypeError for an id of other characters and for one that is taken. */
  register(sidebar: Sidebar): void;
  get(id: string): Required<Sidebar> | undefined;
  /** All sidebars, in the order in which they were registered. */
  list(): Required<Sidebar>[];
  /** The markup of the widgets of a sidebar, in their order; empty if it has none, or if there is no such sidebar. */
  render(id: string): Promise<string>;
}

/** The token of the registry of sidebars. */
export const Sidebars = serviceToken('sidebars');

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    sidebars: Sidebars;
  }
}

/** What a sidebar has that does not say otherwise. */
const STANDARD = {
  description: '',
  class: '',
  before_widget: '<li id="%1$s" class="widget %2$s">',
  after_widget: '</li>\n',
  before_title: '<h2 class="widgettitle">',
  after_title: '</h2>\n',
  show_in_rest: false,
};

/** Makes an empty registry of sidebars; `render` writes the widgets of one. */
export function createSidebars(render: (sidebar: Required<Sidebar>) => Promise<string>): Sidebars {
  const sidebars = new Map<string, Required<Sidebar>>();
  return {
    register(sidebar) {
      if (!/^[a-z][\w-]*$/i.test(sidebar.id))
        throw new TypeError(`the id of a sidebar is like "sidebar-1", not "${sidebar.id}"`);
      if (sidebars.has(sidebar.id)) throw new TypeError(`there is a sidebar "${sidebar.id}" already`);
      sidebars.set(sidebar.id, claim({ ...STANDARD, ...sidebar }));
    },
    get: (id) => sidebars.get(id),
    list: () => [...sidebars.values()],
    async render(id) {
      const sidebar = sidebars.get(id);
      return sidebar === undefined ? '' : render(sidebar);
    },
  };
}

/** The sidebar of the widgets that no page shows; it has no markup. */
export const inactiveSidebar = (id: string): Required<Sidebar> => ({
  id,
  name: 'Inactive widgets',
  description: 'Widgets that no page shows. They keep what they are set to.',
  class: '',
  before_widget: '',
  after_widget: '',
  before_title: '',
  after_title: '',
  show_in_rest: false,
});
