import type { BlockInstance } from '../content-rendering/index.ts';

/**
 * The list that a page shows. A front end that renders templates of blocks tells them of it, as the value `queried` of
 * their context; where nothing does, as in the content of an item, there is none.
 */
export type Queried =
  | { readonly kind: 'search'; readonly text: string }
  | {
      readonly kind: 'archive';
      /** The name of the term, the author or the time. */
      readonly title: string;
      /** What the archive is of, as `Category`; empty for what has no such word. */
      readonly prefix: string;
      /** The description, as markup. */
      readonly description: string;
    };

/** The list that the page of a block shows. */
export const queriedBy = ({ availableContext: { queried } }: BlockInstance): Queried | undefined =>
  queried as Queried | undefined;
