import { closest } from '../core/base/index.ts';
import { Generation, type GenerationSettings } from '../core/generation.ts';
import { type Logger, PluginError, type Site } from '../core/index.ts';
import type { LocatedPlugin, SkipReason } from '../core/plugin/index.ts';
import { createBrand } from '../core/site/index.ts';
import { trimEnd } from '../core/text/index.ts';
import { SETTING_NAMES } from './config/check.ts';
import { fileOf } from './config/origin.ts';
import {
  ConfigError,
  type PluginSettings,
  pluginSettings,
  type ResolvedSettings,
  type Settings,
} from './config/settings.ts';
import { readWordPress } from './config/wordpress/index.ts';
import { declareHostHooks } from './hooks.ts';
import { addOwnMiddleware } from './http/own-middleware.ts';
import { DEFAULT_ISOLATION, type IsolationSettings } from './isolation/settings.ts';
import { type PluginSelection, selectPlugins } from './loading/index.ts';
import { placeOf } from './loading/place.ts';
import { checkOverrideNames, warnOfUnmatchedOverrides } from './override-names.ts';
import { createSite } from './site.ts';
import { brokenReason, duplicatesAmong, failedPlugin } from './skipped-plugins.ts';

/** A generation, and the selection of plugins that it was built from. */
export interface Built {
  readonly generation: Generation;
  readonly selection: PluginSelection;
}

/** Makes the site that settings describe. The generations of a host share it, so that its state outlives a reload. */
export function siteOf(settings: ResolvedSettings): Site {
  const { brand, apiLinkRelation, permalinks, debug, url, wordpress } = settings;
  return createSite({
    brand: createBrand(brand, apiLinkRelation),
    permalinks,
    debug,
    ...(url === undefined ? {} : { home: trimEnd(url, '/') }),
    ...(wordpress === undefined ? {} : { wordpress: readWordPress({ ...settings, wordpress }) }),
  });
}

/** The options of each plugin by name, completed with the settings of the host that plugins take as options. */
export function pluginOptions(plugins: readonly LocatedPlugin[], settings: Settings): Record<string, unknown> {
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

/** Throws a `ConfigError` for options of an unknown plugin. */
function checkOptionNames({ active, disabled }: PluginSelection, settings: Settings): void {
  const known = [...active.map(({ definition }) => definition.name), ...disabled.map(({ name }) => name)];
  for (const name of Object.keys(settings.options ?? {})) {
    if (known.includes(name)) continue;
    const nearest = closest(name, known);
    const hint = nearest === undefined ? `the plugins are ${known.sort().join(', ')}` : `did you mean "${nearest}"?`;
    throw new ConfigError(`options.${name}: there is no plugin "${name}"; ${hint}`);
  }
}

/** The least time that an isolated plugin gets to start, since a thread or a process starts with it; in milliseconds. */
const LEAST_START = 3000;

/** The settings of isolated plugins. */
const isolationOf = ({
  workerMemory,
  tapTimeout,
  setupTimeout,
  messageLimit,
  pluginFiles,
}: ResolvedSettings): IsolationSettings => ({
  memory: workerMemory ?? DEFAULT_ISOLATION.memory,
  timeout: tapTimeout,
  startTimeout: setupTimeout === 0 ? 0 : Math.max(setupTimeout, LEAST_START),
  messageLimit: messageLimit ?? DEFAULT_ISOLATION.messageLimit,
  dataFolder: pluginFiles ?? DEFAULT_ISOLATION.dataFolder,
});

/** What the caller of `build` decides about a generation. */
export interface BuildCallbacks extends Required<Pick<GenerationSettings, 'provide' | 'failed'>> {
  /** Whether this generation may be built without a plugin that is broken, if the host may run without that plugin. */
  mayBeBroken(plugin: LocatedPlugin): boolean;
}

/**
 * Selects and loads plugins, and builds a generation of them. Broken plugins are skipped where that is allowed. Each
 * attempt starts with a new generation, so that nothing of a skipped plugin remains.
 */
export async function build(
  settings: ResolvedSettings,
  site: Site,
  log: Logger,
  callbacks: BuildCallbacks,
): Promise<Built> {
  const selection = await select(settings);
  const { active, expendable } = selection;
  const maySkip = (plugin: LocatedPlugin) => expendable.has(plugin);
  const skipped = new Map<LocatedPlugin, SkipReason>();
  const skip = (plugin: LocatedPlugin | undefined, error: unknown): void => {
    if (error instanceof PluginError) locate(error, active);
    if (error instanceof PluginError && error.ofConfiguration) nameFile(error, settings);
    if (plugin === undefined || !callbacks.mayBeBroken(plugin)) throw error;
    skipped.set(plugin, brokenReason(error));
  };
  for (const { plugin, error } of duplicatesAmong(active, maySkip)) skip(plugin, error);
  for (const plugin of active.filter((one) => maySkip(one) && callbacks.mayBeBroken(one))) {
    if (plugin.broken !== undefined) skip(plugin, plugin.broken);
  }
  for (;;) {
    try {
      const generation = await Generation.build({
        site,
        plugins: active,
        options: pluginOptions(active, settings),
        overrides: settings.hooks,
        log,
        cache: settings.cache,
        skip: skipped,
        maySkip,
        pinned: new Set(pluginSettings(settings).required),
        asked: namedIn(pluginSettings(settings)),
        tapTimeout: settings.tapTimeout,
        routeTimeout: settings.routeTimeout,
        setupTimeout: settings.setupTimeout,
        provide(generation) {
          declareHostHooks(generation);
          addOwnMiddleware(generation);
          callbacks.provide(generation);
        },
        failed: callbacks.failed,
      });
      warnOfUnmatchedOverrides(generation, settings, log);
      return { generation, selection };
    } catch (error) {
      const candidates = active.filter((plugin) => maySkip(plugin) && !skipped.has(plugin));
      skip(failedPlugin(error, candidates), error);
    }
  }
}

/** The plugins that settings name or define: those run even if they are `optIn`. */
const namedIn = ({ only = [], folders = [] }: PluginSettings): ReadonlySet<string> =>
  new Set([...only, ...folders.flatMap((entry) => (typeof entry === 'string' ? [] : [entry.name]))]);

/** Finds the plugins that settings select, and checks the names of plugins in settings. */
async function select(settings: ResolvedSettings): Promise<PluginSelection> {
  try {
    const selection = await selectPlugins(pluginSettings(settings), isolationOf(settings));
    checkOptionNames(selection, settings);
    checkOverrideNames(selection, settings);
    return selection;
  } catch (error) {
    if (error instanceof ConfigError) nameFile(error, settings);
    throw error;
  }
}

/** Puts the file before an error about a setting that was read from one. */
function nameFile(error: Error, settings: Settings): void {
  const [, name, key = ''] = /(?:^| )(options|plugins|hooks)\.([\w-]+)/.exec(error.message) ?? [];
  const setting =
    name === 'plugins' ? pluginSettings(settings)[key as keyof PluginSettings] : settings[name as keyof Settings];
  const file = typeof setting === 'object' ? fileOf(setting) : undefined;
  if (file === undefined || error.message.startsWith(file)) return;
  error.message = `${file}: ${error.message}`;
}

/** Adds the file and line that threw it to the error of a plugin. */
function locate(error: PluginError, plugins: readonly LocatedPlugin[]): void {
  const entry = plugins.find(({ definition }) => definition.name === error.plugin)?.entry;
  const place = entry === undefined ? undefined : placeOf(error.cause, entry);
  if (place !== undefined) Object.assign(error, place);
}
