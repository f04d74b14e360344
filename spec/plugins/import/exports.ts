import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));

/** The unit test data of themes. */
export const THEME_TEST = fixture('themeunittestdata.wordpress.xml');

/** The preview of a theme. */
export const THEME_PREVIEW = fixture('theme-preview.xml');

/** Exports that whoever has them names in `WXR_FILES`, as those that may not be handed on with the suite. */
export const NAMED = (process.env.WXR_FILES ?? '').split(delimiter).filter((file) => file !== '');
