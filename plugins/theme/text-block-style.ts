/** How tables, quotes and separators look, with the styles that the editor offers for them. */
export const TEXT_BLOCK_STYLE = `
.wp-block-separator { width: 100px; margin-inline: auto; border-top: 2px solid; }
.wp-block-separator.is-style-wide { width: auto; }
.wp-block-separator.has-background:not(.is-style-dots) { height: 2px; border: 0; }
.wp-block-separator.has-css-opacity { opacity: .4; }
.wp-block-separator.is-style-dots { width: auto; border: 0; background: none !important; line-height: 1; text-align: center; }
.wp-block-separator.is-style-dots::before {
  content: "\\B7\\B7\\B7";
  padding-inline-start: 2em;
  font: 1.5em serif;
  letter-spacing: 2em;
}
.wp-block-table table { font-size: inherit; }
.wp-block-table :is(th, td) { padding: .5em; border-color: currentcolor; }
.wp-block-table th { text-align: center; }
.wp-block-table thead { border-bottom: 3px solid; }
.wp-block-table tfoot { border-top: 3px solid; }
.wp-block-table .has-fixed-layout { table-layout: fixed; }
.wp-block-table .has-border-color :is(thead, tbody, tfoot, tr, th, td) { border-color: inherit; }
.wp-block-table.is-style-stripes { border-bottom: 1px solid var(--mark); }
.wp-block-table.is-style-stripes table { border-spacing: 0; border-collapse: separate; }
.wp-block-table.is-style-stripes :is(th, td) { border-color: transparent; }
.wp-block-table.is-style-stripes thead th { border-bottom: 3px solid; }
.wp-block-table.is-style-stripes tfoot td { border-top: 3px solid; }
.wp-block-table.is-style-stripes tbody tr:nth-child(odd) { background: var(--stripe); }
.wp-block-table:is(.alignleft, .aligncenter, .alignright) { display: table; width: auto; }
.wp-block-quote { border-color: currentcolor; }
.wp-block-quote.has-text-align-right { border-width: 0; border-inline-end: .25em solid; padding-inline: 0 1em; }
.wp-block-quote:is(.has-text-align-center, .is-style-plain, .is-style-large, .is-large) { border: 0; }
.wp-block-quote:is(.has-text-align-center, .is-style-plain) { padding-inline-start: 0; }
.wp-block-quote:is(.is-style-large, .is-large) > p { font-size: 1.5em; font-style: italic; }
:is(.wp-block-quote, .wp-block-pullquote) cite { display: block; font-size: .8125em; font-style: normal; }
.wp-block-pullquote { margin: 1.5rem 0; padding: 4em 0; border-block: 4px solid; text-align: center; overflow-wrap: break-word; }
.wp-block-pullquote:is(.alignleft, .alignright) { max-width: 420px; }
.wp-block-pullquote blockquote { margin: 0; padding: 0; border: 0; }
.wp-block-pullquote p:first-child { margin-top: 0; }
.wp-block-pullquote p:last-child { margin-bottom: 0; }
.wp-block-pullquote cite { text-transform: uppercase; }
`;
