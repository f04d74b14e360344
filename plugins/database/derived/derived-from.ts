/** What derived tables are derived from: items with their terms, or comments. */
export type DerivedFrom = 'posts' | 'comments';
