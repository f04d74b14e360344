import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importSource } from '../loading/source.ts';
import { checkSettings } from './check.ts';
import { rememberOrigin } from './origin.ts';
import { ConfigError, pluginSettings, type Settings, withAbsoluteFolders } from './settings.ts';

const NAMES = ['tappet.config.ts', 'tappet.config.js', 'tappet.config.json'];

/** Matches the names of configuration files. */
export const CONFIG_FILE = /^tappet\.config\.(?:ts|js|json)$/;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split('\n')[0]!;

async function contentOf(name: string, path: string): Promise<unknown> {
  if (name.endsWith('.json')) return JSON.parse(await readFile(path, 'utf8'));
  const module = await importSource(path);
  if (!('default' in module)) throw new Error('it has no default export; add `export default { … }`');
  return module.default;
}

/** The settings of `tappet.config.{ts,js,json}` in a folder; none when there is no such file. */
export async function readConfigFile(folder: string): Promise<Settings> {
  const found = NAMES.filter((name) => existsSync(join(folder, name)));
  const [name] = found;
  if (name === undefined) return {};
  if (found.length > 1) throw new ConfigError(`there are ${found.join(' and ')}; keep one of them`);
  let content: unknown;
  try {
    content = await contentOf(name, join(folder, name));
  } catch (error) {
    throw new ConfigError(`${name} cannot be read: ${messageOf(error)}`, { cause: error });
  }
  const settings = withAbsoluteFolders(checkSettings(content, name), folder);
  rememberOrigin(settings, join(folder, name));
  // Those of `plugins` are merged one by one with what flags and the environment say.
  rememberOrigin(pluginSettings(settings), join(folder, name));
  return settings;
}
