import type { PluginHooks } from '../../core/index.ts';
import type { ShortcodeAttributes } from '../content-rendering/index.ts';

/** The attributes of a shortcode: those of its defaults that are given, others left out, after its filter. */
export function attributesOf<D extends Readonly<Record<string, string>>>(
  hooks: PluginHooks,
  shortcode: string,
  defaults: D,
  given: ShortcodeAttributes,
): Record<keyof D, string> {
  const attributes = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, given[name] ?? value]),
  ) as Record<keyof D, string>;
  const hook = hooks.filter('shortcode_atts_{shortcode}').for(shortcode);
  return hook.isUsed()
    ? { ...attributes, ...(hook.call(attributes, defaults, given, shortcode) as Record<keyof D, string>) }
    : attributes;
}

/** A whole number at the beginning of a text; 0 where there is none. */
export const integerOf = (text: string): number => {
  const value = Number.parseInt(text, 10);
  return Number.isSafeInteger(value) ? value : 0;
};

/** Whether an attribute is switched on: with any text but `0` and `false`. */
export const isOn = (text: string): boolean => text !== '' && text !== '0' && text.toLowerCase() !== 'false';

/** The ids of a list that blanks and commas separate, of which there may be so many. */
export const idsOf = (list: string): number[] =>
  [
    ...new Set(
      list
        .slice(0, MOST_IDS * 20)
        .split(/[\s,]+/)
        .map((id) => Math.abs(integerOf(id))),
    ),
  ]
    .filter((id) => id > 0)
    .slice(0, MOST_IDS);

/** The most items that a shortcode shows. */
export const MOST_IDS = 500;
