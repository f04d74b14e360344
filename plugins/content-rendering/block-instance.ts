import type { ParsedBlock } from './blocks.ts';

/** What blocks are told by those around them, by name; `postId` and `postType` are those of the item that is shown. */
export type BlockContext = Readonly<Record<string, unknown>>;

/** A block that is being rendered. */
export interface BlockInstance extends ParsedBlock {
  /** The values that its type asks for by `usesContext`; those that nothing provides are missing. */
  readonly context: BlockContext;
  /** All values that are provided there, which a block that renders others passes on to them. */
  readonly availableContext: BlockContext;
}
