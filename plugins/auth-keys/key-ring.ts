import { createHmac, timingSafeEqual } from 'node:crypto';
import { CommandError, PluginError } from '../../core/index.ts';
import type { Options } from '../options/index.ts';
import { fingerprintOf, isSecret, type Key, makeKey } from './key.ts';
import type { KeySource } from './sources.ts';

/** Where earlier versions stored the key itself. */
const FORMER = 'tappet_auth_keys';

/** The option that tells the key that signs from others, so that a lost one is noticed and a new one is read. */
const FINGERPRINT = 'tappet_auth_key_fingerprint';

/** The fewest digits of a signature that are recognised. */
const SHORTEST = 20;

/** What a ring of keys needs. */
export interface KeyRingParts {
  readonly source: KeySource;
  readonly options: Options;
  readonly now: () => number;
  /** Tells the log what is not as it should be. */
  readonly warn: (message: string) => void;
}

/** The keys of a site: one signs, and those before it are recognised until their time is over. */
export class KeyRing {
  readonly #parts: KeyRingParts;
  #keys: readonly Key[] = [];
  /** The fingerprint in the options when the keys were read. */
  #seen = '';
  readonly #derived = new Map<string, Buffer>();

  constructor(parts: KeyRingParts) {
    this.#parts = parts;
  }

  /** Reads the keys, makes the first one of a new site, and moves the one of a site that stored it in its options. */
  async open(): Promise<void> {
    const { source, options } = this.#parts;
    if (source.isAnnounced === false) {
      this.#keys = source.read() ?? [];
      return;
    }
    const former = options.get(FORMER, '');
    // Of hosts that start on a new site at once, one makes the key, and the others find that it has.
    await options.change(FINGERPRINT, (announced) => {
      this.#keys = this.#opened(former, announced);
      this.#seen = fingerprintOf(this.#keys[0]!);
      return this.#seen;
    });
    if (options.has(FORMER)) await options.delete(FORMER);
  }

  /** The keys of the source, with the one that was an option before, or the first one; `announced` is the site's fingerprint. */
  #opened(former: string, announced: unknown): readonly Key[] {
    const { source } = this.#parts;
    const stored = source.read();
    if (stored === undefined && !isSecret(former) && announced !== undefined) {
      throw new PluginError(
        `auth-keys: ${source.name}, which holds the signing keys of the site, is missing; restore it from a backup or from another machine of the site, or make an empty file, which signs everybody out`,
      );
    }
    let keys = stored ?? [];
    if (isSecret(former) && keys.every(({ secret }) => secret !== former)) {
      if (source.write === undefined) {
        throw new PluginError(
          `auth-keys: the key of the site lies in its options and not in ${source.name}; start once without it, then add the key of the file that is made then`,
          { ofConfiguration: true },
        );
      }
      keys = [{ secret: former }, ...keys];
    }
    if (keys.length > 0) this.#compare(keys, announced);
    else keys = [makeKey()];
    if (keys !== stored) source.write?.(keys);
    return keys;
  }

  /** Tells the log where another host of the site signs with a key that this one does not have. */
  #compare(keys: readonly Key[], announced: unknown): void {
    if (announced === undefined || keys.some((key) => fingerprintOf(key) === announced)) return;
    this.#parts.warn(
      `the key that the site was last signed with is not in ${this.#parts.source.name}; give all its hosts the same keys, or who signs in at one is not signed in at another`,
    );
  }

  sign(purpose: string, text: string): string {
    this.#refresh();
    return this.#signature(this.#keys[0]!, purpose, text);
  }

  verify(purpose: string, text: string, signature: string): boolean {
    this.#refresh();
    if (signature.length < SHORTEST) return false;
    const given = Buffer.from(signature);
    return this.#keys.some((key) => {
      if (key.until !== undefined && key.until <= this.#parts.now()) return false;
      const expected = Buffer.from(this.#signature(key, purpose, text).slice(-signature.length));
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
  }

  /** Puts a new key first; those before it are recognised for some milliseconds more. */
  async shuffle(grace: number): Promise<void> {
    const { source, now } = this.#parts;
    if (source.write === undefined) {
      throw new CommandError(`the keys are given in ${source.name}; put a new one there, before the others`);
    }
    const end = now() + grace;
    const former = this.#keys
      .map((key) => ({ ...key, until: Math.min(key.until ?? end, end) }))
      .filter(({ until }) => until > now());
    this.#keys = [makeKey(), ...former];
    source.write(this.#keys);
    await this.#publish();
  }

  /** Tells the other processes of the database which key signs. */
  async #publish(): Promise<void> {
    this.#derived.clear();
    this.#seen = fingerprintOf(this.#keys[0]!);
    await this.#parts.options.set(FINGERPRINT, this.#seen);
  }

  /** Reads the keys again where another process has put another one first. */
  #refresh(): void {
    const { source, options } = this.#parts;
    if (source.isAnnounced === false) return;
    const fingerprint = options.get(FINGERPRINT, '');
    if (fingerprint === this.#seen) return;
    this.#seen = fingerprint;
    const keys = source.read() ?? [];
    if (keys.length === 0) return;
    this.#compare(keys, fingerprint);
    this.#keys = keys;
    this.#derived.clear();
  }

  #signature(key: Key, purpose: string, text: string): string {
    const name = `${key.secret} ${purpose}`;
    const derived =
      this.#derived.get(name) ?? createHmac('sha256', Buffer.from(key.secret, 'hex')).update(purpose).digest();
    this.#derived.set(name, derived);
    return createHmac('sha256', derived).update(text).digest('hex');
  }
}
