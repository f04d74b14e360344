/** Ready-made blocks that editors offer. The name has a namespace: `my-plugin/hero`. */
export interface BlockPattern {
  readonly name: string;
  readonly title: string;
  readonly content: string;
  readonly description?: string;
  readonly viewportWidth?: number;
  /** Whether lists of patterns show it; true when left out. */
  readonly inserter?: boolean;
  readonly categories?: readonly string[];
  readonly keywords?: readonly string[];
  /** The block types that it can replace, or be offered with. */
  readonly blockTypes?: readonly string[];
  readonly postTypes?: readonly string[];
  readonly templateTypes?: readonly string[];
  /** Where it is from: `plugin` when left out. */
  readonly source?: 'plugin' | 'theme' | 'core';
}

/** A heading under which editors list patterns. */
export interface BlockPatternCategory {
  readonly name: string;
  readonly label: string;
  readonly description?: string;
}
