import { serviceToken } from '../services/service-token.ts';
import type { LocatedPlugin } from './located-plugin.ts';
import { namesOf } from './replacement.ts';

/** Why a plugin that is neither inactive nor disabled does not run. */
export interface SkipReason {
  /** It is broken, it kept failing and was quarantined, or something that it requires is one of these. */
  readonly status: 'broken' | 'quarantined' | 'unmet';
  /** One line that says what is wrong, and what to mend. */
  readonly message: string;
  readonly at: Date;
  /** Where in the plugin's folder it broke, if that is known. */
  readonly file?: string;
  readonly line?: number;
  /** The hook in which it failed last before it was quarantined, and how often it had failed. */
  readonly hook?: string;
  readonly failures?: number;
}

/** A plugin that is left out of a generation, and why. */
export interface SkippedPlugin {
  readonly plugin: LocatedPlugin;
  readonly why: SkipReason;
}

/** A plugin that kept failing and was quarantined: in which hook it failed last, how, how often, and when. */
export interface QuarantineRecord {
  readonly plugin: string;
  readonly hook: string;
  readonly reason: string;
  readonly failures: number;
  /** In ISO 8601. */
  readonly at: string;
}

/** Keeps which plugins were quarantined, over restarts; provided by a plugin that is set up `early`. */
export interface QuarantinedPlugins {
  all(): readonly QuarantineRecord[];
  /** Stores the record of a plugin, none for one that may run again; answers with the one before. */
  put(plugin: string, record: QuarantineRecord | undefined): Promise<QuarantineRecord | undefined>;
}

/** The token of the record of plugins that were quarantined. */
export const QuarantinedPlugins = serviceToken<QuarantinedPlugins>('quarantined-plugins', {
  requiredPermissions: 'plugins',
  provider: 'plugins',
});

/** Why a plugin that was quarantined does not run. */
export const whyQuarantined = ({ plugin, hook, reason, failures, at }: QuarantineRecord): SkipReason => ({
  status: 'quarantined',
  message: `failed ${failures} times, at last in hook "${hook}": ${reason}; mend it, then: tappet plugin resume ${plugin}`,
  at: new Date(at),
  hook,
  failures,
});

/** The plugins among several that require, directly or through one another, one that is left out; and why they are too. */
export function unmetPlugins(plugins: readonly LocatedPlugin[], skipped: readonly SkippedPlugin[]): SkippedPlugin[] {
  const missing = new Map(skipped.flatMap(({ plugin, why }) => namesOf(plugin.definition).map((name) => [name, why])));
  for (const { definition } of plugins) for (const name of namesOf(definition)) missing.delete(name);
  const unmet: SkippedPlugin[] = [];
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
