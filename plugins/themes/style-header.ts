/** How much of a style sheet is looked at: its header stands at the beginning. */
const LENGTH = 8192;

/** Reads the header of a theme's `style.css`: the values of `Theme Name: …` and the like, by name in lower case. */
export function parseStyleHeader(css: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const line of css.slice(0, LENGTH).split(/\r\n?|\n/)) {
    const colon = line.indexOf(':');
    if (colon < 0) continue;
    const name = line
      .slice(0, colon)
      .replace(/^[ \t/*#@]+/, '')
      .toLowerCase();
    const value = line
      .slice(colon + 1)
      .replace(/\*\/.*$/, '')
      .trim();
    // The header ends where rules begin; the first value of a name counts.
    if (!values.has(name)) values.set(name, value);
  }
  return values;
}
