import { definePlugin, RESOURCE_ROUTES } from '../../core/index.ts';
import { builtinContentTypes } from './builtin.ts';
import { TypesController } from './controller.ts';
import { contentTypeHooks } from './hooks.ts';
import { ContentTypeRegistry, ContentTypes } from './registry.ts';

export { type ContentType, type ContentTypeArgs, type ContentTypeController, isViewable } from './content-type.ts';
export type { ContentTypeLabels } from './labels.ts';
export { OwnControllers } from './own-controllers.ts';
export { ContentTypes } from './registry.ts';

/**
 * Content types: what they are, and the routes of each one's controller.
 *
 * Another plugin registers types in `init`; built-in ones are there from stage -10 on. A type names its
 * controller class, `null` for none; without a name the default class that a plugin set is used.
 */
export default definePlugin({
  name: 'content-types',
  version: '0.1.0',
  description: 'Registers content types, gives each its routes, and answers /types.',
  group: 'content',
  cacheable: true,
  capabilities: ['routes:*'],
  hooks: contentTypeHooks,
  setup(host) {
    const types = new ContentTypeRegistry(host.hooks, host.brand, host.log);
    host.provide(ContentTypes, types);
    host.hooks.action('init').tap({ name: 'built-in', stage: -10 }, () => {
      for (const [name, args] of Object.entries(builtinContentTypes(host.brand))) types.register(name, args);
    });
    host.hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      types.registerRoutes(server);
      new TypesController(server, types).registerRoutes();
    });
  },
});
