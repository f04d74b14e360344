import { definePlugin } from '../../core/index.ts';
import { isViewable } from '../content-types/index.ts';
import { PostsDependencies } from '../posts/index.ts';
import { classesOf } from './classes.ts';

export { classesOf } from './classes.ts';
export { sanitizeHtmlClass } from './html-class.ts';

/** Adds to items the names by which style sheets know them. */
export default definePlugin({
  name: 'class-list',
  version: '0.1.0',
  description: 'Shows the classes of an item, as a page that shows it has them, in `class_list`.',
  group: 'content',
  cacheable: true,
  optIn: true,
  requires: { 'content-types': '^0.1.0', posts: '^0.1.0' },
  capabilities: ['content:write', 'database', 'options:write', 'users:write'],
  setup({ hooks, use }) {
    const dependencies = use(PostsDependencies);
    hooks.action('rest_api_init').tap('class-list', (server) => {
      const types = dependencies.types.inRest().filter(isViewable);
      server.registerField(
        types.map(({ name }) => name),
        'class_list',
        {
          get_callback: async ({ id }, _name, { context }) => {
            const post = await dependencies.posts.loader(context).load(Number(id));
            return post === null ? [] : classesOf(post, dependencies, context);
          },
          schema: {
            description: 'The classes of the element that shows the item.',
            type: 'array',
            items: { type: 'string' },
            context: ['view', 'edit'],
            readonly: true,
          },
        },
      );
    });
  },
});
