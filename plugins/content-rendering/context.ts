/** The item whose texts are rendered. */
export interface RenderedPost {
  readonly id: number;
  /** The content as stored. */
  readonly content: string;
}

/** What the taps of `the_content` know beside the text: where it came from. */
export interface RenderContext {
  /** The text before any tap changed it. */
  readonly source: string;
  /** The item that it belongs to; null when it belongs to none. */
  readonly post: RenderedPost | null;
  /**
   * Set by what renders a part of the text that may be another the next time: a dynamic block, a shortcode. Unless it
   * is set, and if all taps are pure, the rendered text is kept.
   */
  isDynamic?: boolean;
}
