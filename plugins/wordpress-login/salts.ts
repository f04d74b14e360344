import { createHmac, randomBytes } from 'node:crypto';
import type { Site } from '../../core/index.ts';
import type { Options } from '../options/index.ts';

/** What a signature of WordPress is for; each purpose has a key and a salt. */
export type Scheme = 'auth' | 'secure_auth' | 'logged_in' | 'nonce';

const SCHEMES: readonly Scheme[] = ['auth', 'secure_auth', 'logged_in', 'nonce'];

type WordPress = NonNullable<Site['wordpress']>;
type KeyName = keyof WordPress['keys'];

/** The parts of all secrets, by the names of their options. */
export const SALT_OPTIONS: readonly string[] = SCHEMES.flatMap((scheme) => [`${scheme}_key`, `${scheme}_salt`]);

/** How many letters the parts have that WordPress makes itself, and what these may be. */
const LENGTH = 64;
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!@#$%^&*()-_ []{}<>~`+=,.;:/?|';

/**
 * The secrets that a WordPress signs with: those of its configuration, and for parts that are missing there the options in
 * which it keeps what it made in their place.
 */
export class Salts {
  readonly #keys: WordPress['keys'];
  readonly #constants: WordPress['constants'];
  readonly #options: Options;
  /** In place of what nobody has made yet: nothing holds that is signed with it elsewhere. */
  readonly #none = randomBytes(32).toString('hex');

  /** The parts that PHP computes, which are known to it alone. */
  readonly #computed: ReadonlySet<string>;

  constructor({ keys, constants, unknown }: WordPress, options: Options) {
    const isComputed = (name: string) => unknown.some((line) => line.startsWith(`${name.toUpperCase()} `));
    this.#computed = new Set(SALT_OPTIONS.filter((name) => keys[name as KeyName] === undefined && isComputed(name)));
    this.#keys = keys;
    this.#constants = constants;
    this.#options = options;
  }

  /** The secret of a scheme. */
  of(scheme: Scheme): string {
    const [key, salt] = [this.#part(`${scheme}_key`), this.#part(`${scheme}_salt`)];
    return key === undefined || salt === undefined ? this.#none : key + salt;
  }

  /** The HMAC by MD5 of a text, which WordPress calls its hash. */
  hash(text: string, scheme: Scheme): string {
    return createHmac('md5', this.of(scheme)).update(text).digest('hex');
  }

  /** A secret for signatures of Tappet's own, made of all others. */
  own(): string {
    const all = SCHEMES.map((scheme) => this.of(scheme)).join('\n');
    return createHmac('sha512', 'tappet').update(all).digest('hex');
  }

  /** Makes the parts that are missing, as WordPress does when it first needs them. */
  async complete(): Promise<void> {
    for (const name of SALT_OPTIONS) {
      if (this.#part(name) === undefined && !this.#computed.has(name))
        await this.#options.set(name, madePart(), { autoload: false });
    }
  }

  #part(name: string): string | undefined {
    if (this.#computed.has(name)) return undefined;
    const stored = () => String(this.#options.get(name, '')) || undefined;
    return this.#keys[name as KeyName] ?? this.#former(name) ?? stored();
  }

  /** The secrets of configurations that are older than those of each scheme. */
  #former(name: string): string | undefined {
    const constant = name.endsWith('_key') ? 'SECRET_KEY' : name === 'auth_salt' ? 'SECRET_SALT' : undefined;
    const value = constant === undefined ? undefined : this.#constants[constant];
    const isShared =
      Object.entries(this.#constants).filter(([other, its]) => /_(?:KEY|SALT)$/.test(other) && its === value).length >
      1;
    return typeof value === 'string' && value !== '' && value !== 'put your unique phrase here' && !isShared
      ? value
      : undefined;
  }
}

/** A part of a secret. */
function madePart(): string {
  let part = '';
  // Bytes beyond the last whole number of alphabets would make some letters more frequent.
  const limit = 256 - (256 % LETTERS.length);
  while (part.length < LENGTH) {
    for (const byte of randomBytes(LENGTH)) {
      if (byte < limit && part.length < LENGTH) part += LETTERS[byte % LETTERS.length];
    }
  }
  return part;
}
