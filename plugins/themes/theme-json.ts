import { isMap, member } from '../../core/base/index.ts';
import type { Theme, ThemeTemplate } from './theme.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The settings of a `theme.json` that give a feature its list. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  'editor-color-palette': ['color', 'palette'],
  'editor-font-sizes': ['typography', 'fontSizes'],
  'editor-gradient-presets': ['color', 'gradients'],
};

/** The settings that give a theme a feature when they are false. */
const REFUSALS: Readonly<Record<string, readonly string[]>> = {
  'disable-custom-colors': ['color', 'custom'],
  'disable-custom-font-sizes': ['typography', 'customFontSize'],
  'disable-custom-gradients': ['color', 'customGradient'],
};

/** The data of a theme in its `theme.json`. */
export function readThemeJson(json: unknown): Pick<Theme, 'supports' | 'templates'> & { title: string } {
  const settings = member(json, 'settings');
  const supports: Record<string, unknown> = {};
  for (const [feature, path] of Object.entries(LISTS)) {
    const list = member(settings, ...path);
    if (Array.isArray(list)) supports[feature] = list;
  }
  for (const [feature, path] of Object.entries(REFUSALS)) {
    if (member(settings, ...path) === false) supports[feature] = true;
  }
  if (isMap(member(settings, 'layout'))) supports['align-wide'] = true;
  return { title: text(member(json, 'title')), supports, templates: templatesOf(member(json, 'customTemplates')) };
}

function templatesOf(list: unknown): ThemeTemplate[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    const file = text(member(entry, 'name'));
    const types = member(entry, 'postTypes');
    if (file === '') return [];
    return {
      file,
      title: text(member(entry, 'title')) || file,
      types: Array.isArray(types) ? types.map(String) : ['page'],
    };
  });
}
