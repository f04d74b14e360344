import { definePlugin, RESOURCE_ROUTES } from '../../core/index.ts';
import { BlockTypes } from '../content-rendering/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { BlockTypesController } from './controller.ts';
import { blockTypeHooks } from './hooks.ts';

/** The kinds of blocks that the site knows, as editors of content ask for them. */
export default definePlugin({
  name: 'block-types',
  version: '0.1.0',
  description: 'Answers /block-types: the registered kinds of blocks.',
  group: 'editor',
  cacheable: true,
  requires: { 'content-rendering': '^0.1.0', 'content-types': '^0.1.0' },
  capabilities: ['routes:cms/v2'],
  hooks: blockTypeHooks,
  setup({ hooks, use }) {
    const services = { blocks: use(BlockTypes), types: use(ContentTypes) };
    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      new BlockTypesController(server, services).registerRoutes();
    });
  },
});
