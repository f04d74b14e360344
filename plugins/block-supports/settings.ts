/** Controls of settings as editors show them at first, by name. */
const shownAtFirst = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, true]));

/** Colours of text, background and links; the controls are shown beside those of background and text. */
export const color = (...controls: readonly string[]) => ({
  gradients: true,
  link: true,
  __experimentalDefaultControls: shownAtFirst(['background', 'text', ...controls]),
});

/** Colours of text, background and links, of which the controls of links are not shown at first. */
export const COLOR = color();

/** Room around a block and within it. */
export const SPACING = { margin: true, padding: true } as const;

/** All that may be set of letters; the controls are shown beside that of their size. */
export const typography = (...controls: readonly string[]) => ({
  fontSize: true,
  lineHeight: true,
  __experimentalFontFamily: true,
  __experimentalFontWeight: true,
  __experimentalFontStyle: true,
  __experimentalTextTransform: true,
  __experimentalTextDecoration: true,
  __experimentalLetterSpacing: true,
  __experimentalDefaultControls: shownAtFirst(['fontSize', ...controls]),
});
