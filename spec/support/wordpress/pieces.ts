import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { mysqlFailure } from '../on-databases.ts';

/** The folder in which Debian's package has WordPress. */
export const SOURCE = '/usr/share/wordpress';

const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];

/** The path of a program; undefined if it is not installed. */
const program = (...names: string[]): string | undefined =>
  names.flatMap((name) => FOLDERS.map((folder) => join(folder, name))).find(isExecutable);

/** The programs that serve WordPress. */
export const PHP = program('php');
export const FPM = program('php-fpm', 'php-fpm8.2', 'php-fpm8.3', 'php-fpm8.4', 'php-fpm8.1');
export const NGINX = program('nginx');
/** Another web server, of which one page shows the configuration too. */
export const CADDY = program('caddy');

/** Why no WordPress can run here; undefined if one can. */
export const wordpressHindrance: string | undefined = [
  existsSync(join(SOURCE, 'wp-load.php')) ? undefined : `there is no WordPress in ${SOURCE}`,
  PHP === undefined ? 'PHP is not installed' : undefined,
  FPM === undefined ? 'PHP-FPM is not installed' : undefined,
  NGINX === undefined ? 'nginx is not installed' : undefined,
  mysqlFailure === undefined ? undefined : 'no MariaDB answers; name one in TEST_MYSQL_URL',
].find((reason) => reason !== undefined);

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
