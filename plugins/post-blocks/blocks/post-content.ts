import { escapeAttribute, escapeHtml, stripAllTags } from '../../../core/text/index.ts';
import { attrs, wrapperAttributes } from '../../block-supports/index.ts';
import { type BlockType, mayRepeat, type RenderContext, renderOnce, requestOf } from '../../content-rendering/index.ts';
import type { Post } from '../../posts/index.ts';
import type { PostBlockDependencies } from '../dependencies.ts';
import { addressOf, itemOf, mayShowTexts, PROTECTED, titleOf } from '../item.ts';
import { teaserOf } from '../teaser.ts';

const TYPE = {
  name: 'core/post-content',
  title: 'Post content',
  category: 'theme',
  usesContext: ['postId', 'postType', 'queryId'],
  supports: { align: ['wide', 'full'], html: false, __experimentalLayout: true },
} as const satisfies BlockType;

/** The content of an item, as lists show it: the part before its `<!--more-->`. Within itself it is empty. */
export const postContent = (dependencies: PostBlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, block, context) {
    const post = await itemOf(block, context, dependencies);
    if (post === null) return '';
    const content = await renderOnce(context, `post ${post.id}`, () => contentOf(post, dependencies, context));
    if (content === '' || !mayRepeat(context, content)) return '';
    return `<div${wrapperAttributes(dependencies.site, TYPE, attributes, { class: 'entry-content' })}>${content}</div>`;
  },
});

async function contentOf(post: Post, dependencies: PostBlockDependencies, context: RenderContext): Promise<string> {
  if (!mayShowTexts(post, context)) return `<p>${PROTECTED}</p>`;
  const { text, more } = teaserOf(post.content);
  const link = more === undefined ? '' : await linkTo(post, more, dependencies, context);
  return dependencies.renderer.content(`${text}${link}`, post, { within: context, request: requestOf(context) });
}

/** The link to the rest of a content. */
async function linkTo(
  post: Post,
  label: string,
  dependencies: PostBlockDependencies,
  context: RenderContext,
): Promise<string> {
  const href = `${await addressOf(post, dependencies, context)}#more-${post.id}`;
  const name = escapeAttribute(stripAllTags(titleOf(post, dependencies)));
  const shown = label === '' ? `<span aria-label="Continue reading ${name}">(more&hellip;)</span>` : escapeHtml(label);
  return ` <a${attrs({ href, class: 'more-link' })}>${shown}</a>`;
}
