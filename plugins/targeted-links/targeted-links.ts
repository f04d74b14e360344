/** A link, and what holds no links: scripts, styles and comments. */
const PLACES = /<a(?=\s)|<(script|style)\b|<!--/gi;
const ATTRIBUTE = /([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/** What keeps a page that a link opens from reaching the page with the link. */
const REL = 'noopener';

/**
 * Adds `rel="noopener"` to the links of a text that open elsewhere, as with `target="_blank"`; other links stay as they are
 * written. Takes time linear in the length of the text.
 */
export function withRelOfTargets(text: string): string {
  if (!/\btarget\b/i.test(text)) return text;
  const places = new RegExp(PLACES);
  let made = '';
  let at = 0;
  for (let match = places.exec(text); match; match = places.exec(text)) {
    const element = match[1]?.toLowerCase();
    const ending = match[0] === '<!--' ? /-->/g : element === undefined ? />/g : new RegExp(`</${element}`, 'gi');
    ending.lastIndex = places.lastIndex;
    const end = ending.exec(text)?.index;
    if (end === undefined) break;
    places.lastIndex = end;
    if (element !== undefined || match[0] === '<!--') continue;
    made += text.slice(at, match.index) + completed(text.slice(match.index, end + 1));
    at = end + 1;
    places.lastIndex = at;
  }
  return made + text.slice(at);
}

/** A link with the relation, if it has a target and has not the relation yet. */
function completed(link: string): string {
  // What is quoted within quotes belongs to a script or to data.
  if (link.includes('\\')) return link;
  const attributes = [...link.slice(2, -1).matchAll(ATTRIBUTE)].map(([, name = '', double, single, bare]) => ({
    name,
    value: double ?? single ?? bare,
  }));
  const named = (wanted: string) => attributes.find(({ name }) => name.toLowerCase() === wanted);
  if (named('target') === undefined) return link;
  const rel = named('rel');
  const relations = (rel?.value ?? '').split(/\s+/).filter((relation) => relation !== '');
  if (relations.some((relation) => relation.toLowerCase() === REL)) return link;
  const value = [...relations, REL].join(' ');
  if (rel === undefined) attributes.push({ name: 'rel', value });
  else rel.value = value;
  const written = attributes.map((one) =>
    one.value === undefined ? ` ${one.name}` : ` ${one.name}="${one.value.replaceAll('"', '&quot;')}"`,
  );
  return `${link.slice(0, 2)}${written.join('')}>`;
}
