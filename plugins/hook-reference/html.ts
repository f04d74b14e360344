import { escapeAttribute, escapeHtml } from '../../core/text/index.ts';
import type { HookEntry } from './reference.ts';
import { exampleText, linesOf, type Words } from './words.ts';

const STYLE = `:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 52rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
nav ul { columns: 16rem; padding: 0; list-style: none; }
h2 { margin-top: 2.5rem; }
h2 a { color: inherit; }
pre { white-space: pre-wrap; padding: .75rem; border: 1px solid GrayText; border-radius: .25rem; }
:target { outline: 2px solid; outline-offset: .5rem; }`;

const written = (words: Words): string =>
  words.map((word) => (typeof word === 'string' ? escapeHtml(word) : `<code>${escapeHtml(word.code)}</code>`)).join('');

const link = ({ name }: HookEntry): string =>
  `<a href="#${escapeAttribute(encodeURIComponent(name))}">${escapeHtml(name)}</a>`;

const section = (entry: HookEntry): string =>
  `<section id="${escapeAttribute(entry.name)}">\n<h2>${link(entry)}</h2>\n<p>${escapeHtml(entry.meaning)}</p>\n` +
  `<pre><code>${escapeHtml(entry.signature)}</code></pre>\n` +
  `<ul>\n${linesOf(entry)
    .map((words) => `<li>${written(words)}</li>\n`)
    .join('')}</ul>\n` +
  `<pre><code>${escapeHtml(exampleText(entry))}</code></pre>\n</section>\n`;

/** Writes the reference as a self-contained page: no script, no other file. */
export const htmlOf = (entries: readonly HookEntry[]): string =>
  '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n' +
  '<meta name="viewport" content="width=device-width, initial-scale=1">\n' +
  `<title>Hooks</title>\n<style>\n${STYLE}\n</style>\n</head>\n<body>\n<h1>Hooks</h1>\n` +
  `<nav aria-label="Hooks"><ul>\n${entries.map((entry) => `<li>${link(entry)}</li>\n`).join('')}</ul></nav>\n` +
  `<main>\n${entries.map(section).join('')}</main>\n</body>\n</html>\n`;
