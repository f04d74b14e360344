import { asyncAction, filter, type RestRequest } from '../../core/index.ts';

/** The hooks of surrogate keys. */
export const surrogateKeyHooks = {
  rest_surrogate_keys: filter<[keys: readonly string[], request: RestRequest]>({
    params: ['keys', 'request'],
    inner: false,
    requiredPermissions: 'requests',
    meaning: 'Adjusts the surrogate keys of an answer, which name what it depends on.',
  }),
  purge_surrogate_keys: asyncAction<[keys: readonly string[]]>({
    params: ['keys'],
    requiredPermissions: 'content:read',
    meaning: 'Fires once a change is committed, with the surrogate keys of the answers that it makes stale.',
  }),
};

type SurrogateKeyHooks = typeof surrogateKeyHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends SurrogateKeyHooks {}
}
