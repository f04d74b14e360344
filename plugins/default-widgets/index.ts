import { definePlugin } from '../../core/index.ts';
import { type RenderContext, Renderer } from '../content-rendering/index.ts';
import { NavMenus } from '../menus/index.ts';
import { WidgetTypes } from '../widgets/index.ts';
import { widgetType } from './default-widget.ts';
import { defaultWidgetHooks } from './hooks.ts';
import { lists } from './types/lists.ts';
import { media } from './types/media.ts';
import { siteLinks } from './types/site.ts';
import { texts } from './types/texts.ts';

/** The kinds of widgets that every site has. */
export default definePlugin({
  name: 'default-widgets',
  version: '0.1.0',
  description: 'Registers the widgets that every site has: lists, texts, pictures and recordings, links.',
  group: 'site',
  cacheable: true,
  after: ['menus'],
  requires: { 'content-rendering': '^0.1.0', formatting: '^0.1.0', widgets: '^0.1.0' },
  capabilities: ['content:read', 'options:read'],
  hooks: defaultWidgetHooks,
  setup({ hooks, site, find, use }) {
    const renderer = use(Renderer);
    const render = (content: string, within?: RenderContext) => renderer.content(content, null, within && { within });
    const types = use(WidgetTypes);
    for (const one of [...lists, ...media, ...texts(render), ...siteLinks(site, render, find(NavMenus))]) {
      types.register(widgetType(one, { hooks, renderer }));
    }
  },
});
