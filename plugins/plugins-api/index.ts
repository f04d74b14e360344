import { definePlugin, PluginManager, RESOURCE_ROUTES } from '../../core/index.ts';
import { PluginsController } from './controller.ts';
import { pluginHooks } from './hooks.ts';

/** The routes by which administrators see plugins and switch them on and off. */
export default definePlugin({
  name: 'plugins-api',
  version: '0.1.0',
  description: 'Lists plugins and switches them on and off at /plugins.',
  group: 'operations',
  cacheable: true,
  capabilities: ['plugins', 'routes:cms/v2'],
  hooks: pluginHooks,
  setup({ hooks, find }) {
    const manager = find(PluginManager);
    if (manager === undefined) return;
    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      new PluginsController(server, manager).registerRoutes();
    });
  },
});
