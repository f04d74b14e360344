import { definePlugin, type HookDeclaration, type PluginDefinition } from '../../../core/index.ts';
import { anyHook } from './any-hook.ts';

/** Records the parameters with which hooks fire. */
export interface HookRecorder {
  /** The plugin that taps the hooks; it runs beside the plugins that fire them. */
  readonly plugin: PluginDefinition;
  /** The parameters of every call of a hook since the record was cleared, oldest first. */
  callsOf(name: string): readonly (readonly unknown[])[];
  clear(): void;
}

/** Creates a recorder of hooks whose names have no placeholders. */
export function recordHooks(names: readonly string[]): HookRecorder {
  const calls = new Map<string, (readonly unknown[])[]>();
  const plugin = definePlugin({
    name: 'recorder',
    version: '1.0.0',
    description: 'Notes with which parameters hooks fire.',
    setup({ hooks }) {
      for (const name of names) {
        if (!hooks.has(name as never)) continue;
        anyHook(hooks, name).tap('recorder', (...args) => void calls.set(name, [...(calls.get(name) ?? []), args]));
      }
    },
  });
  return { plugin, callsOf: (name) => calls.get(name) ?? [], clear: () => calls.clear() };
}

/** The declaration of a hook, by its name with placeholders. */
export type Declarations = ReadonlyMap<string, HookDeclaration>;
