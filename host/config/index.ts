import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isPackageRoot, PLUGIN_FOLDER } from '../places.ts';
import { checkSettings } from './check.ts';
import { readConfigFile } from './file.ts';
import { pluginSettings, type Settings, withAbsoluteFolders } from './settings.ts';
import { readText, TEXT_SETTINGS } from './text-settings.ts';

/** Where settings are read from. */
export interface ConfigSources {
  /** The flags of the command line by the key of their setting: texts, lists of texts, or true. */
  readonly flags?: Readonly<Record<string, unknown>>;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The folder of `tappet.config.*`, to which relative plugin folders are relative. */
  readonly folder?: string;
}

function fromEnvironment(environment: NonNullable<ConfigSources['environment']>): Settings {
  const given: Record<string, unknown> = {};
  const names: Record<string, string> = {};
  for (const setting of TEXT_SETTINGS) {
    const text = environment[setting.variable];
    if (text === undefined || text === '') continue;
    given[setting.key] = readText(setting, text);
    names[setting.key] = setting.variable;
  }
  return checkSettings(given, 'environment', (key) => names[key] ?? key);
}

function fromFlags(flags: NonNullable<ConfigSources['flags']>): Settings {
  const given: Record<string, unknown> = {};
  for (const setting of TEXT_SETTINGS) {
    const value = flags[setting.key];
    if (value === undefined) continue;
    given[setting.key] = typeof value === 'string' ? readText(setting, value) : value;
  }
  const flagOf = (key: string) => TEXT_SETTINGS.find((setting) => setting.key === key)?.flag ?? key;
  return checkSettings(given, 'command line', flagOf);
}

/** The folder `plugins` beside the configuration, and the packages there, which are used unless a setting names others. */
function pluginsBeside(folder: string): Settings {
  if (isPackageRoot(folder)) return {};
  const plugins = join(folder, PLUGIN_FOLDER);
  const beside = {
    ...(existsSync(plugins) ? { folders: [plugins] } : {}),
    ...(existsSync(join(folder, 'package.json')) ? { packages: folder } : {}),
  };
  return Object.keys(beside).length === 0 ? {} : { plugins: beside };
}

/** Reads all settings: flags override the environment, and the environment overrides the file. Throws a `ConfigError`. */
export async function readSettings(sources: ConfigSources = {}): Promise<Settings> {
  const { flags = {}, environment = process.env, folder = process.cwd() } = sources;
  const layers = [
    pluginsBeside(folder),
    await readConfigFile(folder),
    withAbsoluteFolders(fromEnvironment(environment), folder),
    withAbsoluteFolders(fromFlags(flags), folder),
  ];
  const merged: Settings = Object.assign({}, ...layers);
  // The maps of `plugins` are merged, so that folders on the command line do not reset the rest of the file's map.
  const plugins = Object.assign({}, ...layers.map(pluginSettings));
  return Object.keys(plugins).length === 0 ? merged : { ...merged, plugins };
}
