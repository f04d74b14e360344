import type { PluginHooks } from '../../core/index.ts';

/**
 * Tells pages which types they may store autosaves of, as `supports.autosave`: their editors keep none of others. Those
 * who come without a session are told what the interface has always told.
 */
export function tellAutosaveSupport(hooks: PluginHooks, cookieName: () => string): void {
  hooks.filter('rest_prepare_post_type').tap('editor', (response, type, { context }) => {
    const data = response.data as { supports?: Readonly<Record<string, unknown>> };
    const isPage = context.http?.cookie(cookieName()) !== undefined;
    if (isPage && data.supports !== undefined && type.supports.has('editor')) {
      response.data = { ...data, supports: { ...data.supports, autosave: true } };
    }
    return response;
  });
}
