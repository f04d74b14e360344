import {
  any,
  define,
  dynamic,
  type Failure,
  object,
  optional,
  record,
  type Struct,
  string,
  validate,
} from 'superstruct';
import { closest } from '../../core/base/index.ts';
import { isNetwork } from '../http/trusted-proxies.ts';
import { ConfigError, LOG_LEVELS, type Settings } from './settings.ts';

/** A struct whose type name completes the sentence "NAME must be …". */
const must = <T>(words: string, test: (value: unknown) => boolean): Struct<T, null> => define<T>(words, test);

const isMap = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const isHops = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 16;
const isWorkers = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 256;
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isAddress = (value: unknown): boolean => {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, search, hash } = new URL(value);
  return /^https?:$/.test(protocol) && search === '' && hash === '';
};
const isOrigin = (value: unknown): boolean => isAddress(value) && new URL(`${value}`).pathname === '/';

const text = (words: string) => optional(must<string>(words, isText));
const flag = optional(must<boolean>('true or false', (value) => typeof value === 'boolean'));
const wholeNumber = (words: string, least: number, most: number) =>
  optional(must<number>(words, (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most));
const oneOf = (values: readonly string[]) =>
  optional(must<string>(`one of ${values.join(', ')}`, (value) => values.includes(value as string)));
const list = (words: string, test: (value: unknown) => boolean) =>
  must<unknown[]>(words, (value) => Array.isArray(value) && value.every(test));

const folders = list('a list of folders', (value) => isText(value) || (isMap(value) && 'setup' in (value as object)));
const names = optional(list('a list of plugin names', isText));
const quarantineMap = object({
  failures: wholeNumber('a whole number, at least 1', 1, 2 ** 31),
  within: wholeNumber('a number of milliseconds, at least 1', 1, 2 ** 40),
});
const pluginsMap = object({
  folders: optional(folders),
  packages: text('a folder'),
  installable: flag,
  disabled: names,
  only: names,
  limitDefinitions: flag,
  required: names,
  quarantine: optional(
    dynamic<unknown>((value) =>
      isMap(value)
        ? (quarantineMap as unknown as Struct<unknown>)
        : must('false, or a map of failures and within', (one) => one === false),
    ),
  ),
});
const tapNames = optional(
  must('a name or a list of names', (value) => isText(value) || (Array.isArray(value) && value.every(isText))),
);
const postgresAddress = optional(
  must('an address like "postgres://user@host/name"', (value) => /^postgres(?:ql)?:\/\//.test(`${value}`)),
);
const time = wholeNumber('a number of milliseconds; 0 for no limit', 0, 2 ** 31);
const tapMap = object({
  stage: optional(must('a number', Number.isFinite)),
  before: tapNames,
  after: tapNames,
  timeout: time,
});
const otherOverride = must<unknown>(
  'false, a function, or a map of stage, before, after and timeout',
  (value) => value === false || typeof value === 'function',
);
const override = dynamic<unknown>((value) => (isMap(value) ? (tapMap as unknown as Struct<unknown>) : otherOverride));

const settings = object({
  port: wholeNumber('a whole number from 0 to 65535', 0, 65535),
  host: text('an address or a host name'),
  workers: optional(must('auto, or a whole number from 1 to 256', (value) => value === 'auto' || isWorkers(value))),
  database: text('a database address like "sqlite:./data/tappet.db" or "postgres://user@host/name"'),
  databaseListen: postgresAddress,
  databaseReplica: postgresAddress,
  databaseReplicaLag: wholeNumber('a number of milliseconds', 0, 2 ** 31),
  databasePoolSize: wholeNumber('a whole number from 2 to 1000', 2, 1000),
  databasePoolWait: time,
  databaseStatementTimeout: time,
  databaseLockTimeout: time,
  databaseIdleTimeout: time,
  databaseDryRun: flag,
  wordpress: text('the folder of an installation of WordPress'),
  write: flag,
  readOnly: flag,
  derive: flag,
  constants: optional(
    record(
      string(),
      must('a text, a number, true or false', (value) => ['string', 'number', 'boolean'].includes(typeof value)),
    ),
  ),
  brand: optional(
    must(
      'lower-case letters and digits, a letter first',
      (value) => isText(value) && /^[a-z][a-z0-9]*$/.test(`${value}`),
    ),
  ),
  apiLinkRelation: optional(must('an http or https address', isAddress)),
  url: optional(must('an http or https address without a query', isAddress)),
  upstream: optional(must('the address of a server without a path, like "http://127.0.0.1:8081"', isOrigin)),
  permalinks: oneOf(['pretty', 'index', 'plain']),
  plugins: optional(
    dynamic<unknown>((value) =>
      Array.isArray(value) ? (folders as Struct<unknown>) : (pluginsMap as unknown as Struct<unknown>),
    ),
  ),
  options: optional(record(string(), any())),
  hooks: optional(record(string(), record(string(), override))),
  cache: flag,
  debug: flag,
  logLevel: oneOf(LOG_LEVELS),
  trustProxy: optional(
    must(
      'true, false, how many proxies there are, or a list of their addresses and networks like "10.0.0.0/8"',
      (value) => typeof value === 'boolean' || isHops(value) || (Array.isArray(value) && value.every(isNetwork)),
    ),
  ),
  requestIds: flag,
  bodyLimit: wholeNumber('a number of bytes, at least 1024', 1024, 2 ** 31),
  anonymousBodyLimit: wholeNumber('a number of bytes, at least 1024', 1024, 2 ** 31),
  uploadLimit: wholeNumber('a number of bytes, at least 1024', 1024, 2 ** 40),
  tapTimeout: time,
  routeTimeout: time,
  setupTimeout: time,
  workerTimeout: wholeNumber('a number of milliseconds', 0, 2 ** 31 - 1),
  shutdownDelay: wholeNumber('a number of milliseconds', 0, 2 ** 31 - 1),
  shutdownTimeout: wholeNumber('a number of milliseconds', 0, 2 ** 31 - 1),
  workerMemory: wholeNumber('a number of bytes, at least 33554432', 32 * 2 ** 20, 2 ** 40),
  messageLimit: wholeNumber('a number of bytes, at least 65536', 65_536, 2 ** 26),
  pluginFiles: optional(must('a folder', (value) => typeof value === 'string' && value !== '')),
  now: optional(must('a function', (value) => typeof value === 'function')),
});

/** The names of all settings of the host. */
export const SETTING_NAMES: readonly string[] = Object.keys(settings.schema);

/** The keys that are valid among the settings, or in a setting that is a map. */
const keysIn = (setting: string | undefined): readonly string[] =>
  setting === undefined ? SETTING_NAMES : Object.keys(setting === 'hooks' ? tapMap.schema : pluginsMap.schema);

const printed = (value: unknown): string => {
  const written = JSON.stringify(value) ?? String(value);
  return written.length > 60 ? `${written.slice(0, 60)}…` : written;
};

function complaint({ path, key, type, value }: Failure, nameOf: (key: string) => string): string {
  const [first = '', ...rest] = path.map(String);
  if (type === 'never') {
    const known =
      rest[0] === 'quarantine' ? Object.keys(quarantineMap.schema) : keysIn(rest.length === 0 ? undefined : first);
    const nearest = closest(String(key), known);
    const hint = nearest === undefined ? `the settings are ${known.join(', ')}` : `did you mean "${nearest}"?`;
    return `there is no setting "${path.join('.')}"; ${hint}`;
  }
  const words = type === 'object' || type === 'record' ? 'a map' : type;
  return `${[nameOf(first), ...rest].join('.')} must be ${words}; it is ${printed(value)}`;
}

/**
 * Checks settings of one source; throws a `ConfigError` of one line that names the source, the key, and
 * what the value must be. `nameOf` spells a key as the source does: `port` as `--port`.
 */
export function checkSettings(given: unknown, source: string, nameOf = (key: string) => key): Settings {
  const [failure] = validate(given, settings);
  if (failure === undefined) return given as Settings;
  if (failure.path.length === 0) throw new ConfigError(`${source} must hold a map of settings`);
  throw new ConfigError(`${source}: ${complaint(failure, nameOf)}`);
}
