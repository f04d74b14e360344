import { escapeAttribute } from '../../core/text/index.ts';
import type { ParsedBlock } from '../content-rendering/index.ts';
import { classNames, firstTag } from './with-class.ts';

/** The class of a block, under the brand and as contents from elsewhere have it. */
const blockName = (names: readonly string[], brand: string, block: string): string | undefined =>
  [brand, 'wp', 'cms'].map((word) => `${word}-block-${block}`).find((name) => names.includes(name));

const ELEMENT = /^[a-z][a-z0-9]*$/i;

/**
 * A group whose blocks stand in an element of their own within it, as themes without a `theme.json` expect. One that
 * arranges its blocks in a row has none, and one that has it stays as it is.
 */
export function withInnerContainer(markup: string, { attrs }: ParsedBlock, brand: string): string {
  const { tagName = 'div', layout } = attrs;
  if (typeof tagName !== 'string' || !ELEMENT.test(tagName)) return markup;
  const type = (layout as { readonly type?: unknown } | null | undefined)?.type;
  const first = firstTag(markup);
  if (first === null || type === 'flex' || type === 'grid') return markup;
  const { at, tag } = first;
  const name = blockName(classNames(tag), brand, 'group');
  const [start, end] = [at + tag.length, markup.lastIndexOf(`</${tagName}>`)];
  if (name === undefined || end < start || markup.slice(0, at).trim() !== '') return markup;
  if (tag.slice(1, tagName.length + 1) !== tagName || !/[\s>]/.test(tag.charAt(tagName.length + 1))) return markup;
  const inner = firstTag(markup.slice(start));
  if (inner !== null && inner.at < end - start && classNames(inner.tag).includes(`${name}__inner-container`)) {
    return markup;
  }
  const container = `<div class="${name}__inner-container">`;
  return `${markup.slice(0, start)}${container}${markup.slice(start, end)}</div>${markup.slice(end)}`;
}

const ALIGNED = ['alignleft', 'alignright', 'aligncenter'];

/**
 * A picture that stands at a side or in the middle, within an element that bears the class of the block, as themes
 * without a `theme.json` expect.
 */
export function withOuterContainer(markup: string, { attrs }: ParsedBlock, brand: string): string {
  const first = firstTag(markup);
  if (first === null || !/^<figure\s/i.test(first.tag) || markup.slice(0, first.at).trim() !== '') return markup;
  const { at, tag } = first;
  const names = classNames(tag);
  const name = blockName(names, brand, 'image');
  const end = markup.indexOf('</figure>', at);
  if (name === undefined || end < 0 || !names.some((one) => ALIGNED.includes(one))) return markup;
  const given = typeof attrs.className === 'string' ? attrs.className.split(' ').filter((one) => one !== '') : [];
  const outer = [name, ...given];
  const inner = names.filter((one) => !outer.includes(one)).join(' ');
  const figure = tag.replace(/(\sclass=)(?:"[^"]*"|'[^']*')/i, (_all, before: string) => `${before}"${inner}"`);
  const rest = markup.slice(at + tag.length, end);
  return `<div class="${escapeAttribute(outer.join(' '))}">${markup.slice(0, at)}${figure}${rest}</figure></div>`;
}
