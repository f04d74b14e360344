import type { LocatedPlugin } from './located-plugin.ts';
import { namesOf } from './replacement.ts';
import { type ServiceToken, serviceToken } from './services.ts';

/** Why a plugin that is neither inactive nor disabled does not run. */
export interface LeftOut {
  /** It is broken, it kept failing and was set aside, or something that it requires is one of these. */
  readonly status: 'broken' | 'set aside' | 'unmet';
  /** One line that says what is wrong, and what to mend. */
  readonly message: string;
  readonly at: Date;
  /** Where in the plugin's folder it broke, if that is known. */
  readonly file?: string;
  readonly line?: number;
  /** The hook in which it failed last before it was set aside, and how often it had failed. */
  readonly hook?: string;
  readonly failures?: number;
}

/** A plugin that is left out of a generation, and why. */
export interface LeftOutPlugin {
  readonly plugin: LocatedPlugin;
  readonly why: LeftOut;
}

/** A plugin that kept failing and was set aside: in which hook it failed last, how, how often, and when. */
export interface SetAsideRecord {
  readonly plugin: string;
  readonly hook: string;
  readonly reason: string;
  readonly failures: number;
  /** In ISO 8601. */
  readonly at: string;
}

/** Keeps which plugins were set aside, over restarts; provided by a plugin that is set up `early`. */
export interface SetAsidePlugins {
  all(): readonly SetAsideRecord[];
  save(records: readonly SetAsideRecord[]): Promise<void>;
}

/** The token of the record of plugins that were set aside. */
export const SetAsidePlugins: ServiceToken<SetAsidePlugins> = serviceToken<SetAsidePlugins>('set-aside-plugins', {
  needs: 'plugins',
  provider: 'plugins',
});

/** Why a plugin that was set aside does not run. */
export const whySetAside = ({ plugin, hook, reason, failures, at }: SetAsideRecord): LeftOut => ({
  status: 'set aside',
  message: `failed ${failures} times, at last in hook "${hook}": ${reason}; mend it, then: tappet plugin resume ${plugin}`,
  at: new Date(at),
  hook,
  failures,
});

/** The plugins among several that require, directly or through one another, one that is left out; and why they are too. */
export function unmetPlugins(plugins: readonly LocatedPlugin[], leftOut: readonly LeftOutPlugin[]): LeftOutPlugin[] {
  const missing = new Map(leftOut.flatMap(({ plugin, why }) => namesOf(plugin.definition).map((name) => [name, why])));
  for (const { definition } of plugins) for (const name of namesOf(definition)) missing.delete(name);
  const unmet: LeftOutPlugin[] = [];
  for (let found = true; found; ) {
    found = false;
    for (const plugin of plugins) {
      const { name, requires = {} } = plugin.definition;
      const needed = Object.keys(requires).find((required) => missing.has(required));
      if (needed === undefined || missing.has(name)) continue;
      const { status, at } = missing.get(needed)!;
      const word = status === 'unmet' ? 'left out' : status;
      const why = { status: 'unmet', message: `requires "${needed}", which is ${word}`, at } as const;
      missing.set(name, why);
      unmet.push({ plugin, why });
      found = true;
    }
  }
  return unmet;
}
