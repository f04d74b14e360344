const KEYS = ['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'];

/** A wp-config.php with the database at an address. */
export function configuration(database: string): string {
  const { username, password, host, pathname } = new URL(database);
  const constants: [name: string, value: string | boolean][] = [
    ['DB_NAME', pathname.slice(1)],
    ['DB_USER', decodeURIComponent(username)],
    ['DB_PASSWORD', decodeURIComponent(password)],
    ['DB_HOST', host],
    ['DB_CHARSET', 'utf8mb4'],
    ['DB_COLLATE', ''],
    ...KEYS.flatMap((key): [string, string][] => [
      [`${key}_KEY`, `key of ${key} %$'"\\ and more`],
      [`${key}_SALT`, `salt of ${key}; # // and more`],
    ]),
    ['WP_DEBUG', false],
    // Application passwords over plain HTTP.
    ['WP_ENVIRONMENT_TYPE', 'local'],
    // Nothing happens that no spec asks for.
    ['DISABLE_WP_CRON', true],
    ['WP_HTTP_BLOCK_EXTERNAL', true],
    ['AUTOMATIC_UPDATER_DISABLED', true],
  ];
  return `<?php
${constants.map(([name, value]) => `define( '${name}', ${literal(value)} );`).join('\n')}

$table_prefix = 'wp_';

if ( ! defined( 'ABSPATH' ) ) {
	define( 'ABSPATH', __DIR__ . '/' );
}
require_once ABSPATH . 'wp-settings.php';
`;
}

const literal = (value: string | boolean): string =>
  typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : String(value);
