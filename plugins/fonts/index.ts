import { claim } from '../../core/hooks/index.ts';
import { definePlugin, RESOURCE_ROUTES } from '../../core/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { Database } from '../database/index.ts';
import { MediaDependencies } from '../media/index.ts';
import { MetaStore } from '../meta/index.ts';
import { PostStore } from '../posts/index.ts';
import { OF_THEMES } from '../themes/index.ts';
import { createFontCollections, FontCollections } from './collections.ts';
import { CollectionsController } from './collections-controller.ts';
import { FacesController } from './faces-controller.ts';
import { FamiliesController } from './families-controller.ts';
import { followFonts } from './follow.ts';
import { FontFiles } from './font-files.ts';

export { type CollectedFamily, type FontCollection, FontCollections } from './collections.ts';

/** Fonts: the families that a site has, their faces and the files of these. */
export default definePlugin({
  name: 'fonts',
  version: '0.1.0',
  description:
    'Keeps the font families of the site with the files of their faces, and answers /font-families and /font-collections.',
  group: 'media',
  cacheable: true,
  optIn: true,
  requires: {
    'content-types': '^0.1.0',
    database: '^0.1.0',
    media: '^0.1.0',
    meta: '^0.1.0',
    posts: '^0.1.0',
    themes: '^0.1.0',
  },
  capabilities: ['content:write', 'database', 'files', 'options:write', 'routes:cms/v2', 'users:write'],
  setup({ hooks, brand, provide, use }) {
    const collections = createFontCollections();
    provide(FontCollections, collections);
    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      new CollectionsController(server, collections).registerRoutes();
    });
    const types = { family: brand.typeName('font_family'), face: brand.typeName('font_face') };
    hooks.action('init').tap('fonts', () => {
      const common = {
        builtin: true,
        supports: ['title'],
        capabilities: { ...OF_THEMES, read: 'edit_theme_options' },
        map_meta_cap: true,
        show_in_rest: true,
        query_var: false,
        rewrite: false,
      } as const;
      use(ContentTypes).register(types.family, {
        ...common,
        labels: { name: 'Font families', singular_name: 'Font family' },
        rest_base: 'font-families',
        controller: claim(FamiliesController),
      });
      use(ContentTypes).register(types.face, {
        ...common,
        labels: { name: 'Font faces', singular_name: 'Font face' },
        rest_base: 'font-families/(?P<font_family_id>[\\d]+)/font-faces',
        controller: claim(FacesController),
      });
    });
    followFonts({
      hooks,
      types,
      database: use(Database),
      meta: use(MetaStore),
      posts: use(PostStore),
      files: () => new FontFiles(use(MediaDependencies)),
    });
  },
});
