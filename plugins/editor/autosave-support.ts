import type { PluginHooks } from '../../core/index.ts';
import type { Credentials } from '../../core/rest/index.ts';

/**
 * Shows pages which types they may store autosaves of, as `supports.autosave`: editors store none of other types.
 * Clients without a session get the answer unchanged.
 */
export function tellAutosaveSupport(hooks: PluginHooks, cookieName: () => string, credentials: Credentials): void {
  hooks.filter('rest_prepare_post_type').tap('editor', (response, type, { context }) => {
    const data = response.data as { supports?: Readonly<Record<string, unknown>> };
    const isPage = credentials.http(context)?.cookie(cookieName()) !== undefined;
    if (isPage && data.supports !== undefined && type.supports.has('editor')) {
      response.data = { ...data, supports: { ...data.supports, autosave: true } };
    }
    return response;
  });
}
