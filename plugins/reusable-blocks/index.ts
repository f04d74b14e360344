import { claim } from '../../core/hooks/index.ts';
import { definePlugin } from '../../core/index.ts';
import { BlocksController } from './controller.ts';

/** The capabilities on blocks, `edit_blocks` or `delete_private_blocks`. No role has them. */
const OF_BLOCKS = /^(?:(?:edit|delete)(?:_others|_private|_published)?|publish|read_private)_blocks$/;

/** Reusable blocks: a content type whose markup only users who may edit items can read. */
export default definePlugin({
  name: 'reusable-blocks',
  version: '0.1.0',
  description: 'Answers the routes of reusable blocks.',
  group: 'editor',
  cacheable: true,
  requires: { 'content-types': '^0.1.0', posts: '^0.1.0', roles: '^0.1.0' },
  capabilities: ['authentication', 'content:write', 'routes:cms/v2'],
  setup({ hooks, brand }) {
    const type = brand.typeName('block');
    hooks
      .filter('register_post_type_args')
      .tap('reusable-blocks', (args, name) =>
        name === type ? { ...args, controller: claim(BlocksController) } : args,
      );
    // To ask for a capability on blocks is to ask for the one on posts. What an action on one block comes to is not:
    // what takes `edit_private_blocks`, as a private block of another user does, nobody may.
    hooks
      .filter('map_meta_cap')
      .tap('reusable-blocks', (caps, asked) => (OF_BLOCKS.test(asked) ? [asked.replace(/_blocks$/, '_posts')] : caps));
  },
});
