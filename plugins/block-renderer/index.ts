import { definePlugin, RESOURCE_ROUTES } from '../../core/index.ts';
import { BlockTypes, Renderer } from '../content-rendering/index.ts';
import { PostStore } from '../posts/index.ts';
import { BlockRendererController } from './controller.ts';

/** Renders single dynamic blocks, as editors show them. */
export default definePlugin({
  name: 'block-renderer',
  version: '0.1.0',
  description: 'Answers /block-renderer: the markup of a dynamic block.',
  group: 'editor',
  cacheable: true,
  requires: { 'content-rendering': '^0.1.0', posts: '^0.1.0' },
  after: ['block-supports'],
  capabilities: ['content:read', 'routes:cms/v2'],
  setup({ hooks, use }) {
    const services = { blocks: use(BlockTypes), renderer: use(Renderer), posts: use(PostStore) };
    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      new BlockRendererController(server, services).registerRoutes();
    });
  },
});
