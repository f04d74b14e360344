import type { HookRegistry } from '../../core/index.ts';

/** One firing of a hook. */
export interface FiredCall {
  /** The parameters that the hook was fired with, a filter's value first. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the hook that it asks about.
  readonly args: readonly any[];
  /** What a filter answered; undefined for an action, and for what has not ended. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly result: any;
}

/** Tells which hooks fired. Only hooks that are recorded are watched; taps and their order stay as they are. */
export interface HookRecorder {
  /** Watches hooks from now on; throws for a name that no hook has. */
  record(...names: string[]): void;
  /** The firings of a recorded hook, the oldest first; throws for a hook that is not recorded. */
  fired(name: string): readonly FiredCall[];
  /** Forgets what was recorded so far. */
  clear(): void;
}

/** Makes the recorder of a generation's hooks. */
export function createRecorder(hooks: HookRegistry): HookRecorder {
  const calls = new Map<string, { args: unknown[]; result: unknown }[]>();

  const watch = (name: string): void => {
    const hook = hooks.get(name);
    const fired: { args: unknown[]; result: unknown }[] = [];
    calls.set(name, fired);
    const begin = (args: unknown[]) => {
      const call = { args, result: undefined as unknown };
      fired.push(call);
      return call;
    };
    const [call, promise] = [hook.call.bind(hook), hook.promise.bind(hook)];
    // Whoever fires a hook may skip one that nothing taps, so a watched one counts as used.
    hook.isUsed = () => true;
    hook.call = (...args) => {
      const record = begin(args);
      const result = call(...args);
      if (hook.declaration.kind === 'filter') record.result = result;
      return result;
    };
    hook.promise = async (...args) => {
      const record = begin(args);
      const result = await promise(...args);
      if (hook.declaration.kind === 'filter') record.result = result;
      return result;
    };
  };

  return {
    record: (...names) => {
      for (const name of names) if (!calls.has(name)) watch(name);
    },
    fired: (name) => {
      const fired = calls.get(name);
      if (fired === undefined) {
        throw new Error(`hook "${name}" is not recorded; call host.hooks.record('${name}') before what is to fire it`);
      }
      return fired;
    },
    clear: () => {
      for (const fired of calls.values()) fired.length = 0;
    },
  };
}
