import type { ArgumentSchema } from '../../../core/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';
import { autop } from '../../formatting/index.ts';

/** A shortcode as it was written, in paragraphs: it is rendered with those of the whole content. */
export const shortcode = (): BlockType => ({
  name: 'core/shortcode',
  title: 'Shortcode',
  category: 'widgets',
  attributes: { text: { type: 'string', source: 'html' } as ArgumentSchema },
  supports: { className: false, customClassName: false, html: false },
  render: (_attributes, content) => autop(content),
});
