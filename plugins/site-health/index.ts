import { defaulted, object } from 'superstruct';
import { definePlugin, RESOURCE_ROUTES, serviceToken } from '../../core/index.ts';
import type { Database } from '../database/index.ts';
import type { MediaStorage } from '../media/index.ts';
import { type PublicWeb, webAddress } from '../public-web/index.ts';
import { SiteHealthController, VIEW_CHECKS } from './controller.ts';
import type { HealthTest } from './health-test.ts';
import { siteHealthHooks } from './hooks.ts';
import { SiteSizes } from './sizes.ts';
import { authorizationHeader } from './tests/authorization-header.ts';
import { dotorgCommunication } from './tests/dotorg-communication.ts';
import { httpsStatus } from './tests/https-status.ts';
import { loopbackRequests } from './tests/loopback-requests.ts';
import { pageCache } from './tests/page-cache.ts';

export type { HealthResult, HealthTest } from './health-test.ts';

/** Tests of the site, for those who run it. */
export default definePlugin({
  name: 'site-health',
  version: '0.1.0',
  description: 'Answers tests of the site’s health and the sizes of its parts, for those who run it.',
  group: 'operations',
  cacheable: false,
  after: ['database', 'media', 'public-web', 'roles'],
  capabilities: ['authentication', 'content:read', 'database', 'network', 'routes:*'],
  hooks: siteHealthHooks,
  options: object({
    /** The address that the test `dotorg_communication` asks. */
    directories: defaulted(webAddress, 'https://api.wordpress.org/'),
  }),
  setup({ hooks, site, caches, find }, { directories }) {
    const storage = find(serviceToken<MediaStorage>('media-storage'));
    const database = find(serviceToken<Database>('database'));
    const web = find(serviceToken<PublicWeb>('public-web'));
    const sizes = new SiteSizes({ storage, database }, caches);
    const own: readonly HealthTest[] = [
      authorizationHeader,
      httpsStatus(site),
      loopbackRequests(site),
      pageCache(site),
      ...(web === undefined ? [] : [dotorgCommunication(web, directories)]),
    ];
    // A user who may install plugins may see how the site is.
    if (hooks.has('map_meta_cap')) {
      hooks
        .filter('map_meta_cap')
        .tap('site-health', (caps, capability) => (capability === VIEW_CHECKS ? ['install_plugins'] : caps));
    }
    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      const tests = hooks.filter('site_status_tests').call(own);
      new SiteHealthController(server, tests, sizes).registerRoutes();
    });
  },
});
