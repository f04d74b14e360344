import { defaulted, object } from 'superstruct';
import { definePlugin, RESOURCE_ROUTES } from '../../core/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { ForeignJson, PublicWeb, webAddress } from '../public-web/index.ts';
import { PatternDirectoryController } from './controller.ts';

/** The directory of patterns of another site. Answers are not cached with those of the site, without which they change. */
export default definePlugin({
  name: 'pattern-directory',
  version: '0.1.0',
  description: 'Answers /pattern-directory/patterns: patterns, as the directory of another site lists them.',
  group: 'editor',
  optIn: true,
  cacheable: false,
  requires: { 'content-types': '^0.1.0', formatting: '^0.1.0', posts: '^0.1.0', 'public-web': '^0.1.0' },
  after: ['pagination'],
  capabilities: ['network', 'routes:cms/v2'],
  options: object({
    /** The address of the directory. */
    address: defaulted(webAddress, 'https://api.wordpress.org/patterns/1.0/'),
  }),
  setup({ hooks, caches, use }, { address }) {
    const services = {
      types: use(ContentTypes),
      directory: new ForeignJson(use(PublicWeb), caches, 'directory of patterns'),
      address,
    };
    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      new PatternDirectoryController(server, services).registerRoutes();
    });
  },
});
