import { defaulted, object } from 'superstruct';
import { definePlugin, RESOURCE_ROUTES } from '../../core/index.ts';
import { ForeignJson, PublicWeb, webAddress } from '../public-web/index.ts';
import { BlockDirectoryController } from './controller.ts';

/** The directory of blocks of another site. Answers are not cached with those of the site, without which they change. */
export default definePlugin({
  name: 'block-directory',
  version: '0.1.0',
  description: 'Answers /block-directory/search: plugins with blocks, as the directory of another site lists them.',
  group: 'editor',
  optIn: true,
  cacheable: false,
  requires: { 'public-web': '^0.1.0' },
  after: ['pagination'],
  capabilities: ['network', 'routes:cms/v2'],
  options: object({
    /** The address of the directory. */
    address: defaulted(webAddress, 'https://api.wordpress.org/plugins/info/1.2/'),
  }),
  setup({ hooks, caches, use }, { address }) {
    const directory = new ForeignJson(use(PublicWeb), caches, 'directory of blocks');
    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      new BlockDirectoryController(server, directory, address).registerRoutes();
    });
  },
});
