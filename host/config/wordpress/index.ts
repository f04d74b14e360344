import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { trimEnd } from '../../../core/text/index.ts';
import { ConfigError, type Settings } from '../settings.ts';
import { databaseAddress } from './database-address.ts';
import { COMPUTED, textOf, type Value } from './expressions.ts';
import { KEY_NAMES, type KeyName, type WordPress } from './facts.ts';
import { type PhpConfig, readPhpConfig } from './statements.ts';

export type { WordPress } from './facts.ts';

const CONFIG = 'wp-config.php';

/** What secrets are in a configuration that nobody has completed. */
const SAMPLE = 'put your unique phrase here';

/** The folder of the program and its configuration, for a path to either. */
function placeOf(given: string): { folder: string; file: string } {
  const path = resolve(given);
  if (!existsSync(path)) throw new ConfigError(`wordpress: there is no ${path}; name the folder of ${CONFIG}`);
  const isFolder = statSync(path).isDirectory();
  const folder = isFolder ? path : dirname(path);
  const inside = isFolder ? join(folder, CONFIG) : path;
  if (existsSync(inside)) return { folder, file: inside };
  // WordPress takes the file from the folder above, unless another installation is there.
  const above = join(dirname(folder), CONFIG);
  if (existsSync(above) && !existsSync(join(dirname(folder), 'wp-settings.php'))) return { folder, file: above };
  throw new ConfigError(`wordpress: there is no ${CONFIG} in ${folder} or above it; name the folder that has one`);
}

/** The configuration of the host that is served, in a folder of one for each. */
function hostFile(folder: string, { url }: Settings): string {
  const of = (host: string) => join(folder, `config-${host.toLowerCase()}.php`);
  const fallback = of('default');
  if (url !== undefined) {
    const { hostname } = new URL(url);
    return [hostname, hostname.replace(/^[^.]*\./, '')].map(of).find(existsSync) ?? fallback;
  }
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^config-.+\.php$/.test(name)) : [];
  const hosts = names.filter((name) => name !== basename(fallback));
  if (hosts.length > 1) {
    throw new ConfigError(`wordpress: ${folder} has ${hosts.sort().join(', ')}; name the site with --url=http://HOST`);
  }
  return hosts.length === 1 ? join(folder, hosts[0]!) : fallback;
}

/** What the constants are that are known, each with what is to be said where it is not. */
class Constants {
  readonly unknown: string[] = [];
  readonly #values: PhpConfig['constants'];

  constructor(values: PhpConfig['constants']) {
    this.#values = values;
  }

  /** A constant as a text; undefined where it is not defined, or computed. */
  text(name: string): string | undefined {
    const value: Value | undefined = this.#values.get(name);
    if (value !== COMPUTED) return value === undefined ? undefined : textOf(value);
    this.unknown.push(`${name} is computed by PHP; say what it is with constants: { ${name}: … }`);
    return undefined;
  }

  /** A constant without which nothing works. */
  need(name: string, file: string): string {
    const text = this.text(name);
    if (text !== undefined) return text;
    const why = this.#values.has(name) ? 'computed by PHP' : 'not defined';
    throw new ConfigError(
      `${file}: ${name} is ${why}; say what it is with constants: { ${name}: '…' } in tappet.config`,
    );
  }

  /** All that are known. */
  all(): WordPress['constants'] {
    return Object.fromEntries([...this.#values].filter(([, value]) => value !== COMPUTED)) as WordPress['constants'];
  }
}

/** The secrets that hold: WordPress takes none that two constants share, or that nobody has set. */
function keysOf(constants: Constants): WordPress['keys'] {
  const found = [...KEY_NAMES, 'secret_key', 'secret_salt'].map(
    (name) => [name, constants.text(name.toUpperCase())] as const,
  );
  const isOwn = (value: string | undefined) =>
    value && value !== SAMPLE && found.filter(([, other]) => other === value).length === 1;
  return Object.fromEntries(
    found.filter(([name, value]) => KEY_NAMES.includes(name as KeyName) && isOwn(value)),
  ) as WordPress['keys'];
}

/** What of a map is defined. */
const defined = <T extends object>(map: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(map).filter(([, value]) => value !== undefined)) as never;

/**
 * Reads what `wp-config.php` says of an installation, without running it.
 *
 * @throws ConfigError for a file that is not there, and for what has to be known and is computed by PHP
 */
export function readWordPress(settings: Settings & { readonly wordpress: string }): WordPress {
  const { folder, file } = placeOf(settings.wordpress);
  const given = { ABSPATH: `${folder}/`, ...settings.constants };
  const config = readPhpConfig(file, { constants: given, hostFile: (of) => hostFile(of, settings) });
  const constants = new Constants(config.constants);
  const table = config.variables.get('table_prefix') ?? 'wp_';
  const prefix = settings.constants?.table_prefix ?? textOf(table);
  if (prefix === undefined || !/^\w*$/.test(String(prefix))) {
    throw new ConfigError(`${file}: $table_prefix is computed by PHP; say it with constants: { table_prefix: 'wp_' }`);
  }
  const path = trimEnd(constants.text('ABSPATH') ?? folder, '/');
  const contentFolder = constants.text('WP_CONTENT_DIR') ?? join(path, 'wp-content');
  const uploads = constants.text('UPLOADS');
  const database =
    settings.database ??
    databaseAddress({
      host: constants.text('DB_HOST') ?? 'localhost',
      user: constants.need('DB_USER', file),
      password: constants.need('DB_PASSWORD', file),
      name: constants.need('DB_NAME', file),
    });
  return {
    path,
    database,
    prefix: String(prefix),
    ...defined({
      home: constants.text('WP_HOME'),
      siteurl: constants.text('WP_SITEURL'),
      contentUrl: constants.text('WP_CONTENT_URL'),
    }),
    contentFolder: trimEnd(contentFolder, '/'),
    uploadsFolder: uploads === undefined ? join(contentFolder, 'uploads') : join(path, uploads),
    keys: keysOf(constants),
    cookies: defined({
      hash: constants.text('COOKIEHASH'),
      domain: constants.text('COOKIE_DOMAIN'),
      path: constants.text('COOKIEPATH'),
      sitePath: constants.text('SITECOOKIEPATH'),
    }),
    debug: Boolean(constants.text('WP_DEBUG')),
    writes: settings.write === true,
    derives: settings.derive === true,
    unknown: constants.unknown,
    constants: constants.all(),
  };
}
