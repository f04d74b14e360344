import { type HookRegistry, listener } from '../../core/index.ts';

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
      // What is made with it is not kept either.
      listener()?.spoil();
      const record = { args, result: undefined as unknown };
      fired.push(record);
      return (result: unknown) => {
        if (hook.declaration.kind === 'filter') record.result = result;
        return result;
      };
    };
    const fire = hook.fire.bind(hook);
    // Whoever fires a hook may skip one that nothing taps, or keep what a pure one answered; a watched one fires.
    hook.isUsed = () => true;
    hook.isPure = () => false;
    hook.concerns = () => true;
    hook.fire = (args) => {
      const end = begin([...args]);
      const outcome = fire(args);
      return outcome instanceof Promise ? outcome.then(end) : end(outcome);
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
