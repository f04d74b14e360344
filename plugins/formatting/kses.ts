import { escapeHtml } from '../../core/text/index.ts';
import { type AllowedHtml, COMMENT_HTML, POST_HTML, postHtmlOf } from './allowed-html.ts';
import { cleanAttributes } from './attributes.ts';
import { cleanBlockAttributes } from './block-attributes.ts';
import { normalizeEntities } from './entities.ts';
import { stripControls } from './protocols.ts';

const MARKUP = /<!--[\s\S]*?(?:-->|$)|<[^>]*>?|>/g;
const TAG = /^<[\t-\r ]*(\/[\t-\r ]*)?([a-zA-Z0-9-]+)(?![a-zA-Z0-9-])([^>]*)>?$/;

/** Cleans the content or excerpt of a post. Idempotent, and linear in the length of the text. */
export function ksesPost(text: string): string {
  return kses(text, POST_HTML);
}

/** Makes a function that does the same, and lets documents of the site's own files at `host` be shown in `object`. */
export function ksesPostOf(host: string): (text: string) => string {
  const allowed = postHtmlOf(host);
  return (text) => kses(text, allowed);
}

/** Cleans a comment, a title, or another short text that may hold a little inline markup. Idempotent and linear. */
export function ksesData(text: string): string {
  return kses(text, COMMENT_HTML);
}

/**
 * Cleans markup: elements and attributes that are not allowed go (what the elements enclose stays), addresses lose
 * schemes that are not allowed, styles lose what can do harm, comments stay, everything else becomes text. The
 * attributes of blocks are cleaned too, value by value.
 */
export function kses(text: string, allowed: AllowedHtml): string {
  const clean = (value: string) => cleanMarkup(prepare(value), allowed);
  return cleanMarkup(cleanBlockAttributes(prepare(text), clean), allowed);
}

function prepare(text: string): string {
  return escapeUnclosed(normalizeEntities(stripControls(text)));
}

/** Makes text of every `<` that another `<`, or the end, follows before a `>` does. */
function escapeUnclosed(text: string): string {
  return text.replace(/<[^<>]*>?/g, (found) => (found.endsWith('>') ? found : escapeHtml(found)));
}

function cleanMarkup(text: string, allowed: AllowedHtml): string {
  return text.replace(MARKUP, (found) => {
    if (found === '>') return '&gt;';
    return found.startsWith('<!--') ? cleanComment(found) : cleanTag(found, allowed);
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

/** A comment without markup, and without the hyphens that could end it; an empty comment goes. */
function cleanComment(comment: string): string {
  const text = comment.replace(/<!--|-->/g, '').replace(/[<>]/g, escapeHtml);
  const content = text.replace(/--+/g, '-').replace(/-$/, '');
  return content === '' ? '' : `<!--${content}-->`;
}
