import { escapeHtml } from '../../core/index.ts';
import { type AllowedHtml, COMMENT_HTML, POST_HTML } from './allowed-html.ts';
import { cleanAttributes } from './attributes.ts';
import { cleanBlockAttributes } from './block-attributes.ts';
import { normalizeEntities } from './entities.ts';
import { stripControls } from './protocols.ts';

const MARKUP = /<!--[\s\S]*?(?:-->|$)|<[^>]*(?:>|$)|>/g;
const TAG = /^<[\t-\r ]*(\/[\t-\r ]*)?([a-zA-Z0-9-]+)([^>]*)>?$/;

/** Cleans the body, title or excerpt of a post. Idempotent, and linear in the length of the text. */
export function ksesPost(text: string): string {
  return kses(text, POST_HTML);
}

/** Cleans a comment, or another short text that may hold a little inline markup. */
export function ksesData(text: string): string {
  return kses(text, COMMENT_HTML);
}

/**
 * Cleans markup: elements and attributes that are not allowed go (what the elements enclose stays), addresses lose
 * schemes that are not allowed, styles lose what can do harm, comments stay, everything else becomes text. The
 * attributes of blocks are cleaned too, value by value.
 */
export function kses(text: string, allowed: AllowedHtml): string {
  const escaped = escapeUnclosed(normalizeEntities(stripControls(text)));
  return cleanMarkup(
    cleanBlockAttributes(escaped, (value) => cleanText(value, allowed)),
    allowed,
  );
}

function cleanText(text: string, allowed: AllowedHtml): string {
  return cleanMarkup(escapeUnclosed(normalizeEntities(stripControls(text))), allowed);
}

/** Makes text of every `<` that another `<`, or the end, follows before a `>` does. */
function escapeUnclosed(text: string): string {
  return text.replace(/<[^<>]*>?/g, (found) => (found.endsWith('>') ? found : escapeHtml(found)));
}

function cleanMarkup(text: string, allowed: AllowedHtml): string {
  return text.replace(MARKUP, (found) => {
    if (found === '>') return '&gt;';
    return found.startsWith('<!--') ? cleanComment(found, allowed) : cleanTag(found, allowed);
  });
}

function cleanTag(tag: string, allowed: AllowedHtml): string {
  const [, slash, name = '', rest = ''] = TAG.exec(tag) ?? [];
  const attributes = allowed.get(name.toLowerCase());
  if (attributes === undefined) return '';
  if (slash !== undefined) return `</${name}>`;
  const end = rest.trimEnd().endsWith('/') ? ' />' : '>';
  return `<${name}${attributes.size === 0 ? '' : cleanAttributes(rest, attributes)}${end}`;
}

/** Cleans what a comment says until nothing more changes; an empty comment goes. */
function cleanComment(comment: string, allowed: AllowedHtml): string {
  let before = comment.replace(/<!--|-->/g, '');
  let content = cleanText(before, allowed);
  while (content !== before) {
    before = content;
    content = cleanText(before, allowed);
  }
  return content === '' ? '' : `<!--${content.replace(/--+/g, '-').replace(/-$/, '')}-->`;
}
