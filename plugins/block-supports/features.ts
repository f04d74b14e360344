import { isMap } from '../../core/base/index.ts';

type Supports = Readonly<Record<string, unknown>>;

/** Features that a block has unless it says otherwise, once it supports their group. */
const STANDARD: Readonly<Record<string, readonly string[]>> = { color: ['text', 'background'] };

/** The value of a setting under its name, or under the one that it had while it was an experiment. */
const settingOf = (settings: Supports, name: string): unknown =>
  settings[name] ?? settings[`__experimental${name.charAt(0).toUpperCase()}${name.slice(1)}`];

/**
 * What a block supports of a group of features, as `color`: tells of a feature whether it is supported. Undefined
 * where the block supports nothing of the group.
 */
export function featureOf(supports: Supports, group: string): ((feature: string) => boolean) | undefined {
  const settings = settingOf(supports, group);
  if (settings !== true && !isMap(settings)) return undefined;
  return (feature) => {
    const value = settings === true ? undefined : settingOf(settings, feature);
    return value === undefined ? (STANDARD[group]?.includes(feature) ?? false) : Boolean(value);
  };
}

/** Whether a block supports anything of a group of features. */
export function supportsAny(supports: Supports, group: string): boolean {
  const settings = settingOf(supports, group);
  if (settings === true) return true;
  if (!isMap(settings)) return false;
  const named = Object.keys(settings).filter((name) => !/DefaultControls$|[sS]kipSerialization$|Selector$/.test(name));
  return (STANDARD[group] ?? []).some(featureOf(supports, group)!) || named.some((name) => Boolean(settings[name]));
}

/**
 * Whether the host writes a feature into a block's outermost element. A block may write some or all of a group's
 * features into other elements, and says so by `__experimentalSkipSerialization`.
 */
export function isSerialized(supports: Supports, group: string, feature: string): boolean {
  const settings = settingOf(supports, group);
  const skipped = isMap(settings) ? settingOf(settings, 'skipSerialization') : undefined;
  return Array.isArray(skipped) ? !skipped.includes(feature) : !skipped;
}
