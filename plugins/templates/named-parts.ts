import { serializeAttributes } from '../content-rendering/index.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** The opening of a block that stands for a part of templates, with its attributes. */
const PART = /<!-- wp:template-part (\{[^<>]*\}) (\/?)-->/g;

/**
 * The content of a template as it is right in any folder: parts are named without the theme, so that they are looked for in
 * the one that the template is in.
 */
export const portableContent = (content: string): string =>
  withAttributes(content, ({ theme: _theme, ...others }) => others);

/** The content of a template of a theme with the name of the theme in each part that it names without one. */
export const contentOfTheme = (content: string, theme: string): string =>
  withAttributes(content, (attributes) => ('theme' in attributes ? attributes : { ...attributes, theme }));

/** A content with other attributes for the parts that it names. One whose attributes are as before stays as it is. */
const withAttributes = (content: string, change: (attributes: Attributes) => Attributes): string =>
  content.replace(PART, (whole, json: string, end: string) => {
    const attributes = attributesOf(json);
    if (attributes === undefined) return whole;
    const changed = change(attributes);
    const isSame = Object.keys(changed).length === Object.keys(attributes).length;
    return isSame ? whole : `<!-- wp:template-part ${serializeAttributes(changed)} ${end}-->`;
  });

function attributesOf(json: string): Attributes | undefined {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
