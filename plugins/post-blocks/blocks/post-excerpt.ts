import {
  attrs,
  blockClass,
  color,
  SPACING,
  textAlignClass,
  typography,
  wrapperAttributes,
} from '../../block-supports/index.ts';
import { type BlockType, EXCERPT_LENGTH, type RenderContext, requestOf } from '../../content-rendering/index.ts';
import { ksesPost } from '../../formatting/index.ts';
import type { Post } from '../../posts/index.ts';
import type { PostBlockDependencies } from '../dependencies.ts';
import { addressOf, itemOf, mayShowTexts, PROTECTED, textOf } from '../item.ts';

const TYPE = {
  name: 'core/post-excerpt',
  title: 'Post excerpt',
  category: 'theme',
  usesContext: ['postId', 'postType', 'queryId'],
  attributes: {
    textAlign: { type: 'string' },
    moreText: { type: 'string' },
    showMoreOnNewLine: { type: 'boolean', default: true },
  },
  supports: {
    html: false,
    color: color('link'),
    spacing: SPACING,
    typography: typography(),
  },
} as const satisfies BlockType;

/** The excerpt of an item with a link to it, if one is named. */
export const postExcerpt = (dependencies: PostBlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, block, context) {
    const { site } = dependencies;
    const post = await itemOf(block, context, dependencies);
    const more = textOf(attributes.moreText);
    const excerpt = post === null ? '' : await excerptOf(post, more, context, dependencies);
    if (post === null || excerpt === '') return '';
    const name = (part: string) => blockClass(site, `post-excerpt__${part}`);
    const href = more === '' ? '' : await addressOf(post, dependencies, context);
    const link = more === '' ? '' : `<a${attrs({ class: name('more-link'), href })}>${ksesPost(more)}</a>`;
    const isBelow = attributes.showMoreOnNewLine !== false && link !== '';
    const text = `<p${attrs({ class: name('excerpt') })}>${excerpt}`;
    const rest = isBelow ? `</p><p${attrs({ class: name('more-text') })}>${link}</p>` : ` ${link}</p>`;
    const outer = wrapperAttributes(site, TYPE, attributes, { class: textAlignClass(attributes) });
    return `<div${outer}>${text}${rest}</div>`;
  },
});

/** The excerpt of an item; where a link follows it, nothing says that it was cut. */
function excerptOf(
  post: Post,
  more: string,
  context: RenderContext,
  { renderer }: Pick<PostBlockDependencies, 'renderer'>,
): string | Promise<string> {
  if (!mayShowTexts(post, context)) return PROTECTED;
  const length = more === '' ? EXCERPT_LENGTH : { ...EXCERPT_LENGTH, more: '' };
  return renderer.excerptText(post, length, { request: requestOf(context) });
}
