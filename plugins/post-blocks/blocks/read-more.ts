import { attrs, SPACING, typography, wrapperAttributes } from '../../block-supports/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';
import { ksesPost } from '../../formatting/index.ts';
import type { PostBlockDependencies } from '../dependencies.ts';
import { addressOf, itemOf, textOf } from '../item.ts';

const TYPE = {
  name: 'core/read-more',
  title: 'Read more',
  category: 'theme',
  usesContext: ['postId'],
  attributes: {
    content: { type: 'string' },
    linkTarget: { type: 'string', default: '_self' },
  },
  supports: {
    html: false,
    color: { gradients: true, text: true },
    typography: typography('textDecoration'),
    spacing: {
      ...SPACING,
      margin: ['top', 'bottom'],
      __experimentalDefaultControls: { padding: true },
    },
    __experimentalBorder: {
      color: true,
      radius: true,
      width: true,
      __experimentalDefaultControls: { width: true },
    },
  },
} as const satisfies BlockType;

/** A link to an item. */
export const readMore = (dependencies: PostBlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, block, context) {
    const post = await itemOf(block, context, dependencies);
    if (post === null) return '';
    const { content, justifyContent, linkTarget } = attributes;
    const own = justifyContent ? { class: `is-justified-${justifyContent}` } : {};
    const outer = wrapperAttributes(dependencies.site, TYPE, attributes, own);
    const href = await addressOf(post, dependencies, context);
    const shown = ksesPost(textOf(content)) || 'Read more';
    return `<a${outer}${attrs({ href, target: textOf(linkTarget) })}>${shown}</a>`;
  },
});
