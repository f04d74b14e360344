import { getOrMake } from '../../core/base/index.ts';
import { type RenderContext, wholeText } from './context.ts';

/** The most items that the lists of a text show together, and the most characters of markup that they have. */
const [MOST_ITEMS, MOST_CHARACTERS] = [1000, 4_000_000];

/** The blocks of a text that were counted, of those that lists repeat. */
const counted = new WeakMap<RenderContext, WeakSet<object>>();

/** What the lists of a text show already. */
const repeated = new WeakMap<RenderContext, { items: number; characters: number }>();

/** In how many blocks stands what is being rendered for a text. */
const depths = new WeakMap<RenderContext, number>();

/** What is being rendered for a text. */
const open = new WeakMap<RenderContext, Set<string>>();

/**
 * Counts a dynamic part of a text before it is rendered; false when the text has too many already. A `part` that is
 * given counts once, however often it is rendered.
 */
export function mayRender(context: RenderContext, most: number, part?: object): boolean {
  const whole = wholeText(context);
  context.isDynamic = true;
  whole.isDynamic = true;
  if (part !== undefined) {
    const parts = getOrMake(counted, whole, () => new WeakSet<object>());
    if (parts.has(part)) return true;
    if ((whole.dynamicParts ?? 0) < most) parts.add(part);
  }
  whole.dynamicParts = (whole.dynamicParts ?? 0) + 1;
  return whole.dynamicParts <= most;
}

/**
 * Whether a list may show another item, as long as lists that hold lists do not make a text endless. To be asked for
 * each item; `last` is the markup of the item before.
 */
export function mayRepeat(context: RenderContext, last = ''): boolean {
  const shown = getOrMake(repeated, wholeText(context), () => ({ items: 0, characters: 0 }));
  shown.items++;
  shown.characters += last.length;
  return shown.items <= MOST_ITEMS && shown.characters <= MOST_CHARACTERS;
}

/** Renders what may hold itself, as an item's content does that shows the item: within itself it is empty. */
export async function renderOnce(
  context: RenderContext,
  key: string,
  render: () => string | Promise<string>,
): Promise<string> {
  const rendering = getOrMake(open, wholeText(context), () => new Set<string>());
  if (rendering.has(key)) return '';
  rendering.add(key);
  try {
    return await render();
  } finally {
    rendering.delete(key);
  }
}

/** In how many blocks stands what is being rendered for a text, whichever of them renders it. */
export const depthOf = (context: RenderContext): number => depths.get(wholeText(context)) ?? 0;

/** Renders a block, so that what it renders itself stands in `depth` blocks. */
export async function atDepth(
  context: RenderContext,
  depth: number,
  render: () => string | Promise<string>,
): Promise<string> {
  const whole = wholeText(context);
  const outer = depthOf(context);
  depths.set(whole, depth);
  try {
    return await render();
  } finally {
    depths.set(whole, outer);
  }
}
