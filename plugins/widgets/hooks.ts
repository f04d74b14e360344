import { asyncAction, asyncFilter, filter, type RestRequest, type RestResponse } from '../../core/index.ts';
import type { Sidebar } from './sidebars.ts';
import type { Widget } from './store.ts';
import type { WidgetInstance, WidgetType } from './widget-types.ts';

/** The hooks that the plugin fires. */
export const widgetHooks = {
  widget_update_callback: filter<
    [instance: WidgetInstance, given: WidgetInstance, old: WidgetInstance, type: WidgetType]
  >({
    params: ['instance', 'new_instance', 'old_instance', 'widget'],
    requiredPermissions: 'options:write',
    meaning: 'Adjusts what is stored of what a widget is set to.',
  }),
  rest_prepare_sidebar: asyncFilter<[response: RestResponse, sidebar: Required<Sidebar>, request: RestRequest]>({
    params: ['response', 'raw_sidebar', 'request'],
    requiredPermissions: 'requests',
    meaning: 'Adjusts the answer that shows a sidebar.',
  }),
  rest_prepare_widget: asyncFilter<[response: RestResponse, widget: Widget, request: RestRequest]>({
    params: ['response', 'widget', 'request'],
    requiredPermissions: 'requests',
    meaning: 'Adjusts the answer that shows a widget.',
  }),
  rest_prepare_widget_type: asyncFilter<[response: RestResponse, type: WidgetType, request: RestRequest]>({
    params: ['response', 'widget_type', 'request'],
    requiredPermissions: 'requests',
    meaning: 'Adjusts the answer that shows a kind of widget.',
  }),
  rest_save_sidebar: asyncAction<[sidebar: Required<Sidebar>, request: RestRequest]>({
    params: ['sidebar', 'request'],
    requiredPermissions: ['options:read', 'requests'],
    meaning: 'Fires after a request put widgets into a sidebar.',
  }),
  rest_after_save_widget: asyncAction<[id: string, sidebarId: string, request: RestRequest, creating: boolean]>({
    params: ['id', 'sidebar_id', 'request', 'creating'],
    requiredPermissions: ['options:read', 'requests'],
    meaning: 'Fires after a request made or set a widget.',
  }),
  rest_delete_widget: asyncAction<[widgetId: string, sidebarId: string, response: RestResponse, request: RestRequest]>({
    params: ['widget_id', 'sidebar_id', 'response', 'request'],
    requiredPermissions: ['options:read', 'requests'],
    meaning: 'Fires after a request deleted a widget or made it inactive.',
  }),
};

type WidgetHooks = typeof widgetHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends WidgetHooks {}
}
