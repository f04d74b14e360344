import { isMap, member } from '../../core/base/index.ts';

/** Settings and styles of blocks. Lists of presets are grouped by origin: `default`, `theme` or `custom`. */
export interface ThemeJson {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly styles: Readonly<Record<string, unknown>>;
}

/** The origins of presets. */
export type Origin = 'default' | 'theme';

/** Where settings have lists of presets. */
const PRESETS: readonly (readonly [group: string, list: string])[] = [
  ['border', 'radiusSizes'],
  ['color', 'duotone'],
  ['color', 'gradients'],
  ['color', 'palette'],
  ['dimensions', 'aspectRatios'],
  ['shadow', 'presets'],
  ['spacing', 'spacingSizes'],
  ['typography', 'fontFamilies'],
  ['typography', 'fontSizes'],
];

type Members = Readonly<Record<string, unknown>>;

const mapOf = (value: unknown): Members => (isMap(value) ? value : {});

/** Reads settings and styles, with presets under their origin. */
export function fromOrigin(json: unknown, origin: Origin): ThemeJson {
  const { blocks, ...settings } = mapOf(member(json, 'settings'));
  const ofBlocks = Object.entries(mapOf(blocks)).map(([name, own]) => [name, underOrigin(mapOf(own), origin)]);
  const keyed = underOrigin(settings, origin);
  return {
    settings: ofBlocks.length === 0 ? keyed : { ...keyed, blocks: Object.fromEntries(ofBlocks) },
    styles: mapOf(member(json, 'styles')),
  };
}

function underOrigin(settings: Members, origin: Origin): Members {
  const changed: Record<string, unknown> = { ...settings };
  for (const [group, list] of PRESETS) {
    const presets = member(changed, group, list);
    if (Array.isArray(presets)) changed[group] = { ...mapOf(changed[group]), [list]: { [origin]: presets } };
  }
  return changed;
}

/** Lays settings and styles over others: maps are merged, any other value replaces the earlier one. */
export const overlay = (below: ThemeJson, above: ThemeJson): ThemeJson => ({
  settings: merged(below.settings, above.settings),
  styles: merged(below.styles, above.styles),
});

function merged(below: Members, above: Members): Members {
  const both = Object.entries(above).map(([name, value]) => {
    const under = Object.hasOwn(below, name) ? below[name] : undefined;
    return [name, isMap(under) && isMap(value) ? merged(under, value) : value];
  });
  return { ...below, ...Object.fromEntries(both) };
}
