/** Elements in which a newline is no line break. */
const RAW_OPENING = /<(script|style|svg|math)/g;
/** The placeholder of a newline in such an element. */
const NEWLINE_MARK = '\ufdd1';

/** Makes line breaks of the newlines of a text, but for those in scripts, styles and drawings. */
export function breakLines(text: string): string {
  return withMarks(text)
    .replace(/<br>|<br\/>/g, '<br />')
    .replace(/(<br \/>)?(\s+)/g, (found, isBroken: string | undefined, space: string) => {
      const newline = space.lastIndexOf('\n');
      return newline < 0 || isBroken ? found : `<br />\n${space.slice(newline + 1)}`;
    })
    .replaceAll(NEWLINE_MARK, '\n');
}

function withMarks(text: string): string {
  const openings = new RegExp(RAW_OPENING);
  const neverClosed = new Set<string>();
  let made = '';
  let at = 0;
  for (let match = openings.exec(text); match; match = openings.exec(text)) {
    const name = match[1]!;
    const closing = neverClosed.has(name) ? -1 : text.indexOf(`</${name}>`, openings.lastIndex);
    if (closing < 0) {
      neverClosed.add(name);
      continue;
    }
    made += text.slice(at, match.index) + text.slice(match.index, closing).replaceAll('\n', NEWLINE_MARK);
    at = closing;
    openings.lastIndex = closing;
  }
  return made + text.slice(at);
}
