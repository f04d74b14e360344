import { harmIn } from '../plugins/formatting/harm.ts';
import type { Served } from '../support/serve.ts';

/** Members whose value is an address. */
const ADDRESS = /(?:^|_)(?:url|link|href|guid|src|home)$|^url$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what browsers drop from addresses.
const BLANKS = /[\x00-\x20]/g;
const SCRIPT = /^(?:javascript|vbscript|data|feed|blob|view-source):/i;

/** Every text of an answer with its place in it, names of members too, but for the patterns of routes. */
export function* textsOf(value: unknown, path = ''): Generator<readonly [path: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (!name.startsWith('/')) yield [`${path} (name)`, name];
    yield* textsOf(member, path === '' ? name : `${path}.${name}`);
  }
}

/** What could run in the texts that came up so far: most of an answer was in the one before it. */
const known = new Map<string, readonly string[]>();

function harmOfText(text: string): readonly string[] {
  const harm = known.get(text) ?? harmIn(text);
  known.set(text, harm);
  return harm;
}

/** What could run in the texts and headers of an answer, one line each. */
export function harmOf({ json, headers, status }: Served): string[] {
  const harm: string[] = [];
  for (const [path, text] of textsOf(json)) {
    // Refusals are for programs: a client shows their messages as text.
    const found = status >= 400 ? [] : harmOfText(text);
    for (const line of found) harm.push(`${path}: ${line}`);
    if (ADDRESS.test(path.slice(path.lastIndexOf('.') + 1)) && SCRIPT.test(text.replace(BLANKS, '')))
      harm.push(`${path}: address ${text}`);
  }
  for (const [name, value] of Object.entries(headers)) {
    if (/[\r\n\0]/.test(value) || harmIn(value.replace(/<[a-z]+:[^<>]*>/g, '')).length > 0)
      harm.push(`header ${name}: ${value}`);
  }
  return harm;
}
