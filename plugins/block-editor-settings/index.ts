import { definePlugin, RESOURCE_ROUTES } from '../../core/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { GlobalStyles } from '../global-styles/index.ts';
import { Themes } from '../themes/index.ts';
import { SettingsController } from './controller.ts';

/** The settings with which block editors outside the site start. */
export default definePlugin({
  name: 'block-editor-settings',
  version: '0.1.0',
  description: 'Tells block editors outside the site of its colors, sizes and styles.',
  group: 'editor',
  cacheable: true,
  requires: { 'content-types': '^0.1.0', 'global-styles': '^0.1.0', themes: '^0.1.0' },
  capabilities: ['content:read', 'options:read', 'routes:*'],
  setup({ hooks, use }) {
    const services = { types: use(ContentTypes), themes: use(Themes), styles: use(GlobalStyles) };
    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      new SettingsController(server, services).registerRoutes();
    });
  },
});
