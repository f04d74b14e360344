import { asyncFilter, filter } from '../../core/index.ts';
import type { ParsedBlock } from './blocks.ts';
import type { RenderContext, RenderedPost } from './context.ts';
import type { ExcerptLength } from './excerpt.ts';

/** The hooks that turn stored texts into shown ones. */
export const renderingHooks = {
  the_title: filter<[title: string, id: number]>({
    params: ['title', 'id'],
    requiredPermissions: 'content:read',
    meaning: 'Makes the title that is shown of the stored one.',
  }),
  the_content: asyncFilter<[content: string, context: RenderContext]>({
    params: ['post_content', 'context'],
    requiredPermissions: 'content:read',
    meaning: 'Makes the markup that is shown of a stored content. `context` holds the text as stored, and its item.',
  }),
  get_the_excerpt: asyncFilter<[excerpt: string, post: RenderedPost, length: ExcerptLength]>({
    params: ['post_excerpt', 'post', 'length'],
    requiredPermissions: 'content:read',
    meaning: 'Finds the excerpt of an item: the stored one, or else one of that `length` made from the content.',
  }),
  the_excerpt: asyncFilter<[excerpt: string]>({
    params: ['excerpt'],
    requiredPermissions: 'content:read',
    meaning: 'Makes the markup that is shown of an excerpt or caption.',
  }),
  comment_text: asyncFilter<[text: string, comment: unknown]>({
    params: ['comment_content', 'comment'],
    requiredPermissions: 'content:read',
    meaning: 'Makes the markup that is shown of the stored text of a comment.',
  }),
  render_block: asyncFilter<[markup: string, block: ParsedBlock]>({
    params: ['block_content', 'block'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the markup of one rendered block.',
  }),
};

type RenderingHooks = typeof renderingHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends RenderingHooks {}
}
