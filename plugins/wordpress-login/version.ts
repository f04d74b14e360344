import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PluginError } from '../../core/index.ts';

/** The version of the WordPress in a folder, `6.8.1`, read from its source as text. */
export function wordPressVersion(folder: string): string {
  const file = join(folder, 'wp-includes', 'version.php');
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new PluginError(
      `wordpress-login: ${file} cannot be read: ${(error as Error).message}; name the folder of WordPress`,
    );
  }
  const [, version] = /^[ \t]*\$wp_version\s*=\s*['"]([\d.]+)/m.exec(text) ?? [];
  if (version === undefined)
    throw new PluginError(`wordpress-login: ${file} says no version; name the folder of WordPress`);
  return version;
}

/** Whether a version is another or later. */
export function isSince(version: string, other: string): boolean {
  const [given, wanted] = [version, other].map((text) => text.split('.').map(Number));
  const at = wanted!.findIndex((part, index) => part !== (given![index] ?? 0));
  return at < 0 || (given![at] ?? 0) > wanted![at]!;
}
