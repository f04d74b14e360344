import type { BlockContext, BlockInstance } from './block-instance.ts';
import { type BlockType, preparedAttributes } from './block-types.ts';
import type { ParsedBlock } from './blocks.ts';
import type { RenderContext } from './context.ts';

/** The context of the blocks of a text that stand in no other block. */
export function contextOfText({ post }: RenderContext): BlockContext {
  if (post === null) return {};
  return post.type === undefined ? { postId: post.id } : { postId: post.id, postType: post.type };
}

/** The context of the blocks within a block. */
export function contextWithin(block: ParsedBlock, type: BlockType | undefined, available: BlockContext): BlockContext {
  if (type?.providesContext === undefined) return available;
  const attributes = preparedAttributes(type, block.attrs);
  const provided = Object.entries(type.providesContext).filter(([, attribute]) => Object.hasOwn(attributes, attribute));
  return { ...available, ...Object.fromEntries(provided.map(([name, attribute]) => [name, attributes[attribute]])) };
}

/** A block with the values of its context. */
export function instanceOf(block: ParsedBlock, type: BlockType, availableContext: BlockContext): BlockInstance {
  const used = (type.usesContext ?? []).filter((name) => Object.hasOwn(availableContext, name));
  return {
    ...block,
    context: Object.fromEntries(used.map((name) => [name, availableContext[name]])),
    availableContext,
  };
}
