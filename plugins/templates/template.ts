import type { Post } from '../posts/index.ts';

/** Whole templates, or the parts that they share. */
export type TemplateKind = 'template' | 'template_part';

/** A template as a file of a theme has it. */
export interface FileTemplate {
  readonly slug: string;
  /** The folder of the theme. */
  readonly theme: string;
  readonly title: string;
  readonly description: string;
  readonly content: string;
  /**
   * Whether items may choose it, since its slug has no meaning of its own, and the content types of such items, if not
   * all.
   */
  readonly isCustom: boolean;
  readonly types: readonly string[];
  /** The area of a part. */
  readonly area: string;
}

/** A template: the file of the theme, what the site has stored in its place, or one that the site made. */
export interface Template extends FileTemplate {
  /** The stored item; null for a file of the theme that has none. */
  readonly post: Post | null;
  readonly hasFile: boolean;
  /** The origin of a stored template: `theme`, or empty for one that the site made. */
  readonly origin: string;
}

/** The id of a template on the wire. */
export const wireId = ({ theme, slug }: Pick<Template, 'theme' | 'slug'>): string => `${theme}//${slug}`;

/** What ids of templates look like in paths. Proxies may merge two slashes into one; without any, it is the id of none. */
export const ID_PATTERN = '[^\\/:<>\\*\\?"\\|]+(?:\\/\\/?[\\w%-]+)?';

/** Reads an id. */
export function parseId(id: unknown): { theme: string; slug: string } | undefined {
  const [, theme, slug] = /^([^/]+)\/\/?([^/]+)$/.exec(String(id ?? '')) ?? [];
  return theme === undefined || slug === undefined ? undefined : { theme, slug };
}
