import { serviceToken } from '../../core/index.ts';
import type { FontSettings } from './settings.ts';

/** A family of a collection: its settings, those of its faces under `fontFace`, and the categories that it is in. */
export interface CollectedFamily {
  readonly font_family_settings: FontSettings;
  readonly categories?: readonly string[];
}

/** Fonts to choose from, which a plugin offers. */
export interface FontCollection {
  readonly slug: string;
  readonly name: string;
  readonly description?: string;
  readonly categories?: readonly { readonly name: string; readonly slug: string }[];
  readonly font_families: readonly CollectedFamily[];
}

/** The collections of fonts that plugins offer. One of a slug that is known replaces what was. */
export interface FontCollections {
  /** Adds a collection; throws a TypeError for a slug that is none. */
  register(collection: FontCollection): void;
  unregister(slug: string): void;
  get(slug: string): FontCollection | undefined;
  list(): FontCollection[];
}

/** The token of the collections of fonts. */
export const FontCollections = serviceToken('font-collections', {
  requiredPermissions: 'content:write',
  open: ['get', 'list'],
});

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'font-collections': FontCollections;
  }
}

/** Makes the registry, which is empty: no fonts come with the host. */
export function createFontCollections(): FontCollections {
  const collections = new Map<string, FontCollection>();
  return {
    register(collection) {
      if (!/^[\w-]+$/.test(collection.slug)) {
        throw new TypeError(`a collection's slug is like "my-fonts", not "${collection.slug}"`);
      }
      collections.set(collection.slug, collection);
    },
    unregister: (slug) => void collections.delete(slug),
    get: (slug) => collections.get(slug),
    list: () => [...collections.values()],
  };
}
