/** The kinds of objects that carry metadata. */
export type MetaType = 'post' | 'term' | 'comment' | 'user';

/** The metadata of one object: all values of each key, in the order in which they were added. */
export type MetaValues = Map<string, unknown[]>;
