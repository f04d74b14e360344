import type { Brand } from '../../core/index.ts';

/** The word that names of WordPress begin with, which every reader of the format knows. */
const WORD = 'wp';

/** The name of a content type or taxonomy in a file: `cms_block` is `wp_block`, whatever the brand of the site is. */
export const portableName = (name: string, { name: brand }: Brand): string =>
  name.startsWith(`${brand}_`) ? WORD + name.slice(brand.length) : name;

/** The key of metadata in a file; of those that a brand begins, only that of patterns is the site's own. */
export const portableKey = (key: string, brand: Brand): string =>
  key === brand.typeName('pattern_sync_status') ? portableName(key, brand) : key;
