/** What is measured: a name and the path that is asked for. */
export const measurements: readonly { name: string; path: string }[] = [
  { name: 'posts', path: '/cms-json/cms/v2/posts' },
  { name: 'one post', path: '/cms-json/cms/v2/posts/500' },
  { name: 'posts page 50', path: '/cms-json/cms/v2/posts?page=50' },
];
