import { asyncFilter, filter } from '../../core/index.ts';
import type { ParsedBlock } from './blocks.ts';
import type { RenderContext, RenderedPost } from './context.ts';
import type { ExcerptLength } from './excerpt.ts';
import type { LinkPagesArguments } from './link-pages.ts';

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
  content_pagination: filter<[pages: readonly string[], post: RenderedPost]>({
    params: ['pages', 'post'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the pages that a content is shown in, each as stored.',
  }),
  the_content_more_link: filter<[link: string, text: string]>({
    params: ['more_link_element', 'more_link_text'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the link that leads from the beginning of a content to its rest.',
  }),
  cms_link_pages_args: filter<[args: LinkPagesArguments]>({
    params: ['parsed_args'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts how the links to the pages of an item are written.',
  }),
  cms_link_pages_link: filter<[link: string, page: number]>({
    params: ['link', 'i'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the link to one page of an item, or what stands for the page that is shown.',
  }),
  cms_link_pages: filter<[links: string, args: LinkPagesArguments]>({
    params: ['output', 'args'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the links to the pages of an item; empty where it has one page.',
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
