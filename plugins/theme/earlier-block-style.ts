/** Gradients that editors once offered, whose classes contents still have. */
const GRADIENTS: Readonly<Record<string, string>> = {
  'vivid-green-cyan-to-vivid-cyan-blue': '#00d084, #0693e3',
  'purple-crush': '#34e2e4, #4721fb 50%, #ab1dfe',
  'hazy-dawn': '#faaca8, #dad0ec',
  'subdued-olive': '#fafae1, #67a671',
  'atomic-cream': '#fdd79a, #004a59',
  nightshade: '#330968, #31cdcf',
  midnight: '#020381, #2874fc',
};

/** The shares of an overlay, in percent. */
const SHARES = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

/** How blocks look as earlier editors stored them: covers without an element for the overlay, and presets of that time. */
export const EARLIER_BLOCK_STYLE = `
:root .has-very-light-gray-color { color: #eee; }
:root .has-very-dark-gray-color { color: #313131; }
:root .has-very-light-gray-background-color { background-color: #eee; }
:root .has-very-dark-gray-background-color { background-color: #313131; }
${Object.entries(GRADIENTS)
  .map(([slug, colors]) => `:root .has-${slug}-gradient-background { background: linear-gradient(135deg, ${colors}); }`)
  .join('\n')}
.has-regular-font-size { font-size: 1em; }
.has-larger-font-size { font-size: 2.625em; }
.wp-block-cover[style*="background-image"] { background-position: center; background-size: cover; }
.wp-block-cover.has-parallax { background-attachment: fixed; }
.wp-block-cover.has-background-dim:not([class*="-background-color"]) { background-color: #000; }
.wp-block-cover.has-background-dim::before {
  content: "";
  position: absolute;
  inset: 0;
  background-color: inherit;
  opacity: .5;
}
${SHARES.map((share) => `.wp-block-cover.has-background-dim-${share}::before { opacity: ${share / 100}; }`).join('\n')}
.wp-block-cover-text { z-index: 1; max-width: 840px; padding: .44em; font-size: 2em; line-height: 1.25; text-align: center; }
.wp-block-cover-text, .wp-block-cover-text a { color: #fff; }
.wp-block-cover.has-left-content { justify-content: flex-start; }
.wp-block-cover.has-left-content .wp-block-cover-text { text-align: left; }
.wp-block-cover.has-right-content { justify-content: flex-end; }
.wp-block-cover.has-right-content .wp-block-cover-text { text-align: right; }
`;
