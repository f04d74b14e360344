/** The names of what is derived, quoted for statements and with the prefix of the site's tables. */
export interface Names {
  readonly posts: string;
  readonly relations: string;
  readonly comments: string;
  readonly postCounts: string;
  readonly termPosts: string;
  readonly commentCounts: string;
  /** The name of a trigger or a function of ours on a table. */
  trigger(table: 'posts' | 'term_relationships' | 'term_posts' | 'comments', event: string): string;
}

/** The names under a prefix, which has letters, digits and underscores alone. */
export function namesFor(prefix: string): Names {
  const quoted = (name: string) => `"${prefix}${name}"`;
  return {
    posts: quoted('posts'),
    relations: quoted('term_relationships'),
    comments: quoted('comments'),
    postCounts: quoted('tappet_post_counts'),
    termPosts: quoted('tappet_term_posts'),
    commentCounts: quoted('tappet_comment_counts'),
    trigger: (table, event) => quoted(`tappet_${table}_${event}`),
  };
}
