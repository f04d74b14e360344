import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Whether the running code is the compiled one. */
export const isCompiled = import.meta.url.endsWith('.js');

/** The folder that holds `core`, `host` and `plugins` of the running code: the repository, or its `dist`. */
export const codeRoot = fileURLToPath(new URL('..', import.meta.url));

/** The folder of `package.json`. */
export const packageRoot = isCompiled ? join(codeRoot, '..') : codeRoot;

/** The folder of plugins, in a package that has any. */
export const PLUGIN_FOLDER = 'plugins';

/** Whether a folder is that of this package itself. */
export const isPackageRoot = (folder: string): boolean => relative(packageRoot, folder) === '';

/** The version of this package. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
  return version;
}
