/** The words of blocks for sides, and those of style sheets. */
const ALIGNED: Readonly<Record<string, string>> = { top: 'flex-start', bottom: 'flex-end' };

const SIDES: Readonly<Record<string, string>> = { ...ALIGNED, left: 'flex-start', right: 'flex-end' };

/** Where the content of a cover stands that has a place of its own. */
const positioned = (row: string, column: string): string =>
  `.wp-block-cover.is-position-${row}-${column} { align-items: ${SIDES[row] ?? row}; justify-content: ${SIDES[column] ?? column}; }`;

/** How blocks look that are more than text: as in the editor, within the column of the page. */
export const BLOCK_STYLE = `
.has-text-align-center { text-align: center; }
.has-text-align-left { text-align: left; }
.has-text-align-right { text-align: right; }
:is(p, h1, h2, h3, h4, h5, h6, .wp-block-group).has-background { padding: 1.25rem 1.5rem; color: #1c1c1e; }
.has-drop-cap::first-letter { float: inline-start; margin-inline-end: .1em; font-size: 4.5em; line-height: .8; }
.entry-content > :is(.alignwide, .alignfull) { max-width: none; }
.entry-content > .alignwide { margin-inline: min(0px, calc((100% - min(64rem, 100vw - 3.5rem)) / 2)); }
.entry-content > .alignfull { margin-inline: calc((100% - 100vw) / 2); }
:where(.is-layout-flex) { display: flex; flex-wrap: wrap; align-items: center; gap: .5em; margin-block: 1.125rem; }
:where(.is-layout-grid) { display: grid; gap: .5em; margin-block: 1.125rem; }
.is-layout-flex > *, .is-layout-grid > * { margin: 0; }
.wp-block-columns { display: flex; flex-wrap: wrap !important; align-items: stretch; gap: .5em; margin: 1.5rem 0; }
.wp-block-columns.are-vertically-aligned-center { align-items: center; }
.wp-block-columns.are-vertically-aligned-bottom { align-items: flex-end; }
.wp-block-columns.are-vertically-aligned-top { align-items: flex-start; }
.wp-block-column { flex: 1 1 0; min-width: 0; }
.wp-block-column[style*="flex-basis"] { flex-grow: 0; }
${['top', 'center', 'bottom', 'stretch'].map((at) => `.wp-block-column.is-vertically-aligned-${at} { align-self: ${ALIGNED[at] ?? at}; }`).join('\n')}
.wp-block-columns.is-not-stacked-on-mobile { flex-wrap: nowrap !important; }
@media (min-width: 782px) {
  .wp-block-columns { flex-wrap: nowrap !important; }
}
@media (max-width: 781.98px) {
  .wp-block-columns:not(.is-not-stacked-on-mobile) > .wp-block-column { flex-basis: 100% !important; }
}
.wp-block-gallery, .blocks-gallery-grid { display: flex; flex-wrap: wrap; align-items: stretch; gap: .75rem; margin: 1.5rem 0; }
.wp-block-gallery { --columns: 2; --beside-pictures: var(--wp--style--unstable-gallery-gap, .75rem); }
.blocks-gallery-grid { flex: 1 1 100%; margin: 0; padding: 0; list-style: none; }
.wp-block-gallery > figure, .blocks-gallery-item {
  flex: 1 1 calc((100% - var(--beside-pictures) * (var(--columns) - 1)) / var(--columns) - 1px);
  min-width: 0;
  margin: 0;
}
.blocks-gallery-item figure { height: 100%; margin: 0; }
:is(.wp-block-gallery > figure, .blocks-gallery-item) img { width: 100%; }
.is-cropped :is(figure, .blocks-gallery-item) img { height: 100%; object-fit: cover; }
.wp-block-gallery.columns-1 { --columns: 1; }
@media (min-width: 37.5rem) {
  .wp-block-gallery { --columns: 3; }
${[1, 2, 3, 4, 5, 6, 7, 8].map((columns) => `  .wp-block-gallery.columns-${columns} { --columns: ${columns}; }`).join('\n')}
}
.wp-block-gallery > figcaption { flex: 1 1 100%; }
.wp-block-media-text { display: grid; grid-template-columns: 50% 1fr; gap: 0 1.5rem; align-items: center; margin: 1.5rem 0; }
.wp-block-media-text.has-media-on-the-right { grid-template-columns: 1fr 50%; }
.wp-block-media-text.has-media-on-the-right > .wp-block-media-text__media { order: 1; }
.wp-block-media-text__media { margin: 0; }
.wp-block-media-text__content { min-width: 0; }
@media (max-width: 36rem) {
  .wp-block-media-text.is-stacked-on-mobile { display: block; }
}
.wp-block-cover {
  position: relative;
  display: flex;
  align-items: center;
  justify-content: center;
  min-height: 430px;
  margin: 1.5rem 0;
  padding: 1em;
  overflow: clip;
  color: #fff;
}
.wp-block-cover__image-background, .wp-block-cover__video-background, .wp-block-cover__background {
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  object-fit: cover;
}
.wp-block-cover:is(.alignleft, .alignright) { width: 100%; max-width: 420px; margin-block: .375rem .75rem; }
.wp-block-cover.alignleft { margin-inline-end: 1.25rem; }
.wp-block-cover.alignright { margin-inline-start: 1.25rem; }
.wp-block-cover.is-light { color: #000; }
.wp-block-cover__background { z-index: 1; opacity: .5; }
.wp-block-cover__background:not([class*="-background-color"], .has-background-gradient) { background: #000; }
.wp-block-cover__background.has-background-dim-0 { opacity: 0; }
${[10, 20, 30, 40, 60, 70, 80, 90, 100].map((dim) => `.wp-block-cover__background.has-background-dim-${dim} { opacity: ${dim / 100}; }`).join('\n')}
.wp-block-cover :is(.has-parallax, .is-repeated):is(div) { background-size: cover; }
.wp-block-cover .has-parallax { background-attachment: fixed; }
.wp-block-cover .is-repeated { background-size: auto; background-repeat: repeat; }
.wp-block-cover__inner-container { position: relative; z-index: 1; width: 100%; min-width: 0; }
${['top', 'center', 'bottom']
  .flatMap((row) => ['left', 'center', 'right'].map((column) => positioned(row, column)))
  .join('\n')}
.wp-block-cover.has-custom-content-position > .wp-block-cover__inner-container { width: auto; }
.wp-block-buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0; }
.wp-block-buttons.is-content-justification-center { justify-content: center; }
.wp-block-buttons.is-content-justification-right { justify-content: flex-end; }
.wp-block-button__link, .wp-block-file__button {
  display: inline-block;
  padding: .5rem 1.25rem;
  border: 2px solid transparent;
  border-radius: .375rem;
  background: var(--link);
  color: var(--paper);
  text-decoration: none;
}
.is-style-outline > .wp-block-button__link { background: none; border-color: currentcolor; color: var(--link); }
`;
