import { serviceToken } from '../../core/index.ts';
import type { Options } from '../options/index.ts';
import { DEFAULT_THEME, type Theme } from './theme.ts';

/** The themes of a site. */
export interface Themes {
  /** All themes, by the name of their folder. */
  all(): Theme[];
  get(stylesheet: string): Theme | undefined;
  /** The theme that the option `stylesheet` names, or the built-in one. */
  active(): Theme;
  /** A theme and its parent theme, in the order in which they are searched for files. */
  lineage(theme: Theme): Theme[];
  /** Makes a theme the active one. */
  activate(theme: Theme): Promise<void>;
}

/** The token of the themes. */
export const Themes = serviceToken('themes', {
  requiredPermissions: 'options:write',
  reads: ['all', 'get', 'active', 'lineage'],
});

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    themes: Themes;
  }
}

/**
 * Keeps the themes that were found, beside the built-in one, which a theme of the same name replaces. With `alone` the
 * built-in one is not listed; it is active where the site's own is not there.
 */
export function createThemes(found: readonly Theme[], options: Options, { alone = false } = {}): Themes {
  const listed = alone ? found : [DEFAULT_THEME, ...found];
  const themes = new Map(listed.map((theme) => [theme.stylesheet, theme]));
  return {
    all: () => [...themes.values()].sort((one, two) => (one.stylesheet < two.stylesheet ? -1 : 1)),
    get: (stylesheet) => themes.get(stylesheet),
    active: () =>
      themes.get(String(options.get('stylesheet', ''))) ?? themes.get(DEFAULT_THEME.stylesheet) ?? DEFAULT_THEME,
    lineage(theme) {
      const parent = themes.get(theme.template);
      return parent === undefined || parent === theme ? [theme] : [theme, parent];
    },
    activate: ({ stylesheet, template }) => options.setAll({ template, stylesheet }),
  };
}
