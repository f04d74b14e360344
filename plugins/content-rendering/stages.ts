/**
 * The stages of the steps of rendering, in their order. A tap without a stage of its own stands at 0: it sees
 * paragraphs, and shortcodes still as written.
 */
export const renderStages = {
  embeds: -60,
  blocks: -50,
  links: -40,
  typography: -30,
  paragraphs: -20,
  loneShortcodes: -10,
  images: -5,
  attributeShortcodes: 9,
  shortcodes: 10,
  smilies: 20,
} as const;
