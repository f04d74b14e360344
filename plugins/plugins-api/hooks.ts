import { asyncFilter, type RestRequest, type RestResponse } from '../../core/index.ts';
import type { KnownPlugin } from '../../core/plugin/index.ts';

/** The hooks of the routes of plugins. */
export const pluginHooks = {
  rest_prepare_plugin: asyncFilter<[response: RestResponse, item: KnownPlugin, request: RestRequest]>({
    params: ['response', 'item', 'request'],
    requiredPermissions: 'requests',
    meaning: 'Adjusts the answer that shows a plugin.',
  }),
};

type PluginApiHooks = typeof pluginHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends PluginApiHooks {}
}
