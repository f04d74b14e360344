import { definePlugin, RESOURCE_ROUTES } from '../../core/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { BUILTIN_TAXONOMIES } from './builtin.ts';
import { TaxonomiesController } from './controller.ts';
import { taxonomyHooks } from './hooks.ts';
import { Taxonomies, TaxonomyRegistry } from './registry.ts';

export type { TaxonomyLabels } from './labels.ts';
export { formatOfSlug, POST_FORMATS, slugOfFormat } from './post-formats.ts';
export { Taxonomies } from './registry.ts';
export {
  defaultTermOption,
  type Taxonomy,
  type TaxonomyArgs,
  type TaxonomyCapabilities,
  type TaxonomyController,
  type TaxonomyRewrite,
} from './taxonomy.ts';

/**
 * Taxonomies: their registry, and the routes of each one's controller.
 *
 * Another plugin registers taxonomies in `init`; built-in ones are there from stage -10 on. A taxonomy that
 * names a controller class of its own is skipped when that class does not extend the base controller (2.1).
 */
export default definePlugin({
  name: 'taxonomies',
  version: '0.1.0',
  description: 'Registers taxonomies, gives each its routes, and answers /taxonomies.',
  group: 'content',
  cacheable: true,
  requires: { 'content-types': '^0.1.0' },
  capabilities: ['routes:*'],
  hooks: taxonomyHooks,
  setup(host) {
    const taxonomies = new TaxonomyRegistry(host.use(ContentTypes), host.hooks, host.brand, host.log);
    host.provide(Taxonomies, taxonomies);
    host.hooks.action('init').tap({ name: 'built-in', stage: -10 }, () => {
      for (const [name, args] of Object.entries(BUILTIN_TAXONOMIES)) taxonomies.register(name, 'post', args);
    });
    host.hooks.filter('content_type_taxonomies').tap('taxonomies', (names, { name }) => [
      ...names,
      ...taxonomies
        .ofType(name)
        .filter((taxonomy) => taxonomy.show_in_rest)
        .map((taxonomy) => taxonomy.name),
    ]);
    host.hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      new TaxonomiesController(server, taxonomies).registerRoutes();
      taxonomies.registerRoutes(server);
    });
  },
});
