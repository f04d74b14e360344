import type { HookRegistry, Instrument } from '../../core/hooks/index.ts';

/** One firing of a hook. */
export interface FiredCall {
  /** The parameters that the hook was fired with, a filter's value first. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the types of its hook.
  readonly args: readonly any[];
  /** The result of a filter; undefined for an action, and while the hook is running. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly result: any;
}

/** Records the calls of hooks, without changing their taps. */
export interface HookRecorder {
  /** Records hooks from now on; throws for an unknown name. */
  record(...names: string[]): void;
  /** The calls of a recorded hook, the oldest first; throws for a hook that is not recorded. */
  fired(name: string): readonly FiredCall[];
  /** Deletes all recorded calls. */
  clear(): void;
}

/** Creates the recorder of a generation's hooks. */
export function createRecorder(hooks: HookRegistry): HookRecorder {
  const calls = new Map<string, { args: unknown[]; result: unknown }[]>();

  const watch = (name: string): void => {
    const hook = hooks.get(name);
    const fired: { args: unknown[]; result: unknown }[] = [];
    calls.set(name, fired);
    const instrument: Instrument = {
      isActive: () => true,
      watchesUntapped: () => true,
      watchesTaps: () => true,
      around(_hook, args, fire) {
        const call = { args: [...args], result: undefined as unknown };
        fired.push(call);
        const recordResult = (result: unknown) => {
          if (hook.declaration.kind === 'filter') call.result = result;
          return result;
        };
        const outcome = fire();
        return outcome instanceof Promise ? outcome.then(recordResult) : recordResult(outcome);
      },
    };
    hook.watch(instrument);
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
