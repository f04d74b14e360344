import { claim } from '../../core/hooks/index.ts';
import { definePlugin, RESOURCE_ROUTES } from '../../core/index.ts';
import { withAttributesOfSupports } from '../block-supports/index.ts';
import { BlockTypes, Renderer } from '../content-rendering/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { PostsDependencies } from '../posts/index.ts';
import { Taxonomies } from '../taxonomies/index.ts';
import { OF_THEMES, Themes } from '../themes/index.ts';
import { TemplatesController } from './controller.ts';
import { ExportController, isArchive } from './export/export-controller.ts';
import { TEMPLATE_PART_AREAS, templateTypes } from './known-templates.ts';
import { templatePartBlock } from './template-part-block.ts';
import { TemplateStore } from './template-store.ts';
import { Templates } from './templates.ts';
import { ThemeFiles } from './theme-files.ts';

export type { Template, TemplateKind } from './template.ts';
export { TemplateStore } from './template-store.ts';
export { Templates } from './templates.ts';

/** Block templates and template parts: files of the theme, and the stored items that replace them. */
export default definePlugin({
  name: 'templates',
  version: '0.1.0',
  description: 'Answers /templates and /template-parts: the templates of the theme, and what the site changed of them.',
  group: 'editor',
  cacheable: true,
  requires: {
    'content-rendering': '^0.1.0',
    'content-types': '^0.1.0',
    posts: '^0.1.0',
    taxonomies: '^0.1.0',
    themes: '^0.1.0',
  },
  after: ['block-supports'],
  capabilities: ['content:write', 'database', 'files', 'options:write', 'requests', 'routes:*', 'users:write'],
  setup({ hooks, brand, site, use, provide }) {
    const [template, part] = [brand.typeName('template'), brand.typeName('template_part')];
    const taxonomies = { theme: brand.typeName('theme'), area: brand.typeName('template_part_area') };
    const themes = use(Themes);
    const dependencies = { posts: use(PostsDependencies), themes, files: new ThemeFiles(themes), taxonomies };
    const parts = new TemplateStore('template_part', part, dependencies);
    const stores = new Map([
      [template, new TemplateStore('template', template, dependencies)],
      [part, parts],
    ]);
    const block = templatePartBlock({ site, themes, renderer: use(Renderer), parts });
    use(BlockTypes).register(withAttributesOfSupports(block));
    provide(Templates, {
      ofType(type) {
        const store = stores.get(type);
        if (store === undefined) throw new TypeError(`items of type "${type}" are no templates`);
        return store;
      },
    });

    hooks.action('init').tap('templates', () => {
      const types = use(ContentTypes);
      const common = {
        builtin: true,
        supports: ['title', 'slug', 'excerpt', 'editor', 'revisions', 'author'],
        capabilities: { ...OF_THEMES, read: 'edit_theme_options' },
        map_meta_cap: true,
        show_in_rest: true,
        controller: claim(TemplatesController),
        query_var: false,
        rewrite: false,
      } as const;
      types.register(template, {
        ...common,
        labels: { name: 'Templates', singular_name: 'Template' },
        capability_type: 'template',
        rest_base: 'templates',
        taxonomies: [taxonomies.theme],
      });
      types.register(part, {
        ...common,
        labels: { name: 'Template Parts', singular_name: 'Template Part' },
        rest_base: 'template-parts',
        taxonomies: [taxonomies.theme, taxonomies.area],
      });
      use(Taxonomies).register(taxonomies.area, part, { public: false, label: 'Areas', rewrite: false });
    });
    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      new ExportController(server, themes, [...stores.values()]).registerRoutes();
    });
    hooks.filter('rest_pre_serve_request').tap('templates', (served, response) => served || isArchive(response, brand));
    // Two themes may have templates of one slug; within a theme, the code that makes a template looks for a free slug.
    hooks
      .filter('pre_wp_unique_post_slug')
      .tap('templates', (free, slug, _id, _status, type) => (stores.has(type) ? slug : free));
    hooks.filter('theme_templates').tapPromise('templates', async (choice, _post, type) => {
      const own = await stores.get(template)!.choice(type);
      return { ...choice, ...Object.fromEntries(own.map(({ slug, title }) => [slug, title])) };
    });
    hooks.filter('rest_prepare_theme').tap('templates', (response, theme, request) => {
      const isShown = request.getParam('context') === 'edit' && theme.stylesheet === themes.active().stylesheet;
      if (!isShown) return response;
      const more = { default_template_types: templateTypes(), default_template_part_areas: TEMPLATE_PART_AREAS };
      response.data = { ...(response.data as object), ...more };
      return response;
    });
  },
});
