import { asyncFilter, filter } from '../../core/index.ts';
import type { ParsedBlock } from './blocks.ts';
import type { RenderContext, RenderedPost } from './context.ts';

/** The hooks that turn stored texts into shown ones. */
export const renderingHooks = {
  the_title: filter<[title: string, id: number]>({
    params: ['title', 'id'],
    meaning: 'Makes the title that is shown of the stored one.',
  }),
  the_content: asyncFilter<[content: string, context: RenderContext]>({
    params: ['post_content', 'context'],
    meaning: 'Makes the markup that is shown of a stored content. `context` holds the text as stored, and its item.',
  }),
  get_the_excerpt: asyncFilter<[excerpt: string, post: RenderedPost]>({
    params: ['post_excerpt', 'post'],
    meaning: 'Finds the excerpt of an item: the stored one, or else one made from the content.',
  }),
  the_excerpt: asyncFilter<[excerpt: string]>({
    params: ['excerpt'],
    meaning: 'Makes the markup that is shown of an excerpt or caption.',
  }),
  comment_text: asyncFilter<[text: string, comment: unknown]>({
    params: ['comment_content', 'comment'],
    meaning: 'Makes the markup that is shown of the stored text of a comment.',
  }),
  render_block: asyncFilter<[markup: string, block: ParsedBlock]>({
    params: ['block_content', 'block'],
    meaning: 'Adjusts the markup of one rendered block.',
  }),
};

type RenderingHooks = typeof renderingHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends RenderingHooks {}
}
