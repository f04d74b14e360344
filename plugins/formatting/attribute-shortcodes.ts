import { escapeAttribute, stripAllTags } from '../../core/text/index.ts';
import type { RenderContext, Shortcodes } from '../content-rendering/index.ts';
import { ksesPost } from './kses.ts';

const TAG = /<(?=[a-z])/gi;
const ATTRIBUTE = /(\s)([a-z][\w:-]*)=(?:"([^"]*)"|'([^']*)')/gi;

/**
 * Renders the shortcodes that stand in attributes of elements, as in `<a href="[address]">`. What they give is text, and is
 * taken only where it may stand in that attribute. Takes time linear in the length of the text.
 */
export async function renderInAttributes(
  text: string,
  context: RenderContext,
  { has, render }: Pick<Shortcodes, 'has' | 'render'>,
): Promise<string> {
  const tags = new RegExp(TAG);
  let rendered = '';
  let at = 0;
  for (let match = tags.exec(text); match; match = tags.exec(text)) {
    const end = text.indexOf('>', match.index);
    if (end < 0) break;
    tags.lastIndex = end;
    const tag = text.slice(match.index, end);
    if (!tag.includes('[')) continue;
    rendered += text.slice(at, match.index) + (await inTag(tag));
    at = end;
  }
  return rendered + text.slice(at);

  async function inTag(tag: string): Promise<string> {
    const element = /^<[a-z][a-z0-9-]*/i.exec(tag)?.[0] ?? '<a';
    let made = '';
    let from = 0;
    for (const found of tag.matchAll(ATTRIBUTE)) {
      const [whole, space = '', name = '', double, single] = found;
      const value = double ?? single ?? '';
      if (!namesShortcode(value)) continue;
      const text = escapeAttribute(stripAllTags(await render(value, context)));
      const attribute = ksesPost(`${element} ${name}="${text}">`).slice(element.length, -1);
      made += tag.slice(from, found.index) + (attribute.trim() === '' ? whole : space + attribute.trim());
      from = found.index + whole.length;
    }
    return made + tag.slice(from);
  }

  function namesShortcode(value: string): boolean {
    for (const [, name = ''] of value.matchAll(/\[([^\s[\]<>&/=]+)/g)) if (has(name)) return true;
    return false;
  }
}
