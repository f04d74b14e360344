import {
  closest,
  createBrand,
  createSite,
  Generation,
  type LocatedPlugin,
  type Logger,
  PluginError,
  type Site,
} from '../core/index.ts';
import { ConfigError, pluginSettings, type ResolvedSettings, type Settings } from './config/settings.ts';
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

/** Finds and loads the plugins of settings, and builds a generation of them. */
export async function build(
  settings: ResolvedSettings,
  site: Site,
  log: Logger,
  provide: (generation: Generation) => void,
): Promise<Built> {
  const selection = await selectPlugins(pluginSettings(settings));
  checkOptionNames(selection, settings);
  checkOverrideNames(selection, settings);
  try {
    const generation = await Generation.build({
      site,
      plugins: selection.active,
      options: optionsOf(selection.active, settings),
      overrides: settings.hooks,
      log,
      provide,
    });
    warnOfIdleOverrides(generation, settings, log);
    return { generation, selection };
  } catch (error) {
    if (error instanceof PluginError) locate(error, selection.active);
    throw error;
  }
}

/** Completes the error of a plugin with the place that threw it. */
function locate(error: PluginError, plugins: readonly LocatedPlugin[]): void {
  const entry = plugins.find(({ definition }) => definition.name === error.plugin)?.entry;
  const place = entry === undefined ? undefined : placeOf(error.cause, entry);
  if (place !== undefined) Object.assign(error, place);
}
