import type { BlockType } from '../../content-rendering/index.ts';
import { autop } from '../../formatting/index.ts';
import { text, withCommon } from '../attributes.ts';

/** A shortcode as it was written, in paragraphs: it is rendered with those of the whole content. */
export const shortcode = (): BlockType => ({
  name: 'core/shortcode',
  title: 'Shortcode',
  category: 'widgets',
  attributes: withCommon({ text: text() }),
  render: (_attributes, content) => autop(content),
});
