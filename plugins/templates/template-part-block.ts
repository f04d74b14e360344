import type { Site } from '../../core/index.ts';
import { wrapperAttributes } from '../block-supports/index.ts';
import { type BlockType, parseBlocks, type Renderer, renderOnce, requestOf } from '../content-rendering/index.ts';
import type { Themes } from '../themes/index.ts';
import { TEMPLATE_PART_AREAS } from './known-templates.ts';
import { type Template, wireId } from './template.ts';
import type { TemplateStore } from './template-store.ts';

const TYPE = {
  name: 'core/template-part',
  title: 'Template part',
  category: 'theme',
  attributes: {
    slug: { type: 'string' },
    theme: { type: 'string' },
    tagName: { type: 'string' },
    area: { type: 'string' },
  },
  supports: { align: true, html: false, reusable: false },
} as const satisfies BlockType;

/** The elements that a part may be. */
const ELEMENTS: ReadonlySet<unknown> = new Set([
  'article',
  'aside',
  'div',
  'footer',
  'header',
  'main',
  'nav',
  'section',
]);

/** The services that parts of templates are rendered with. */
export interface TemplatePartDependencies {
  readonly site: Site;
  readonly themes: Themes;
  readonly renderer: Renderer;
  readonly parts: TemplateStore;
}

/**
 * A part of the active theme: what the site has published in the place of its file, or the file. One that there is not
 * is an empty element, and within itself a part is nothing.
 */
export const templatePartBlock = ({ site, themes, renderer, parts }: TemplatePartDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, { availableContext }, context) {
    const { slug, theme, tagName } = attributes;
    const isOfTheme = typeof slug === 'string' && theme === themes.active().stylesheet;
    const id = isOfTheme ? wireId({ theme, slug }) : undefined;
    const markup = async () => {
      const found = id === undefined ? null : await parts.find(id, requestOf(context));
      const part = isShown(found) ? found : await parts.file(id);
      const blocks = parseBlocks(part?.content ?? '');
      const content = await renderer.blocks(blocks, context, availableContext);
      const element = ELEMENTS.has(tagName) ? tagName : elementOf(part);
      return `<${element}${wrapperAttributes(site, TYPE, attributes)}>${content}</${element}>`;
    };
    return id === undefined ? markup() : renderOnce(context, `template part ${id}`, markup);
  },
});

/** Whether visitors may see a part: a draft stands in the place of no file. */
const isShown = (part: Template | null): part is Template => part?.post === null || part?.post.status === 'publish';

/** The element of a part, by its area. */
const elementOf = (part: Template | null): string =>
  TEMPLATE_PART_AREAS.find(({ area }) => area === part?.area)?.area_tag ?? 'div';
