import { definePlugin } from '../../core/index.ts';
import { PostStore } from '../posts/index.ts';

/** Lets lists of posts begin with the sticky ones. */
export default definePlugin({
  name: 'ignore-sticky',
  version: '0.1.0',
  description: 'Puts sticky posts before the others of a list when `ignore_sticky` is false.',
  group: 'content',
  cacheable: true,
  optIn: true,
  requires: { posts: '^0.1.0' },
  capabilities: ['content:read'],
  setup({ hooks, use }) {
    const posts = use(PostStore);
    hooks
      .filter('rest_{post_type}_collection_params')
      .for('post')
      .tap('ignore-sticky', (params) => ({
        ...params,
        ignore_sticky: {
          description: 'Whether sticky posts stand where all others do, and not before them.',
          type: 'boolean',
          default: true,
        },
      }));
    hooks
      .filter('rest_{post_type}_query')
      .for('post')
      .tap('ignore-sticky', (query, request) =>
        request.getParam('ignore_sticky') === false ? { ...query, first: posts.stickyIds() } : query,
      );
  },
});
