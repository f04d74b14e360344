import { filter } from '../../core/index.ts';

/** The hooks that the plugin fires. */
export const postLockHooks = {
  cms_check_post_lock_window: filter<[seconds: number]>({
    params: ['interval'],
    meaning: 'Adjusts how many seconds the lock of an item holds unless it is refreshed.',
  }),
};

type PostLockHooks = typeof postLockHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends PostLockHooks {}
}
