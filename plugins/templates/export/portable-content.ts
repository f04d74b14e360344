import { serializeAttributes } from '../../content-rendering/index.ts';

/** The opening of a block that stands for a part of templates, with its attributes. */
const PART = /<!-- wp:template-part (\{[^<>]*\}) (\/?)-->/g;

/**
 * The content of a template as it is right in any folder: parts are named without the theme, so that they are looked for in
 * the one that the template is in.
 */
export const portableContent = (content: string): string =>
  content.replace(PART, (whole, json: string, end: string) => {
    const attributes = attributesOf(json);
    if (attributes === undefined || !('theme' in attributes)) return whole;
    const { theme: _theme, ...others } = attributes;
    return `<!-- wp:template-part ${serializeAttributes(others)} ${end}-->`;
  });

function attributesOf(json: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
