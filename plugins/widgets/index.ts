import { definePlugin, RESOURCE_ROUTES } from '../../core/index.ts';
import { AuthKeys } from '../auth-keys/index.ts';
import { BlockTypes, Renderer } from '../content-rendering/index.ts';
import { Database } from '../database/index.ts';
import { Options } from '../options/index.ts';
import { legacyWidget } from './blocks/legacy-widget.ts';
import { widgetGroup } from './blocks/widget-group.ts';
import { widgetHooks } from './hooks.ts';
import { Instances } from './instances.ts';
import { SidebarsController } from './routes/sidebars.ts';
import { WidgetTypesController } from './routes/widget-types.ts';
import { WidgetsController } from './routes/widgets.ts';
import { createSidebars, Sidebars } from './sidebars.ts';
import { WidgetStore } from './store.ts';
import { createWidgetTypes, WidgetTypes } from './widget-types.ts';
import { Widgets } from './widgets.ts';

export { type Sidebar, type SidebarMarkup, Sidebars } from './sidebars.ts';
export {
  type WidgetArgs,
  type WidgetFields,
  type WidgetInstance,
  type WidgetType,
  WidgetTypes,
} from './widget-types.ts';

/** Widgets, the sidebars of themes that show them, and their routes. */
export default definePlugin({
  name: 'widgets',
  version: '0.1.0',
  description: 'Keeps widgets in the sidebars of themes, and answers /sidebars, /widgets and /widget-types.',
  group: 'site',
  cacheable: true,
  requires: { 'auth-keys': '^0.1.0', 'content-rendering': '^0.1.0', database: '^0.1.0', options: '^0.1.0' },
  capabilities: ['authentication', 'database', 'options:write', 'routes:cms/v2'],
  hooks: widgetHooks,
  setup(host) {
    const { brand, hooks, provide, use } = host;
    const types = createWidgetTypes();
    const instances = new Instances(use(AuthKeys));
    const widgets = new Widgets(host, instances);
    const sidebars = createSidebars(async (sidebar) => {
      const shown = (store.sidebars().get(sidebar.id) ?? []).map((id) => store.load(id, sidebar.id)!);
      const markup = shown.map(({ id, type, instance }) => widgets.render(type, instance, id, sidebar));
      return (await Promise.all(markup)).join('\n');
    });
    const store = new WidgetStore({
      database: use(Database),
      options: use(Options),
      types,
      sidebars,
      inactive: brand.typeName('inactive_widgets'),
    });
    provide(WidgetTypes, types);
    provide(Sidebars, sidebars);

    const blocks = use(BlockTypes);
    blocks.register(legacyWidget({ types, store, widgets, instances }));
    blocks.register(widgetGroup(brand, use(Renderer)));

    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      const services = { sidebars, types, store, widgets };
      new SidebarsController(server, services).registerRoutes();
      new WidgetTypesController(server, services).registerRoutes();
      new WidgetsController(server, services).registerRoutes();
    });
  },
});
