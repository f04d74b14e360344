import { filter } from '../../core/index.ts';

/** The hooks that the plugin fires. */
export const jsonpHooks = {
  rest_jsonp_enabled: filter<[enabled: boolean]>({
    params: ['enabled'],
    inner: false,
    meaning: 'Decides whether answers may be wrapped in a call of the client’s function.',
  }),
};

type JsonpHooks = typeof jsonpHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends JsonpHooks {}
}
