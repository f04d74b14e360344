import {
  closest,
  createBrand,
  createSite,
  Generation,
  type GenerationSettings,
  type LeftOut,
  type LocatedPlugin,
  type Logger,
  PluginError,
  type Site,
} from '../core/index.ts';
import { SETTING_NAMES } from './config/check.ts';
import {
  ConfigError,
  type PluginSettings,
  pluginSettings,
  type ResolvedSettings,
  type Settings,
} from './config/settings.ts';
import { DEFAULT_ISOLATION, type IsolationSettings } from './isolation/settings.ts';
import { culpritOf, twinsAmong, whyBroken } from './leaving-out.ts';
import { type PluginSelection, selectPlugins } from './loading/index.ts';
import { placeOf } from './loading/place.ts';
import { checkOverrideNames, warnOfIdleOverrides } from './override-names.ts';

/** A generation, and the plugins that configuration kept out of it. */
export interface Built {
  readonly generation: Generation;
  readonly selection: PluginSelection;
}

/** The site that settings describe; generations of one host share it, so that what hangs on it outlives a reload. */
export const siteOf = ({ brand, apiLinkRelation, permalinks, debug, url }: ResolvedSettings): Site =>
  createSite({
    brand: createBrand(brand, apiLinkRelation),
    permalinks,
    debug,
    ...(url === undefined ? {} : { home: url.replace(/\/+$/, '') }),
  });

/** Options by plugin, with the settings of the host that plugins take as options of theirs. */
export function optionsOf(plugins: readonly LocatedPlugin[], settings: Settings): Record<string, unknown> {
  const options: Record<string, unknown> = { ...settings.options };
  for (const { definition, location } of plugins) {
    for (const [setting, option] of Object.entries(definition.settings ?? {})) {
      if (!SETTING_NAMES.includes(setting)) {
        const nearest = closest(setting, SETTING_NAMES);
        const hint =
          nearest === undefined ? `the settings are ${SETTING_NAMES.join(', ')}` : `did you mean "${nearest}"?`;
        throw new PluginError(`${location}: takes the setting "${setting}", which there is not; ${hint}`, {
          plugin: definition.name,
        });
      }
      const value = settings[setting as keyof Settings];
      if (value === undefined) continue;
      if (typeof value === 'object') {
        throw new PluginError(`${location}: takes the setting "${setting}", which is no single value; take another`);
      }
      options[definition.name] = { ...(options[definition.name] as object | undefined), [option]: value };
    }
  }
  return options;
}

/** Options for a plugin that is not there are a slip of the pen. */
function checkOptionNames({ active, disabled }: PluginSelection, settings: Settings): void {
  const known = [...active.map(({ definition }) => definition.name), ...disabled.map(({ name }) => name)];
  for (const name of Object.keys(settings.options ?? {})) {
    if (known.includes(name)) continue;
    const nearest = closest(name, known);
    const hint = nearest === undefined ? `the plugins are ${known.sort().join(', ')}` : `did you mean "${nearest}"?`;
    throw new ConfigError(`options.${name}: there is no plugin "${name}"; ${hint}`);
  }
}

/** How workers of isolated plugins are run. */
const isolationOf = ({ workerMemory, tapTimeout }: ResolvedSettings): IsolationSettings => ({
  memory: workerMemory ?? DEFAULT_ISOLATION.memory,
  timeout: tapTimeout,
});

/** What whoever builds a generation has a say in. */
export interface Building extends Required<Pick<GenerationSettings, 'provide' | 'failed'>> {
  /** Whether a plugin without which a host may run may be left out of this generation, as it is broken. */
  mayBeBroken(plugin: LocatedPlugin): boolean;
}

/**
 * Finds and loads the plugins of settings, and builds a generation of them: without those that are broken, where that is
 * allowed. Each attempt begins anew, so that nothing of a plugin that is left out remains.
 */
export async function build(settings: ResolvedSettings, site: Site, log: Logger, building: Building): Promise<Built> {
  const selection = await selectPlugins(pluginSettings(settings), isolationOf(settings));
  checkOptionNames(selection, settings);
  checkOverrideNames(selection, settings);
  const { active, expendable } = selection;
  const mayLeaveOut = (plugin: LocatedPlugin) => expendable.has(plugin);
  const leaveOut = new Map<LocatedPlugin, LeftOut>();
  const without = (plugin: LocatedPlugin | undefined, error: unknown): void => {
    if (error instanceof PluginError) locate(error, active);
    if (plugin === undefined || !building.mayBeBroken(plugin)) throw error;
    leaveOut.set(plugin, whyBroken(error));
  };
  for (const { plugin, error } of twinsAmong(active, mayLeaveOut)) without(plugin, error);
  for (const plugin of active.filter((one) => mayLeaveOut(one) && building.mayBeBroken(one))) {
    if (plugin.broken !== undefined) without(plugin, plugin.broken);
  }
  for (;;) {
    try {
      const generation = await Generation.build({
        site,
        plugins: active,
        options: optionsOf(active, settings),
        overrides: settings.hooks,
        log,
        leaveOut,
        mayLeaveOut,
        pinned: new Set(pluginSettings(settings).required),
        asked: namedIn(pluginSettings(settings)),
        tapTimeout: settings.tapTimeout,
        routeTimeout: settings.routeTimeout,
        setupTimeout: settings.setupTimeout,
        provide: building.provide,
        failed: building.failed,
      });
      warnOfIdleOverrides(generation, settings, log);
      return { generation, selection };
    } catch (error) {
      const candidates = active.filter((plugin) => mayLeaveOut(plugin) && !leaveOut.has(plugin));
      without(culpritOf(error, candidates), error);
    }
  }
}

/** The plugins that settings name or hold themselves, so that they run although they are `optIn`. */
const namedIn = ({ only = [], folders = [] }: PluginSettings): ReadonlySet<string> =>
  new Set([...only, ...folders.flatMap((entry) => (typeof entry === 'string' ? [] : [entry.name]))]);

/** Completes the error of a plugin with the place that threw it. */
function locate(error: PluginError, plugins: readonly LocatedPlugin[]): void {
  const entry = plugins.find(({ definition }) => definition.name === error.plugin)?.entry;
  const place = entry === undefined ? undefined : placeOf(error.cause, entry);
  if (place !== undefined) Object.assign(error, place);
}
