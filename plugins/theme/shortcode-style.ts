/** How many columns a gallery may have in the reference; more are as wide as these. */
const COLUMNS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** How pictures with a text and galleries look that shortcodes make; `caption` is the class of the former under the brand. */
export function shortcodeStyle(caption: string): string {
  const captions = `:where(.wp-caption, .${caption})`;
  return `
${captions} { box-sizing: border-box; max-width: 100%; margin-block: 1.5rem; }
${captions} img { display: block; }
${captions}.aligncenter img { margin-inline: auto; }
:where(.wp-caption-text, .${caption}-text) { margin: .5rem 0 0; color: var(--faint); font-size: calc(13em / 18); text-align: center; }
.gallery { --columns: 2; display: grid; grid-template-columns: repeat(var(--columns), minmax(0, 1fr)); gap: .75rem; margin: 1.5rem 0; }
.gallery-columns-1 { --columns: 1; }
@media (min-width: 37.5rem) {
${COLUMNS.map((columns) => `  .gallery-columns-${columns} { --columns: ${columns}; }`).join('\n')}
}
.gallery-item { min-width: 0; margin: 0; text-align: center; }
.gallery-caption { overflow-wrap: anywhere; }
`;
}
