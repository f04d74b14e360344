import { getOrMake } from '../../../core/base/index.ts';
import { type BlockType, parseBlocks, type RenderContext } from '../../content-rendering/index.ts';
import { number, withCommon } from '../attributes.ts';
import type { BlockDependencies } from '../dependencies.ts';

/** A reusable block, wherever a content refers to it. One that is not published, or that holds itself, shows nothing. */
export const reusable = ({ posts, renderer, site }: BlockDependencies): BlockType => {
  /** The reusable blocks that are being rendered for a text. */
  const open = new WeakMap<RenderContext, Set<number>>();
  return {
    name: 'core/block',
    title: 'Reusable block',
    category: 'reusable',
    attributes: withCommon({ ref: number() }),
    async render({ ref }, _content, _block, context) {
      const id = Number(ref ?? 0);
      const rendering = getOrMake(open, context, () => new Set<number>());
      if (!Number.isSafeInteger(id) || id <= 0 || rendering.has(id)) return '';
      const post = await posts.byId(id);
      if (post?.type !== site.brand.typeName('block') || post.status !== 'publish' || post.password !== '') return '';
      rendering.add(id);
      try {
        return await renderer.blocks(parseBlocks(post.content), context);
      } finally {
        rendering.delete(id);
      }
    },
  };
};
