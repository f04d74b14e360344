/** The item whose texts are rendered. */
export interface RenderedPost {
  readonly id: number;
  /** The content as stored. */
  readonly content: string;
}

/** The origin of a text, which the taps of `the_content` get beside the text. */
export interface RenderContext {
  /** The text before any tap changed it. */
  readonly source: string;
  /** The item that it belongs to; null when it belongs to none. */
  readonly post: RenderedPost | null;
  /** Whether the text becomes an excerpt, so that its words alone count. */
  readonly isExcerpt?: boolean;
  /**
   * Set when a part of the text may be rendered differently the next time: by a dynamic block or a shortcode. Unless it
   * is set, and if all taps are pure, the rendered text is cached.
   */
  isDynamic?: boolean;
  /** How many dynamic blocks and shortcodes were rendered for the text. */
  dynamicParts?: number;
}

/** Counts a dynamic part of a text before it is rendered; false when the text has too many already. */
export function mayRender(context: RenderContext, most: number): boolean {
  context.isDynamic = true;
  context.dynamicParts = (context.dynamicParts ?? 0) + 1;
  return context.dynamicParts <= most;
}
