import { type PluginHost, serviceToken } from '../../core/index.ts';
import type { ParsedBlock } from './blocks.ts';
import type { RenderContext, RenderedPost } from './context.ts';

/** Fires the hooks of rendering as they belong together: what controllers of content call. */
export interface Renderer {
  /** The title that is shown; `id` is the item's. */
  title(title: string, id: number): string;
  /** The markup of a stored content, through `the_content`. */
  content(content: string, post: RenderedPost | null): Promise<string>;
  /** The markup of one block by itself, through `render_block`. */
  block(block: ParsedBlock, post: RenderedPost | null): Promise<string>;
  /** The markup of an item's excerpt, through `get_the_excerpt` and `the_excerpt`. */
  excerpt(post: RenderedPost & { readonly excerpt: string }): Promise<string>;
  /** The markup of a comment's text, through `comment_text`. */
  comment(text: string, comment: unknown): Promise<string>;
}

/** The token of the renderer. */
export const Renderer = serviceToken<Renderer>('renderer');

/** Makes the renderer of a host. `renderBlocks` renders blocks and joins their markup. */
export function createRenderer(
  { hooks }: Pick<PluginHost, 'hooks'>,
  renderBlocks: (blocks: ParsedBlock[], context: RenderContext) => Promise<string>,
): Renderer {
  return {
    title: (title, id) => hooks.filter('the_title').call(title, id),
    content: (content, post) => hooks.filter('the_content').promise(content, { source: content, post }),
    block: (block, post) => renderBlocks([block], { source: post?.content ?? '', post }),
    async excerpt(post) {
      return hooks.filter('the_excerpt').promise(await hooks.filter('get_the_excerpt').promise(post.excerpt, post));
    },
    comment: (text, comment) => hooks.filter('comment_text').promise(text, comment),
  };
}
