/** How all pages look: light or dark by the reader's setting, from the width of a phone. */
export const STYLE = `:root {
  color-scheme: light dark;
  --paper: #fff;
  --ink: #1c1c1e;
  --faint: #5a5a62;
  --line: #d9d9de;
  --link: #0b4fb3;
  --mark: #f1f4f9;
  --stripe: #f0f0f0;
  --alert: #a4161a;
  font: 1.125rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #17181a;
    --ink: #e8e8ea;
    --faint: #a9a9b2;
    --line: #3a3b40;
    --link: #8ab8ff;
    --mark: #22252b;
    --stripe: #26282c;
    --alert: #ff9a9c;
  }
}
*, ::before, ::after { box-sizing: border-box; }
/* What is as wide as the window may be wider than what a scroll bar leaves of it. */
html { overflow-x: clip; }
body {
  max-width: 44rem;
  margin: 0 auto;
  padding: 0 1.25rem 3rem;
  background: var(--paper);
  color: var(--ink);
  overflow-wrap: break-word;
}
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 2rem 0 .75rem; text-wrap: balance; }
h1 { font-size: 2rem; }
h2 { font-size: 1.5rem; }
h3 { font-size: 1.25rem; }
h4, h5, h6 { font-size: 1.0625rem; }
a { color: var(--link); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
main:focus { outline: none; }
.skip-link { position: absolute; inset-inline-start: -100vw; }
.skip-link:focus { inset: .5rem auto auto .5rem; padding: .5rem 1rem; background: var(--paper); z-index: 1; }

.site-header {
  display: flex;
  flex-wrap: wrap;
  gap: .75rem 2rem;
  align-items: end;
  padding: 1.5rem 0 1rem;
  margin-bottom: 1rem;
  border-bottom: 1px solid var(--line);
}
.site-branding { flex: 1 1 14rem; min-width: 0; }
.site-title { font-size: 1.5rem; font-weight: 700; line-height: 1.25; margin: 0; }
.site-title a { color: inherit; text-decoration: none; }
.site-title a:hover { text-decoration: underline; }
.site-tagline { margin: .25rem 0 0; color: var(--faint); }
.site-navigation { order: 3; flex: 1 1 100%; }
.site-navigation ul, .site-footer ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: 0; padding: 0; }
.site-navigation a, .site-footer a { display: inline-block; padding: .25rem 0; }
.site-navigation { position: relative; }
.menu-item details { display: inline-block; }
.menu-item summary { display: inline-block; padding: .25rem .5rem; cursor: pointer; list-style: none; }
.menu-item summary::-webkit-details-marker { display: none; }
.menu-item summary::after { content: "\\25BE"; color: var(--faint); }
.menu-item [open] > summary::after { content: "\\25B4"; }
.site-navigation .sub-menu { display: block; padding-inline-start: 1rem; }
.menu-item details > .sub-menu {
  position: absolute;
  inset-inline-start: 0;
  z-index: 1;
  width: max-content;
  max-width: 100%;
  padding: .5rem 1rem;
  border: 1px solid var(--line);
  background: var(--paper);
}
@media (min-width: 60rem) {
  .menu-item:has(> details) { position: relative; }
  .menu-item details > .sub-menu { max-width: 20rem; }
}
[aria-current=page] { font-weight: 700; }
.widget-area {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr));
  gap: 1rem 2rem;
  margin-top: 3rem;
  border-top: 1px solid var(--line);
}
.widget { min-width: 0; }
.widget-title { font-size: 1.25rem; margin-top: 1.25rem; }
.site-footer {
  display: flex;
  flex-wrap: wrap;
  gap: .5rem 2rem;
  justify-content: space-between;
  margin-top: 3rem;
  padding-top: 1rem;
  border-top: 1px solid var(--line);
  color: var(--faint);
  font-size: 1rem;
}
.site-footer p { margin: .25rem 0; }

.search-form { display: flex; gap: .5rem; flex: 0 1 18rem; }
.search-form label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.search-form input { flex: 1; min-width: 0; margin: 0; }
input, textarea, button { font: inherit; color: inherit; }
input, textarea {
  width: 100%;
  padding: .5rem .625rem;
  background: var(--paper);
  border: 1px solid var(--faint);
  border-radius: .375rem;
}
button {
  padding: .5rem 1rem;
  border: 1px solid var(--link);
  border-radius: .375rem;
  background: var(--link);
  color: var(--paper);
  cursor: pointer;
}
button:hover { filter: brightness(1.15); }
label { display: block; font-weight: 600; }
label small { font-weight: 400; color: var(--faint); }

.notice, [role=alert] { padding: .75rem 1rem; background: var(--mark); border-inline-start: .25rem solid var(--link); }
[role=alert] { border-color: var(--alert); color: var(--alert); }
.page-header { border-bottom: 1px solid var(--line); margin-bottom: 2rem; }
.archive-description { color: var(--faint); }
.summary { margin-bottom: 3rem; }
.summary .entry-title { margin-bottom: .25rem; }
.entry-title a { color: inherit; text-decoration: none; }
.entry-title a:hover { color: var(--link); text-decoration: underline; }
.entry-parent { margin: 2rem 0 -1.25rem; font-size: 1rem; }
.entry-meta, .entry-terms, .comment-meta { color: var(--faint); font-size: 1rem; margin: .25rem 0; }
.entry-image { display: block; margin: 1.25rem 0; border-radius: .375rem; }
.pagination { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; margin: 2rem 0; }
.post-nav-links { margin: 2rem 0; }
.post-page-numbers { display: inline-block; padding: .25rem .5rem; }
.pagination span { color: var(--faint); }
.post-navigation { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); gap: .75rem 1.5rem; margin: 2.5rem 0 2rem; }
.post-navigation a { min-width: 0; }
.post-navigation span { display: block; color: var(--faint); font-size: 1rem; }
.post-navigation a[rel=next] { grid-column: -2 / -1; text-align: end; }

img, video, svg, iframe, embed, object { max-width: 100%; }
img, video { height: auto; }
iframe { border: 0; }
figure { margin: 1.5rem 0; }
figcaption { color: var(--faint); font-size: calc(13em / 18); text-align: center; }
blockquote { margin: 1.5rem 0; padding-inline-start: 1rem; border-inline-start: .25rem solid var(--line); }
pre, code, kbd { font-family: ui-monospace, "Cascadia Code", Menlo, Consolas, monospace; font-size: .925em; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; background: var(--mark); border-radius: .375rem; }
code { background: var(--mark); padding: .1em .25em; border-radius: .25rem; }
pre code { padding: 0; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .4rem .6rem; overflow-wrap: anywhere; border: 1px solid var(--line); text-align: start; }
.wp-block-table { overflow-x: auto; }
.wp-block-table :is(th, td) { overflow-wrap: break-word; }
@media (max-width: 36rem) {
  table { font-size: .8125rem; }
  th, td { padding: .25rem .3rem; }
}
hr { border: 0; border-top: 1px solid var(--line); margin: 2rem 0; }
.alignleft { float: inline-start; margin: .375rem 1.25rem .75rem 0; max-width: 50%; }
.alignright { float: inline-end; margin: .375rem 0 .75rem 1.25rem; max-width: 50%; }
.aligncenter { display: block; margin-inline: auto; text-align: center; }
.entry-content::after { content: ""; display: table; clear: both; }
.screen-reader-text { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }

.comments { margin-top: 3rem; border-top: 1px solid var(--line); }
.comment-list { list-style: none; margin: 0; padding: 0; }
.comment-list .comment-list { padding-inline-start: clamp(.5rem, 3vw, 1.5rem); border-inline-start: 2px solid var(--line); }
.comment { margin: 1.25rem 0; }
.comment-author { color: var(--ink); }
.comment-reply { margin-inline-start: .5rem; }
.comment-content > p { margin: .5rem 0; }
.comment-form p { margin: 1rem 0; }
.password-form input { max-width: 20rem; display: block; margin-bottom: .75rem; }
@media print {
  .site-navigation, .search-form, .comment-form, .pagination, .post-navigation, .site-footer nav { display: none; }
}
`;
