import { timingSafeEqual } from 'node:crypto';
import { dirname, join } from 'node:path';
import { array, object, optional, string } from 'superstruct';
import { CommandError, definePlugin, type PluginHost, serviceToken } from '../../core/index.ts';
import { Database } from '../database/index.ts';
import { ReservedOptions, SiteClock } from '../options/index.ts';
import { KeyRing } from './key-ring.ts';
import { givenKeys, type KeySource, keysInMemory, keysOfFile, SharedKeys, VARIABLE } from './sources.ts';

export { SharedKeys } from './sources.ts';

/** Signs values that the site hands out and has to recognise later: cookies, nonces. It never hands out the secret. */
export interface AuthKeys {
  /** The HMAC-SHA-256 of a text under the key of a purpose, in 64 hexadecimal digits. */
  sign(purpose: string, text: string): string;
  /** Whether a signature, or its last digits, is of a text and a purpose; by a former key too, until its time is over. */
  verify(purpose: string, text: string, signature: string): boolean;
}

/** The token of the signing service. */
export const AuthKeys = serviceToken('auth-keys', { requiredPermissions: 'authentication' });

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'auth-keys': AuthKeys;
  }
}

/** How many days a former key is recognised unless the command says otherwise: longer than any login lasts. */
const GRACE = 15;

const DAY = 24 * 3600 * 1000;

/** Where keys lie on a site whose database is no file. */
const STANDARD_FILE = './data/tappet.keys.json';

interface AuthKeysOptions {
  readonly file?: string | undefined;
  readonly keys?: string[] | undefined;
}

/** Keys that are shared come before all others; the environment comes before configuration, and both before the file. */
function sourceOf({ use, find, site }: PluginHost, { file, keys }: AuthKeysOptions): KeySource {
  const shared = find(SharedKeys);
  if (shared !== undefined) return { ...givenKeys([shared.secret], shared.name), isAnnounced: false };
  const given = process.env[VARIABLE]?.split(/[\s,]+/).filter((key) => key !== '') ?? [];
  if (given.length > 0) return givenKeys(given, `the environment's ${VARIABLE}`);
  if (keys !== undefined && keys.length > 0) return givenKeys(keys, 'options.auth-keys.keys');
  if (file !== undefined) return keysOfFile(file);
  const { file: ofDatabase, dialect } = use(Database);
  if (ofDatabase !== undefined) return keysOfFile(join(dirname(ofDatabase), 'tappet.keys.json'));
  return dialect === 'sqlite' ? keysInMemory(site) : keysOfFile(STANDARD_FILE);
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

export default definePlugin({
  name: 'auth-keys',
  version: '0.1.0',
  description: 'Signs cookies and nonces with keys that lie in a file or in the environment, and rotates them.',
  group: 'identity',
  cacheable: true,
  requires: { database: '^0.1.0', options: '^0.1.0' },
  after: ['wordpress-login'],
  capabilities: ['authentication', 'database', 'files'],
  options: object({
    /** The file of the keys; beside the database by default. */
    file: optional(string()),
    /** The keys themselves, the newest first; no file is used then. */
    keys: optional(array(string())),
  }),
  async setup(host, given) {
    const clock = host.use(SiteClock);
    const ring = new KeyRing({
      source: sourceOf(host, given),
      options: host.use(ReservedOptions),
      now: () => clock.now().getTime(),
      warn: (message) => host.log.warn(message),
    });
    await ring.open();
    const shared = host.find(SharedKeys);
    host.provide(AuthKeys, {
      sign: (purpose, text) => shared?.sign(purpose, text) ?? ring.sign(purpose, text),
      verify: (purpose, text, signature) => {
        const expected = shared?.sign(purpose, text);
        return expected === undefined ? ring.verify(purpose, text, signature) : isSame(expected, signature);
      },
    });
    host.command({
      name: 'config shuffle-salts',
      summary: 'Makes a new key for signing cookies and nonces.',
      flags: {
        '--grace <days>': `How long what former keys signed is recognised: ${GRACE} days; 0 signs everybody out.`,
      },
      run: async ({ flags, print }) => {
        const days = Number(flags.grace ?? GRACE);
        if (!Number.isFinite(days) || days < 0) throw new CommandError(`"${flags.grace}" is no number of days`);
        await ring.shuffle(days * DAY);
        print(`Success: Shuffled the salt keys; former ones are recognised for ${days} days.`);
      },
    });
  },
});
