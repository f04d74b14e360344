import { isMap, member } from '../../core/base/index.ts';
import type { RestRequest } from '../../core/index.ts';
import { globalStylesErrors as errors } from './errors.ts';
import type { ThemeJson } from './theme-json.ts';

/** The site's changes, read from the content of an item; invalid content changes nothing. */
export function readUserConfig(content: string): ThemeJson {
  const json = parsed(content);
  const own = member(json, 'isGlobalStylesUserThemeJSON') === true;
  const map = (name: string) => {
    const value = own ? member(json, name) : undefined;
    return isMap(value) ? value : {};
  };
  return { settings: map('settings'), styles: map('styles') };
}

/** The content of an item that holds the site's changes. */
export const writeUserConfig = ({ settings, styles }: ThemeJson): string =>
  JSON.stringify({ settings, styles, isGlobalStylesUserThemeJSON: true, version: 3 });

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/** Values that could end a rule or a style sheet, or run something. */
const HARMFUL = /[<>{}\\]|expression\s*\(|(?:javascript|vbscript|data)\s*:/i;

/**
 * Checks what a request writes. Only users who may write any markup may write whole style sheets; for others,
 * texts that are not plain values are left out.
 */
export function checkedConfig(config: ThemeJson, request: RestRequest): ThemeJson {
  for (const css of sheetsIn(config.styles)) {
    if (/<\/?\w/.test(css)) throw errors.rest_custom_css_illegal_markup();
  }
  if (request.user.can('unfiltered_html')) return config;
  if (sheetsIn(config.styles).next().done !== true) throw errors.rest_cannot_edit_css(request);
  return {
    settings: plain(config.settings) as ThemeJson['settings'],
    styles: plain(config.styles) as ThemeJson['styles'],
  };
}

/** The style sheets that styles hold, of the site and of blocks. */
function* sheetsIn(styles: unknown): Generator<string> {
  for (const [name, value] of Object.entries(isMap(styles) ? styles : {})) {
    if (name === 'css' && typeof value === 'string' && value !== '') yield value;
    else yield* sheetsIn(value);
  }
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter(isPlain).map(plain);
  if (!isMap(value)) return value;
  const plainMembers = Object.entries(value).filter(([name, one]) => isPlain(name) && isPlain(one));
  return Object.fromEntries(plainMembers.map(([name, one]) => [name, plain(one)]));
}

const isPlain = (value: unknown): boolean => typeof value !== 'string' || !HARMFUL.test(value);
