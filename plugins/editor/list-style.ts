/** How lists look: a column on a telephone, a table elsewhere. */
export const LIST_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fff; --ink: #1c1c1e; --faint: #5a5a62; --line: #d9d9de; --link: #0b4fb3; --mark: #f1f4f9;
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #17181a; --ink: #e8e8ea; --faint: #a9a9b2; --line: #3a3b40; --link: #8ab8ff; --mark: #22252b; }
}
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 0 1rem 2rem; background: var(--paper); color: var(--ink); }
header, .title, nav ul, [role=search] { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; }
header { border-block-end: 1px solid var(--line); padding-block: .75rem; }
header p { margin: 0; }
header p:first-child a { font-weight: bold; color: inherit; text-decoration: none; }
header nav { flex: 1; }
nav ul { list-style: none; margin: 0; padding: 0; }
a { display: inline-block; padding-block: .25rem; color: var(--link); text-underline-offset: .15em; }
[aria-current] { font-weight: bold; color: inherit; text-decoration: none; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.title { justify-content: space-between; padding-block: 1rem .5rem; }
h1 { font-size: 1.75rem; margin: 0; }
[role=search] { margin-block: 1rem; gap: .5rem; }
input, button { font: inherit; padding: .4rem .8rem; border: 1px solid var(--faint); border-radius: .375rem; }
input { background: var(--paper); color: inherit; }
[type=search] { min-width: 0; flex: 0 1 20rem; }
button { cursor: pointer; background: var(--mark); color: inherit; }
.title button { border-color: var(--link); background: var(--link); color: var(--paper); }
table { width: 100%; border-collapse: collapse; }
caption, .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
th, td { text-align: start; padding: .5rem .5rem .5rem 0; vertical-align: top; border-block-end: 1px solid var(--line); }
th[scope=row] { font-weight: normal; overflow-wrap: anywhere; width: 50%; }
thead th, td { color: var(--faint); }
th[scope=row] > a:first-child { font-weight: bold; padding-block: 0; }
.lock { margin: 0; color: var(--faint); font-style: italic; }
.view { margin-inline-start: .75rem; padding-block: 0; }
th form { display: inline-block; margin-inline-start: .75rem; }
time { white-space: nowrap; }
main > nav:last-child { margin-block-start: 1rem; }
@media (max-width: 40rem) {
  thead { display: none; }
  tr { display: block; padding-block: .5rem; border-block-end: 1px solid var(--line); }
  th[scope=row] { display: block; width: auto; border: 0; padding: 0; }
  td { display: inline-block; border: 0; padding: 0 .75rem 0 0; }
  td:empty { display: none; }
}
`;
