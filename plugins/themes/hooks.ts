import { asyncFilter, type EndpointArgument, filter, type RestRequest, type RestResponse } from '../../core/index.ts';
import type { Theme } from './theme.ts';

/** The hooks of themes. */
export const themeHooks = {
  rest_themes_collection_params: filter<[params: Record<string, EndpointArgument>]>({
    params: ['query_params'],
    requiredPermissions: 'requests',
    meaning: 'Adjusts the arguments of the list of themes.',
  }),
  rest_prepare_theme: asyncFilter<[response: RestResponse, theme: Theme, request: RestRequest]>({
    params: ['response', 'theme', 'request'],
    requiredPermissions: 'requests',
    meaning: 'Adjusts the answer that shows a theme.',
  }),
};

type ThemeHooks = typeof themeHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends ThemeHooks {}
}
