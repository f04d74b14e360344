import { filter } from '../../core/index.ts';

/** The hooks that the plugin fires. */
export const responseHeadersHooks = {
  rest_send_nocache_headers: filter<[send: boolean]>({
    params: ['send'],
    inner: false,
    requiredPermissions: 'requests',
    meaning: 'Decides whether an answer forbids caching; those to signed-in users do.',
  }),
};

type ResponseHeadersHooks = typeof responseHeadersHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends ResponseHeadersHooks {}
}
