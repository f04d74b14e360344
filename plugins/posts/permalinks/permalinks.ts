import { type MaybePromise, type RequestContext, serviceToken } from '../../../core/index.ts';
import type { Post } from '../post.ts';

/** The address that an item would have, as a pattern, and the slug that would be put into it. */
export interface SamplePermalink {
  /** The address with `%postname%` or `%pagename%` where the slug goes. */
  readonly template: string;
  /** The slug that would be made of the title. */
  readonly slug: string;
}

/** The addresses of items on the site and in the interface. */
export interface Permalinks {
  /**
   * The address of an item, as the user of the request sees it. It is a promise where the address has more in it than
   * the item: the ancestors of a page, the parent of an attachment, the author or a category of a post. They are looked
   * up for all items of one context together, in a fixed number of statements.
   */
  forPost(post: Post, context?: RequestContext): MaybePromise<string>;
  /**
   * Whether the address of an item that everybody may read is made of the item and the options alone. A service without
   * this method says no.
   */
  isOfItemAlone?(post: Post): boolean;
  /** The address that an item would have once it is published. */
  sample(post: Post, context: RequestContext): Promise<SamplePermalink>;
  /** The address of an item by its id alone. */
  plain(post: Post): string;
  /** The route of an item, `/cms/v2/posts/5`; empty for an item that the interface does not show. */
  route(post: Post): string;
}

/** The token of the addresses. */
export const Permalinks = serviceToken('permalinks');

declare module '../../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    permalinks: Permalinks;
  }
}
