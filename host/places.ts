import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Whether the running code is compiled. */
export const isCompiled = import.meta.url.endsWith('.js');

/** The folder that holds `core`, `host` and `plugins` of the running code: the repository, or its `dist`. */
export const codeRoot = fileURLToPath(new URL('..', import.meta.url));

/** The address of the module that plugins import as `tappet`. */
export const publicModule = pathToFileURL(join(codeRoot, isCompiled ? 'host/index.js' : 'host/index.ts')).href;

/** The folder of `package.json`. */
export const packageRoot = isCompiled ? join(codeRoot, '..') : codeRoot;

/** The name of the folder for plugins in a package. */
export const PLUGIN_FOLDER = 'plugins';

/** Whether a folder is the root of this package. */
export const isPackageRoot = (folder: string): boolean => relative(packageRoot, folder) === '';

/** The version of this package. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
  return version;
}
