import { cleanUrl, escapeHtml } from '../../../core/text/index.ts';
import {
  attrs,
  blockClass,
  color,
  SPACING,
  textAlignClass,
  typography,
  wrapperAttributes,
} from '../../block-supports/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';
import { userLink } from '../../users/index.ts';
import type { PostBlockDependencies } from '../dependencies.ts';
import { authorOf, textOf } from '../item.ts';

const TYPE = {
  name: 'core/post-author-name',
  title: 'Post author name',
  category: 'theme',
  usesContext: ['postType', 'postId'],
  attributes: {
    textAlign: { type: 'string' },
    isLink: { type: 'boolean', default: false },
    linkTarget: { type: 'string', default: '_self' },
  },
  supports: {
    html: false,
    spacing: SPACING,
    color: color('link'),
    typography: typography(),
  },
} as const satisfies BlockType;

/** The name of the author of an item. */
export const postAuthorName = (dependencies: PostBlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, block, context) {
    const { options, site } = dependencies;
    const author = await authorOf(block, context, dependencies);
    if (author === null) return '';
    const link = attrs({
      href: cleanUrl(userLink(author, site, options)),
      target: textOf(attributes.linkTarget),
      class: blockClass(site, 'post-author-name__link'),
    });
    const name = escapeHtml(author.displayName);
    const outer = wrapperAttributes(site, TYPE, attributes, { class: textAlignClass(attributes) });
    return `<div${outer}>${attributes.isLink ? `<a${link}>${name}</a>` : name}</div>`;
  },
});
