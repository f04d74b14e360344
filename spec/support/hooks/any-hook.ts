import type { PluginHooks } from '../../../core/index.ts';

/** The members of a hook of any kind and parameters. */
export interface AnyHook {
  tap(options: string | object, fn: (...args: unknown[]) => unknown): void;
  tapPromise(options: string | object, fn: (...args: unknown[]) => Promise<unknown>): void;
}

/** The hook of a name, whether it is a filter or an action. */
export function anyHook(hooks: PluginHooks, name: string): AnyHook {
  try {
    return hooks.filter(name as never) as unknown as AnyHook;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return hooks.action(name as never) as unknown as AnyHook;
  }
}
