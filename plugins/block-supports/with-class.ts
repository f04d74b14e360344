const OPENING = /<[a-z]/i;
const TAG = /<[a-z](?:[^"'>]|"[^"]*"|'[^']*')*>/iy;
const CLASS = /\sclass=["']/i;

/** The place and text of the first tag of a markup; null where there is none that ends. */
export function firstTag(markup: string): { readonly at: number; readonly tag: string } | null {
  const at = markup.search(OPENING);
  if (at < 0) return null;
  TAG.lastIndex = at;
  const tag = TAG.exec(markup)?.[0];
  return tag === undefined ? null : { at, tag };
}

/** The classes of a tag, as they may stand within double quotes. */
export const classNames = (tag: string): string[] =>
  (
    /\sclass=(?:"([^"]*)"|'([^']*)')/i
      .exec(tag)
      ?.slice(1)
      .find((found) => found !== undefined) ?? ''
  )
    .replaceAll('"', '&quot;')
    .split(/\s+/)
    .filter((name) => name !== '');

/** A markup whose first element has more classes, before its own. Markup without an element stays as it is. */
export function withClass(markup: string, names: string): string {
  const first = firstTag(markup);
  if (first === null) return markup;
  const { at, tag } = first;
  const found = CLASS.exec(tag);
  if (found === null && names === '') return markup;
  const place = found ? found.index + found[0].length : tag.length - (tag.endsWith('/>') ? 2 : 1);
  const added = found ? `${names} ` : ` class="${names}"`;
  return markup.slice(0, at + place) + added + markup.slice(at + place);
}
