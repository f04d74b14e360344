import { definePlugin } from '../../core/index.ts';
import { MetaRegistry, MetaStore } from '../meta/index.ts';
import { Taxonomies } from '../taxonomies/index.ts';

/** Categories of the patterns that users make, and whether copies of a pattern are kept in sync with it. */
export default definePlugin({
  name: 'pattern-categories',
  version: '0.1.0',
  description: 'Gives reusable blocks categories, and says whether what is made of them follows them.',
  group: 'editor',
  cacheable: true,
  optIn: true,
  requires: { meta: '^0.1.0', 'reusable-blocks': '^0.1.0', taxonomies: '^0.1.0', terms: '^0.1.0' },
  capabilities: ['content:write', 'routes:cms/v2'],
  setup({ hooks, brand, use }) {
    const [block, category] = [brand.typeName('block'), brand.typeName('pattern_category')];
    const syncStatus = brand.typeName('pattern_sync_status');
    hooks
      .filter('register_post_type_args')
      .tap('pattern-categories', (args, name) =>
        name === block ? { ...args, supports: [...(args.supports ?? []), 'excerpt', 'custom-fields'] } : args,
      );
    hooks.action('init').tap('pattern-categories', () => {
      use(Taxonomies).register(category, block, {
        labels: { name: 'Pattern categories', singular_name: 'Pattern category' },
        public: false,
        show_ui: true,
        show_admin_column: true,
        show_in_rest: true,
        query_var: false,
        rewrite: false,
      });
      use(MetaRegistry).register('post', syncStatus, {
        object_subtype: block,
        type: 'string',
        single: true,
        description: 'Whether what is made of the pattern follows it; empty where it does.',
        show_in_rest: { schema: { enum: ['', 'partial', 'unsynced'] } },
      });
    });
    hooks.action('rest_api_init').tap('pattern-categories', (server) => {
      server.registerField(block, syncStatus, {
        get_callback: async ({ id }, _name, { context }) =>
          (await use(MetaStore).loader('post', context).load(Number(id))).get(syncStatus)?.[0] ?? '',
        schema: {
          description: 'Whether what is made of the pattern follows it; empty where it does.',
          type: 'string',
          enum: ['', 'partial', 'unsynced'],
          context: ['view', 'edit', 'embed'],
          readonly: true,
        },
      });
    });
  },
});
