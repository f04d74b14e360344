import { type BlockType, parseBlocks, renderOnce, requestOf } from '../../content-rendering/index.ts';
import type { BlockDependencies } from '../dependencies.ts';

/** A reusable block, wherever a content refers to it. One that is not published, or that holds itself, shows nothing. */
export const reusable = ({ posts, renderer, site }: BlockDependencies): BlockType => ({
  name: 'core/block',
  title: 'Reusable block',
  category: 'reusable',
  attributes: { ref: { type: 'number' } },
  supports: { customClassName: false, html: false, inserter: false },
  async render({ ref }, _content, { availableContext }, context) {
    const id = Number(ref ?? 0);
    if (!Number.isSafeInteger(id) || id <= 0) return '';
    const post = await posts.loader(requestOf(context)).load(id);
    if (post?.type !== site.brand.typeName('block') || post.status !== 'publish' || post.password !== '') return '';
    return renderOnce(context, `block ${id}`, () =>
      renderer.blocks(parseBlocks(post.content), context, availableContext),
    );
  },
});
