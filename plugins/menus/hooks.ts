import { asyncFilter, type RestRequest, type RestResponse } from '../../core/index.ts';

/** The hooks that menus fire beside those of terms and items. */
export const menuHooks = {
  rest_prepare_menu_location: asyncFilter<[response: RestResponse, location: string, request: RestRequest]>({
    params: ['response', 'location', 'request'],
    requiredPermissions: 'requests',
    meaning: 'Adjusts the answer that shows a location of menus.',
  }),
};

type MenuHooks = typeof menuHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends MenuHooks {}
}
