import { wrapperAttributes } from '../../block-supports/index.ts';
import {
  addressOfPage,
  type BlockType,
  hasMarks,
  linkPages,
  mayRepeat,
  moreLink,
  pagesOf,
  type RenderContext,
  renderOnce,
  requestOf,
  shownPage,
  textOfPage,
} from '../../content-rendering/index.ts';
import { type Post, pageAddresses } from '../../posts/index.ts';
import type { PostBlockDependencies } from '../dependencies.ts';
import { addressOf, itemOf, mayShowTexts, PROTECTED, titleOf } from '../item.ts';

const TYPE = {
  name: 'core/post-content',
  title: 'Post content',
  category: 'theme',
  usesContext: ['postId', 'postType', 'queryId'],
  supports: { align: ['wide', 'full'], html: false, __experimentalLayout: true },
} as const satisfies BlockType;

/**
 * The content of an item: the page that is requested where the item is shown by itself, or else, as lists show it, the
 * part before its `<!--more-->`. Within itself it is empty.
 */
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
  const { hooks, renderer } = dependencies;
  const request = requestOf(context);
  const show = (text: string) => renderer.content(text, post, { within: context, request });
  if (!hasMarks(post.content)) return show(post.content);
  const pages = pagesOf(post, hooks);
  const shown = shownPage(request, post.id);
  const page = Math.min(shown ?? 1, pages.length);
  const link = await addressOf(post, dependencies, context);
  const text =
    shown === undefined
      ? moreLink(pages[0] ?? '', { id: post.id, title: titleOf(post, dependencies), link }, hooks)
      : textOfPage(post.id, post.content, pages, page);
  const content = await show(text);
  if (!HAS_PAGE_BLOCK.test(post.content)) return content;
  const address = (to: number) => addressOfPage(link, to, pageAddresses(post.id, dependencies));
  const isTeaser = shown === undefined;
  return content + linkPages({ page, totalPages: pages.length, isTeaser, address }, hooks);
}

const HAS_PAGE_BLOCK = /<!-- (?:cms|wp):nextpage/;
