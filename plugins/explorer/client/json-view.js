import { h } from './dom.js';

/** Longer texts are shown as they are, since each value costs an element. */
const LONGEST = 400_000;

/**
 * JSON in which texts and numbers look different, with links where `linkTo` gives one.
 *
 * @param {string} text
 * @param {(address: string) => HTMLAnchorElement | undefined} linkTo
 */
export function jsonView(text, linkTo) {
  // Long lines and lists scroll, also by keyboard.
  const view = h('pre', { class: 'json', tabindex: 0, role: 'region', 'aria-label': 'Body' });
  const value = text.length > LONGEST ? undefined : parsed(text);
  if (value === undefined) view.textContent = text;
  else write(value, '');
  return view;

  /** @param {unknown} value @param {string} indent */
  function write(value, indent) {
    if (typeof value === 'string') return writeText(value);
    if (typeof value !== 'object' || value === null) return view.append(h('span', { class: 'plain' }, String(value)));
    const isList = Array.isArray(value);
    const members = Object.entries(value);
    if (members.length === 0) return view.append(isList ? '[]' : '{}');
    const inner = `${indent}  `;
    view.append(isList ? '[' : '{');
    for (const [at, [name, member]] of members.entries()) {
      view.append(`${at === 0 ? '' : ','}\n${inner}`);
      if (!isList) view.append(h('span', { class: 'key' }, JSON.stringify(name)), ': ');
      write(member, inner);
    }
    view.append(`\n${indent}${isList ? ']' : '}'}`);
  }

  /** @param {string} value */
  function writeText(value) {
    const written = JSON.stringify(value);
    const link = /^https?:\/\/\S+$/.test(value) ? linkTo(value) : undefined;
    if (link === undefined) return view.append(h('span', { class: 'text' }, written));
    link.textContent = written.slice(1, -1);
    return view.append('"', link, '"');
  }
}

/** @param {string} text @returns {unknown} Undefined for what is no JSON. */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
