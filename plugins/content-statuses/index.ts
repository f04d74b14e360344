import { definePlugin, RESOURCE_ROUTES } from '../../core/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { StatusesController } from './controller.ts';
import { contentStatusHooks } from './hooks.ts';
import { ContentStatuses, ContentStatusRegistry } from './registry.ts';

export type { ContentStatus, ContentStatusArgs } from './content-status.ts';
export { ContentStatuses } from './registry.ts';

/** Content statuses: `publish`, `draft`, `trash` and others, and what each means for who sees an item. */
export default definePlugin({
  name: 'content-statuses',
  version: '0.1.0',
  description: 'Registers content statuses and answers /statuses.',
  group: 'content',
  cacheable: true,
  requires: { 'content-types': '^0.1.0' },
  capabilities: ['routes:cms/v2'],
  hooks: contentStatusHooks,
  setup(host) {
    const statuses = new ContentStatusRegistry();
    host.provide(ContentStatuses, statuses);
    const types = host.use(ContentTypes);
    host.hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      new StatusesController(server, statuses, types).registerRoutes();
    });
  },
});
