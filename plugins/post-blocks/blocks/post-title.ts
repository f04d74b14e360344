import type { ArgumentSchema } from '../../../core/index.ts';
import {
  attrs,
  color,
  headingElement,
  SPACING,
  textAlignClass,
  typography,
  wrapperAttributes,
} from '../../block-supports/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';
import type { PostBlockDependencies } from '../dependencies.ts';
import { addressOf, itemOf, textOf, titleOf } from '../item.ts';

const TYPE = {
  name: 'core/post-title',
  title: 'Post title',
  category: 'theme',
  usesContext: ['postId', 'postType', 'queryId'],
  attributes: {
    textAlign: { type: 'string' },
    level: { type: 'number', default: 2 },
    isLink: { type: 'boolean', default: false },
    rel: { type: 'string', attribute: 'rel', default: '' } as ArgumentSchema,
    linkTarget: { type: 'string', default: '_self' },
  },
  supports: {
    align: ['wide', 'full'],
    html: false,
    color: color('link'),
    spacing: SPACING,
    typography: typography('fontAppearance', 'textTransform'),
  },
} as const satisfies BlockType;

/** The title of an item as a heading, or as a paragraph where the level is 0; one without a title shows nothing. */
export const postTitle = (dependencies: PostBlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, block, context) {
    const post = await itemOf(block, context, dependencies);
    const title = post === null || post.title === '' ? '' : titleOf(post, dependencies);
    if (post === null || title === '') return '';
    const { level, isLink, linkTarget, rel } = attributes;
    const element = headingElement(level, level === 0 ? 'p' : 'h2');
    const href = isLink ? await addressOf(post, dependencies, context) : '';
    const rest = attrs({ rel: textOf(rel) || undefined });
    const shown = isLink ? `<a${attrs({ href, target: textOf(linkTarget) })}${rest || ' '}>${title}</a>` : title;
    const outer = wrapperAttributes(dependencies.site, TYPE, attributes, { class: textAlignClass(attributes) });
    return `<${element}${outer}>${shown}</${element}>`;
  },
});
