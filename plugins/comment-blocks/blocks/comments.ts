import { COLOR, color, textAlignClass, typography, wrapperAttributes } from '../../block-supports/index.ts';
import { type BlockType, parseBlocks, type RenderContext } from '../../content-rendering/index.ts';
import { isOpen } from '../comments-open.ts';
import type { CommentBlockDependencies } from '../dependencies.ts';
import { shownComments } from '../shown-comments.ts';

const TYPE = {
  name: 'core/comments',
  title: 'Comments',
  category: 'theme',
  usesContext: ['postId', 'postType'],
  attributes: { tagName: { type: 'string', default: 'div' }, legacy: { type: 'boolean', default: false } },
  supports: {
    align: ['wide', 'full'],
    html: false,
    color: color('link'),
    typography: typography(),
  },
} satisfies BlockType;

const { __experimentalFontFamily: _, __experimentalTextDecoration: __, ...LETTERS } = typography();

const OLD_TYPE = {
  name: 'core/post-comments',
  title: 'Comments',
  category: 'theme',
  usesContext: ['postId', 'postType'],
  attributes: { textAlign: { type: 'string' } },
  supports: { html: false, align: ['wide', 'full'], typography: LETTERS, color: COLOR, inserter: false },
} satisfies BlockType;

/** What the block consists of that was written before its parts were blocks. */
const WHOLE = parseBlocks(
  '<!-- wp:comments-title /--><!-- wp:comment-template --><!-- wp:avatar {"size":32} /--><!-- wp:comment-author-name /-->' +
    '<!-- wp:comment-date /--><!-- wp:comment-content /--><!-- wp:comment-edit-link /--><!-- wp:comment-reply-link /-->' +
    '<!-- /wp:comment-template --><!-- wp:comments-pagination --><!-- wp:comments-pagination-previous /-->' +
    '<!-- wp:comments-pagination-numbers /--><!-- wp:comments-pagination-next /--><!-- /wp:comments-pagination -->' +
    '<!-- wp:post-comments-form /-->',
);

/** The comments on an item: nothing where there are none and none can be written. */
async function hasSomething(
  dependencies: CommentBlockDependencies,
  postId: unknown,
  context: RenderContext,
): Promise<boolean> {
  const shown = await shownComments(dependencies, postId, context);
  return shown !== null && (shown.total > 0 || isOpen(dependencies, shown.post));
}

/** The comments on an item, with what is written within the block. */
export const comments = (dependencies: CommentBlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, content, block, context) {
    if (!(await hasSomething(dependencies, block.context.postId, context))) return '';
    if (!attributes.legacy) return content;
    const inner = await dependencies.renderer.blocks(WHOLE, context, block.availableContext);
    const outer = wrapperAttributes(dependencies.site, TYPE, attributes);
    return `<div${outer}>${inner}</div>`;
  },
});

/** The same under the name that it had before, where it has no parts of its own. */
export const postComments = (dependencies: CommentBlockDependencies): BlockType => ({
  ...OLD_TYPE,
  async render(attributes, _content, block, context) {
    if (!(await hasSomething(dependencies, block.context.postId, context))) return '';
    const inner = await dependencies.renderer.blocks(WHOLE, context, block.availableContext);
    const own = { class: textAlignClass(attributes) };
    return `<div${wrapperAttributes(dependencies.site, OLD_TYPE, attributes, own)}>${inner}</div>`;
  },
});
