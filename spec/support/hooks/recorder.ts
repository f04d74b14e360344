import { definePlugin, type HookDeclaration, type PluginDefinition, type PluginHooks } from '../../../core/index.ts';

/** Notes with which parameters hooks fire. */
export interface HookRecorder {
  /** Taps the hooks; runs beside the plugins that fire them. */
  readonly plugin: PluginDefinition;
  /** The parameters of every call of a hook since the record was cleared, oldest first. */
  callsOf(name: string): readonly (readonly unknown[])[];
  clear(): void;
}

/** Any hook by any name, as a recorder taps it. */
interface AnyHooks {
  filter(name: string): { tap(name: string, fn: (...args: unknown[]) => unknown): void };
}

/** Makes a recorder of these hooks, whose names have no placeholders. */
export function recordHooks(names: readonly string[]): HookRecorder {
  const calls = new Map<string, (readonly unknown[])[]>();
  const plugin = definePlugin({
    name: 'recorder',
    version: '1.0.0',
    description: 'Notes with which parameters hooks fire.',
    setup({ hooks }) {
      const any = hooks as unknown as AnyHooks & Pick<PluginHooks, 'has'>;
      for (const name of names) {
        if (!any.has(name as never)) continue;
        any.filter(name).tap('recorder', (...args) => void calls.set(name, [...(calls.get(name) ?? []), args]));
      }
    },
  });
  return { plugin, callsOf: (name) => calls.get(name) ?? [], clear: () => calls.clear() };
}

/** What is declared of a hook, by its name with its placeholders. */
export type Declarations = ReadonlyMap<string, HookDeclaration>;
