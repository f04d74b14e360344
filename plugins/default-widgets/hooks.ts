import { filter } from '../../core/index.ts';
import type { WidgetInstance } from '../widgets/index.ts';

/** The hooks that the plugin fires. */
export const defaultWidgetHooks = {
  widget_title: filter<[title: string, instance: WidgetInstance, idBase: string]>({
    params: ['title', 'instance', 'id_base'],
    requiredPermissions: 'pages',
    meaning: 'Adjusts the title of a widget, as text; it is escaped afterwards.',
  }),
};

type DefaultWidgetHooks = typeof defaultWidgetHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends DefaultWidgetHooks {}
}
