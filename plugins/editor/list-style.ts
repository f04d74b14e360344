/** How lists look: a column on a telephone, a table elsewhere. */
export const LIST_STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 70rem; padding: 0 1rem 2rem; }
header, .title, nav ul, [role=search] { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; }
header { border-block-end: 1px solid; padding-block: .5rem; }
header p { margin: 0; }
header nav { flex: 1; }
nav ul { list-style: none; margin: 0; padding: 0; }
[aria-current] { font-weight: bold; text-decoration: none; }
a { display: inline-block; padding-block: .25rem; }
.title { justify-content: space-between; padding-block: 1rem .5rem; }
h1 { font-size: 1.75rem; margin: 0; }
[role=search] { margin-block: 1rem; gap: .5rem; }
input, button { font: inherit; padding: .4rem .8rem; }
[type=search] { min-width: 0; flex: 0 1 20rem; }
button { cursor: pointer; }
table { width: 100%; border-collapse: collapse; }
caption, .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
th, td { text-align: start; padding: .5rem .5rem .5rem 0; vertical-align: top; border-block-end: 1px solid #8888; }
th[scope=row] { font-weight: normal; overflow-wrap: anywhere; width: 50%; }
th[scope=row] > a:first-child { font-weight: bold; }
.view { margin-inline-start: .75rem; }
th form { display: inline-block; margin-inline-start: .75rem; }
time { white-space: nowrap; }
main > nav:last-child { margin-block-start: 1rem; }
@media (max-width: 40rem) {
  thead { display: none; }
  tr { display: block; padding-block: .5rem; border-block-end: 1px solid #8888; }
  th[scope=row] { display: block; width: auto; border: 0; padding: 0; }
  td { display: inline-block; border: 0; padding: 0 .75rem 0 0; }
  td:empty { display: none; }
}
`;
