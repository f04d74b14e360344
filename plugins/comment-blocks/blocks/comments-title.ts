import { headingElement, SPACING, textAlignClass, typography, wrapperAttributes } from '../../block-supports/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';
import { ksesData } from '../../formatting/index.ts';
import type { CommentBlockDependencies } from '../dependencies.ts';
import { shownComments } from '../shown-comments.ts';

const letters = typography();

const TYPE = {
  name: 'core/comments-title',
  title: 'Comments title',
  category: 'theme',
  ancestor: ['core/comments'],
  usesContext: ['postId', 'postType'],
  attributes: {
    textAlign: { type: 'string' },
    showPostTitle: { type: 'boolean', default: true },
    showCommentsCount: { type: 'boolean', default: true },
    level: { type: 'number', default: 2 },
  },
  supports: {
    anchor: false,
    align: true,
    html: false,
    __experimentalBorder: { radius: true, color: true, width: true, style: true },
    color: { gradients: true, __experimentalDefaultControls: { background: true, text: true } },
    spacing: SPACING,
    typography: {
      ...letters,
      __experimentalDefaultControls: {
        fontSize: true,
        __experimentalFontFamily: true,
        __experimentalFontStyle: true,
        __experimentalFontWeight: true,
      },
    },
  },
} satisfies BlockType;

/** How many comments an item has, as a heading; nothing where it has none. */
export const commentsTitle = (dependencies: CommentBlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, block, context) {
    const shown = await shownComments(dependencies, block.context.postId, context);
    if (shown === null || shown.total === 0) return '';
    const { level, showPostTitle, showCommentsCount } = attributes;
    const { id, title } = shown.post;
    const isOne = shown.total === 1;
    const name = `&#8220;${ksesData(dependencies.renderer.title(title, id))}&#8221;`;
    const noun = isOne ? 'response' : 'responses';
    const counted = showCommentsCount ? `${isOne ? 'One' : shown.total} ${noun}` : isOne ? 'Response' : 'Responses';
    const element = headingElement(level, 'h2');
    const own = { class: textAlignClass(attributes) };
    const outer = wrapperAttributes(dependencies.site, TYPE, attributes, own);
    return `<${element} id="comments"${outer}>${showPostTitle ? `${counted} to ${name}` : counted}</${element}>`;
  },
});
