import { availableParallelism } from 'node:os';
import { defaulted, integer, max, min, object } from 'superstruct';
import { definePlugin, HTTP_STAGES, serviceToken } from '../../core/index.ts';
import { rememberClient } from './client.ts';
import { SharedHashes } from './format.ts';
import { queueOf } from './queue.ts';
import { DEFAULT_LN } from './scrypt.ts';
import { decoyHash, isTooLong, kindOf, MAX_PASSWORD_BYTES, needsRehash } from './verify.ts';

export { SharedHashes } from './format.ts';
export { MAX_PASSWORD_BYTES } from './verify.ts';

/**
 * How passwords are hashed and checked. A plugin that provides another implementation replaces this one. Work waits in
 * a short queue; where that is full, it is refused with an error object of status 503.
 */
export interface Passwords {
  /** Hashes a password for storage; a `RangeError` for one of over 4,096 bytes. */
  hash(password: string): Promise<string>;
  /**
   * Whether a password fits a stored hash; false for a hash of an unknown kind. The password is checked against the
   * others too, for the sake of the time that it takes.
   */
  verify(password: string, hash: string, others?: readonly string[]): Promise<boolean>;
  /** What it costs to check a hash: the same text for the same work; empty for a hash of an unknown kind. */
  kindOf(hash: string): string;
  /** A hash as new ones are, which no password fits. */
  decoy(): string;
  /** Whether a password that just verified against this hash is better stored anew; never where others read it too. */
  needsRehash(hash: string): boolean;
  /** How new hashes are written where another program reads them too; left out where none does. */
  readonly shared?: SharedHashes | undefined;
}

/** The token of the password service. */
export const Passwords = serviceToken('passwords', {
  requiredPermissions: 'authentication',
  provider: 'authentication',
});

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    passwords: Passwords;
  }
}

/** A cost below this is fit for tests only. */
const SAFE_LN = 14;

/** One processor is left to the requests; more than four threads take more memory than they are worth. */
const DEFAULT_THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));

export default definePlugin({
  name: 'passwords',
  version: '0.1.0',
  after: ['wordpress-login'],
  description: 'Hashes passwords with scrypt, and verifies the hashes that other systems of this interface left.',
  group: 'identity',
  cacheable: true,
  capabilities: ['authentication', 'http'],
  options: object({
    /** The power of two of what a new hash costs: each step up doubles its time and its memory. */
    cost: defaulted(max(min(integer(), 10), 18), DEFAULT_LN),
    /** How many threads hash at once. */
    threads: defaulted(max(min(integer(), 1), 64), DEFAULT_THREADS),
    /** How many passwords may wait for a thread. */
    waiting: defaulted(min(integer(), 0), 16),
  }),
  setup(host, { cost, ...limits }) {
    if (cost < SAFE_LN) host.log.warn(`the option cost, ${cost}, makes hashes that are cheap to try through`);
    const queue = queueOf(limits);
    const shared = host.find(SharedHashes);
    const format = shared?.passwords ?? 'scrypt';
    // Behind the cache of responses, whose answers need no password.
    host.hooks.action('http_app').tap({ stage: HTTP_STAGES.cache + 1 }, (app) => app.use(rememberClient));
    host.provide(Passwords, {
      async hash(password) {
        if (isTooLong(password)) throw new RangeError(`A password has at most ${MAX_PASSWORD_BYTES} bytes.`);
        return String(await queue.run({ password, format, ln: cost }));
      },
      async verify(password, hash, others = []) {
        const hashes = [hash, ...others];
        if (isTooLong(password) || hashes.every((one) => kindOf(one) === '')) return false;
        return (await queue.run({ password, hashes })) === true;
      },
      kindOf,
      decoy: () => decoyHash(cost, format),
      needsRehash: (hash) => shared === undefined && needsRehash(hash, cost),
      shared,
    });
  },
});
