import { escapeHtml } from './escape.ts';
import { stripNestedOctets } from './octets.ts';
import { stripAllTags } from './strip-tags.ts';
import { trimAscii } from './trim.ts';

const POSSIBLE_TAG = /<[^<>]*>?/g;
const BLANKS = /[\r\n\t ]+/g;
const SPACES = / +/g;

/**
 * Cleans one line of plain text: no tags, no percent-encoded octets, white space as single blanks, trimmed. A `<`
 * that opens no tag becomes `&lt;`.
 */
export function sanitizeTextField(text: string): string {
  return withoutOctets(trimAscii(withoutTags(text).replace(BLANKS, ' ')));
}

/** Cleans plain text as {@link sanitizeTextField} does, yet keeps its line breaks and blanks. */
export function sanitizeTextareaField(text: string): string {
  return withoutOctets(trimAscii(withoutTags(text)));
}

function withoutTags(text: string): string {
  if (!text.includes('<')) return text;
  const escaped = text.replace(POSSIBLE_TAG, (part) => (part.endsWith('>') ? part : escapeHtml(part)));
  return stripAllTags(escaped).replaceAll('<\n', '&lt;\n');
}

function withoutOctets(text: string): string {
  const stripped = stripNestedOctets(text);
  return stripped === text ? text : trimAscii(stripped.replace(SPACES, ' '));
}
