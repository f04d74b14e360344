import { definePlugin } from '../../core/index.ts';
import { BlocksController } from './controller.ts';

/** Reusable blocks: a content type whose markup is for those who write. */
export default definePlugin({
  name: 'reusable-blocks',
  version: '0.1.0',
  description: 'Answers the routes of reusable blocks.',
  requires: { 'content-types': '^0.1.0', posts: '^0.1.0' },
  setup({ hooks, brand }) {
    const type = brand.typeName('block');
    hooks
      .filter('register_post_type_args')
      .tap('reusable-blocks', (args, name) => (name === type ? { ...args, controller: BlocksController } : args));
  },
});
