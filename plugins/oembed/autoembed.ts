import { type RenderContext, requestOf } from '../content-rendering/index.ts';
import { type EmbedDependencies, embedHtml } from './embed-html.ts';
import { sizeFor } from './item-data.ts';
import { itemsAt, type OwnItemsDependencies } from './own-items.ts';

/** The most addresses of a text that become embedded items. */
const MOST = 20;

/** The width of what is embedded in a text. */
export const WIDTH = 600;

const ADDRESS = /https?:\/\/[^\s<>"]+/gi;
const PARAGRAPH = /^<p(?:\s[^>]*)?>$/i;
const SPACE = /\s/;

/** An address in a text that stands alone in its line or its paragraph. */
interface LoneAddress {
  readonly written: string;
  readonly start: number;
}

/** The first addresses of a host that stand alone in a text, in time linear in its length. */
function loneAddresses(text: string, host: string): LoneAddress[] {
  const found: LoneAddress[] = [];
  const isInTag = tagsOf(text);
  for (const { 0: written, index } of text.matchAll(ADDRESS)) {
    if (found.length === MOST) break;
    if (!URL.canParse(written) || new URL(written).host !== host) continue;
    if (isAlone(text, index, index + written.length, isInTag)) found.push({ written, start: index });
  }
  return found;
}

function isAlone(text: string, start: number, end: number, isInTag: (place: number) => boolean): boolean {
  let [before, after] = [start - 1, end];
  while (before >= 0 && text[before] !== '\n' && SPACE.test(text[before]!)) before--;
  while (after < text.length && text[after] !== '\n' && SPACE.test(text[after]!)) after++;
  const [beginsLine, endsLine] = [before < 0 || text[before] === '\n', after === text.length || text[after] === '\n'];
  if (beginsLine && endsLine) return !isInTag(start);
  while (before >= 0 && SPACE.test(text[before]!)) before--;
  while (after < text.length && SPACE.test(text[after]!)) after++;
  if (text[before] !== '>' || !/^<\/p>/i.test(text.slice(after, after + 4))) return false;
  return PARAGRAPH.test(text.slice(text.lastIndexOf('<', before), before + 1));
}

/** Makes a function that says of places in a text, one behind another, whether they are between the ends of a tag. */
function tagsOf(text: string): (place: number) => boolean {
  let [at, isOpen] = [0, false];
  return (place) => {
    for (; at < place; at++) {
      if (text[at] === '>') isOpen = false;
      else if (text[at] === '<') isOpen = /[a-z/!]/i.test(text.charAt(at + 1));
    }
    return isOpen;
  };
}

/** A text in which the items of the site are embedded whose addresses stand alone in a line or a paragraph. */
export async function autoembed(
  text: string,
  context: RenderContext,
  dependencies: EmbedDependencies & OwnItemsDependencies,
): Promise<string> {
  const { host } = new URL(dependencies.site.home);
  if (!text.includes(`://${host}`)) return text;
  const found = loneAddresses(text, host);
  if (found.length === 0) return text;
  // What stands at these addresses may change at any time.
  context.isDynamic = true;
  const request = requestOf(context);
  const addressOf = ({ written }: LoneAddress) => written.replaceAll('&amp;', '&').replaceAll('&#038;', '&');
  const items = await itemsAt([...new Set(found.map(addressOf))], dependencies, request);
  let [made, at] = ['', 0];
  for (const one of found) {
    const post = items.get(addressOf(one));
    if (post === undefined) continue;
    made += text.slice(at, one.start) + (await embedHtml(post, sizeFor(WIDTH), dependencies, request));
    at = one.start + one.written.length;
  }
  return made + text.slice(at);
}
