import { definePlugin, RESOURCE_ROUTES } from '../../core/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { PublicWeb } from '../public-web/index.ts';
import { UrlDetailsController } from './controller.ts';

/** What pages of other sites say of themselves, for editors that link them. */
export default definePlugin({
  name: 'url-details',
  version: '0.1.0',
  description: 'Answers /url-details: title, description, icon and picture of a page of another site.',
  cacheable: true,
  requires: { 'content-types': '^0.1.0', 'public-web': '^0.1.0' },
  capabilities: ['network', 'routes:*'],
  setup({ hooks, use }) {
    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      new UrlDetailsController(server, use(ContentTypes), use(PublicWeb)).registerRoutes();
    });
  },
});
