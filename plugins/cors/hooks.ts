import { filter, type RestRequest } from '../../core/index.ts';

/** The hooks that the plugin fires. */
export const corsHooks = {
  rest_exposed_cors_headers: filter<[exposeHeaders: readonly string[], request: RestRequest]>({
    params: ['expose_headers', 'request'],
    inner: false,
    requiredPermissions: 'authentication',
    meaning: 'Adjusts which headers of an answer scripts of other origins may read.',
    section: '4.3',
  }),
  rest_allowed_cors_headers: filter<[allowHeaders: readonly string[], request: RestRequest]>({
    params: ['allow_headers', 'request'],
    inner: false,
    requiredPermissions: 'authentication',
    meaning: 'Adjusts which headers scripts of other origins may send.',
    section: '4.3',
  }),
};

type CorsHooks = typeof corsHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends CorsHooks {}
}
