import { createHash } from 'node:crypto';
import type { Brand } from '../../core/index.ts';
import type { GlobalStyles } from '../global-styles/index.ts';
import type { Themes } from '../themes/index.ts';
import { BLOCK_STYLE } from './block-style.ts';
import { EARLIER_BLOCK_STYLE } from './earlier-block-style.ts';
import { presetStyle } from './preset-style.ts';
import { shortcodeStyle } from './shortcode-style.ts';
import { SITE_BLOCK_STYLE } from './site-block-style.ts';
import { STYLE } from './style.ts';
import { TEXT_BLOCK_STYLE } from './text-block-style.ts';

/** A style sheet as it is served. */
export interface StyleSheet {
  readonly text: string;
  /** Its path, which changes with its content. */
  readonly path: string;
}

/** The paths that style sheets have, or had. */
export const STYLE_PATHS = /^(?:\/.*)?(\/theme-[\w-]{10}\.css)$/;

/** Makes the style sheet of all pages, with the presets of the active theme; once for a theme. */
export class StyleSheets {
  readonly #themes: Themes | undefined;
  readonly #styles: GlobalStyles | undefined;
  readonly #ofAll: string;
  readonly #made = new Map<string, StyleSheet>();

  constructor(brand: Brand, themes: Themes | undefined, styles: GlobalStyles | undefined) {
    const ofShortcodes = shortcodeStyle(brand.prefixed('caption'));
    this.#ofAll = STYLE + BLOCK_STYLE + TEXT_BLOCK_STYLE + SITE_BLOCK_STYLE + EARLIER_BLOCK_STYLE + ofShortcodes;
    this.#themes = themes;
    this.#styles = styles;
  }

  /** The style sheet of the active theme. */
  get current(): StyleSheet {
    const theme = this.#themes?.active();
    const name = theme?.stylesheet ?? '';
    let sheet = this.#made.get(name);
    if (sheet === undefined) {
      const settings = theme === undefined ? undefined : this.#styles?.ofTheme(theme).settings;
      const text = this.#ofAll + presetStyle(settings ?? {});
      const hash = createHash('sha256').update(text).digest('base64url').slice(0, 10);
      sheet = { text, path: `/theme-${hash}.css` };
      this.#made.set(name, sheet);
    }
    return sheet;
  }
}
