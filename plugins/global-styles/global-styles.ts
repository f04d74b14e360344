import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMap } from '../../core/base/index.ts';
import { type Brand, type Logger, serviceToken } from '../../core/index.ts';
import type { Database } from '../database/index.ts';
import type { PostStore } from '../posts/index.ts';
import type { Theme, Themes } from '../themes/index.ts';
import { DEFAULTS } from './defaults.ts';
import { fromOrigin, overlay, type ThemeJson } from './theme-json.ts';
import { readUserConfig } from './user-config.ts';

/** The settings and styles of blocks that themes define, and the items that store the site's changes. */
export interface GlobalStyles {
  /** The settings and styles of a theme, over those that every theme has. */
  ofTheme(theme: Theme): ThemeJson;
  /** The same, with the site's changes over it. */
  ofSite(theme: Theme): Promise<ThemeJson>;
  /** The variations of its styles that a theme offers: the files of its folder `styles`. */
  variationsOf(theme: Theme): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /**
   * The id of the item that holds the site's changes to a theme; it is created when it is first needed; undefined where
   * another program made the site, which creates its own.
   */
  itemOf(theme: Theme): Promise<number | undefined>;
}

/** The token of the global styles. */
export const GlobalStyles = serviceToken('global-styles', {
  requiredPermissions: 'content:write',
  reads: ['ofTheme', 'ofSite', 'variationsOf'],
});

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'global-styles': GlobalStyles;
  }
}

interface Dependencies {
  readonly database: Database;
  readonly themes: Themes;
  readonly posts: PostStore;
  readonly brand: Brand;
  /** The name of the content type of the items. */
  readonly typeName: string;
  readonly log: Logger;
}

/** The content of an item that changes nothing. */
const UNCHANGED = JSON.stringify({ version: 3, isGlobalStylesUserThemeJSON: true });

/** Makes the service. Files are read once. */
export function createGlobalStyles(dependencies: Dependencies): GlobalStyles {
  const variations = new Map<string, Promise<readonly Readonly<Record<string, unknown>>[]>>();
  const making = new Map<string, Promise<number>>();
  const ofTheme = (theme: Theme) =>
    dependencies.themes
      .lineage(theme)
      .toReversed()
      .reduce((below, { json }) => overlay(below, fromOrigin(json, 'theme')), fromOrigin(DEFAULTS, 'default'));
  return {
    ofTheme,
    async ofSite(theme) {
      const id = await findItem(theme, dependencies);
      const item = id === undefined ? null : await dependencies.posts.byId(id);
      return overlay(ofTheme(theme), readUserConfig(item?.content ?? ''));
    },
    variationsOf: (theme) => once(variations, theme.stylesheet, () => readVariations(theme, dependencies)),
    async itemOf(theme) {
      const found = await findItem(theme, dependencies);
      if (found !== undefined || dependencies.database.isGuest) return found;
      // Concurrent requests create one item.
      return once(making, theme.stylesheet, () => makeItem(theme, dependencies)).finally(() =>
        making.delete(theme.stylesheet),
      );
    },
  };
}

function once<T>(made: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const one = made.get(key) ?? make();
  made.set(key, one);
  return one;
}

const slugOf = ({ stylesheet }: Theme, { brand }: Dependencies): string =>
  brand.prefixed(`global-styles-${encodeURIComponent(stylesheet).toLowerCase()}`);

async function findItem(theme: Theme, dependencies: Dependencies): Promise<number | undefined> {
  const { ids } = await dependencies.posts.query({
    types: [dependencies.typeName],
    slugs: [slugOf(theme, dependencies)],
    orderBy: 'id',
    order: 'asc',
    perPage: 1,
  });
  return ids[0];
}

async function makeItem(theme: Theme, dependencies: Dependencies): Promise<number> {
  const { id } = await dependencies.posts.insert({
    type: dependencies.typeName,
    status: 'publish',
    title: 'Custom Styles',
    name: slugOf(theme, dependencies),
    content: UNCHANGED,
  });
  return id;
}

/** The files of the parent theme come before the theme's own; of two files with one name, the theme's own counts. */
async function readVariations(
  theme: Theme,
  dependencies: Dependencies,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const found = new Map<string, Readonly<Record<string, unknown>>>();
  for (const { folder } of dependencies.themes.lineage(theme).toReversed()) {
    if (folder === null) continue;
    const styles = join(folder, 'styles');
    const files = await readdir(styles, { recursive: true }).catch(() => []);
    for (const file of files.filter((name) => name.endsWith('.json')).sort()) {
      const variation = await readVariation(join(styles, file), dependencies.log);
      if (variation !== undefined) found.set(file, variation);
    }
  }
  return [...found.values()];
}

async function readVariation(file: string, log: Logger): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const json: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isMap(json) ? { ...json, ...fromOrigin(json, 'theme') } : undefined;
  } catch (err) {
    log.warn({ err, file }, 'a variation of styles cannot be read');
    return undefined;
  }
}
