import { boolean, defaulted, object } from 'superstruct';
import { definePlugin, RESOURCE_ROUTES } from '../../core/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { PublicWeb } from '../public-web/index.ts';
import { UrlDetailsController } from './controller.ts';
import type { PageDetails } from './head.ts';

const HOUR = 3_600_000;

/** How many characters of details are cached. */
const MOST_CHARACTERS = 1_000_000;

const sizeOf = (details: PageDetails): number => Object.values(details).join('').length + 200;

/** The metadata of pages of other sites, for editors that link them. */
export default definePlugin({
  name: 'url-details',
  version: '0.1.0',
  description: 'Answers /url-details: title, description, icon and picture of a page of another site.',
  group: 'editor',
  cacheable: true,
  requires: { 'content-types': '^0.1.0', 'public-web': '^0.1.0' },
  capabilities: ['network', 'routes:*'],
  options: object({
    /** Whether the metadata of pages is cached. */
    cache: defaulted(boolean(), true),
  }),
  setup({ hooks, caches, use }, { cache: enabled }) {
    const cache = caches.create<PageDetails>({
      name: 'details of pages',
      enabled,
      maxSize: MOST_CHARACTERS,
      maxAge: HOUR,
      sizeOf,
    });
    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      new UrlDetailsController(server, use(ContentTypes), use(PublicWeb), cache).registerRoutes();
    });
  },
});
