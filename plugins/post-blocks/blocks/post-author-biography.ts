import { COLOR, SPACING, textAlignClass, typography, wrapperAttributes } from '../../block-supports/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';
import { ksesData } from '../../formatting/index.ts';
import type { PostBlockDependencies } from '../dependencies.ts';
import { authorOf } from '../item.ts';

const TYPE = {
  name: 'core/post-author-biography',
  title: 'Post author biography',
  category: 'theme',
  usesContext: ['postType', 'postId'],
  attributes: { textAlign: { type: 'string' } },
  supports: { spacing: SPACING, color: COLOR, typography: typography() },
} as const satisfies BlockType;

/** What there is to say of the author of an item. */
export const postAuthorBiography = (dependencies: PostBlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, block, context) {
    const author = await authorOf(block, context, dependencies);
    if (author === null || author.description === '') return '';
    const outer = wrapperAttributes(dependencies.site, TYPE, attributes, { class: textAlignClass(attributes) });
    return `<div${outer}>${ksesData(author.description)}</div>`;
  },
});
