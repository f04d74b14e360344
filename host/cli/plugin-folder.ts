import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PLUGIN_FOLDER } from '../places.ts';

/** The folder of an argument: a path, or else the name of a folder in `plugins/`. */
export function pluginFolder(given: string): string {
  const inPlugins = join(PLUGIN_FOLDER, given);
  return !existsSync(given) && existsSync(inPlugins) ? inPlugins : given;
}
