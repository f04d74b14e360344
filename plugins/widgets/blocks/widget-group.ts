import type { Brand } from '../../../core/index.ts';
import { escapeHtml } from '../../../core/text/index.ts';
import type { BlockType, Renderer } from '../../content-rendering/index.ts';

/** Blocks under a title, as a widget; what is written between them is left out. */
export const widgetGroup = (brand: Brand, renderer: Renderer): BlockType => ({
  name: 'core/widget-group',
  title: 'Widget group',
  description: 'Blocks under the title of a widget.',
  category: 'widgets',
  textdomain: 'default',
  apiVersion: 2,
  attributes: { title: { type: 'string' }, lock: { type: 'object' } },
  supports: { html: false, inserter: true, customClassName: true, reusable: false },
  skipInnerBlocks: true,
  async render({ title }, _content, { innerBlocks, availableContext }, context) {
    const heading =
      typeof title === 'string' && title !== '' ? `<h2 class="widget-title">${escapeHtml(title)}</h2>` : '';
    const inner = await renderer.blocks(innerBlocks, context, availableContext);
    return `${heading}<div class="${brand.prefixed('widget-group__inner-blocks')}">${inner}</div>`;
  },
});
