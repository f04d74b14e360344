import { randomBytes } from 'node:crypto';
import type { PluginHooks } from '../../core/index.ts';
import type { SiteClock } from '../options/index.ts';
import type { UserRecord } from '../sessions/index.ts';
import type { User, UserSecrets } from '../users/index.ts';
import { fromBase32, toBase32 } from './base32.ts';
import { errors } from './errors.ts';
import { makeRecoveryCodes, type StoredCodes, withoutCode } from './recovery-codes.ts';
import { matchingStep } from './totp.ts';

/** The second factor of a user, as the user's reserved meta holds it. */
interface StoredFactor {
  /** In base32; absent while none is in force. */
  readonly secret?: string;
  /** The step of the code that was used last. */
  readonly last?: number;
  readonly recovery?: StoredCodes;
  /** A secret that the user has been shown, and has given no code of yet. */
  readonly pending?: { readonly secret: string; readonly made: number };
}

/** What of a second factor is told. */
export interface FactorStatus {
  readonly enabled: boolean;
  /** How many recovery codes have not been used. */
  readonly recoveryCodes: number;
}

/** The services that second factors need. */
export interface FactorParts {
  readonly record: UserRecord;
  readonly secrets: UserSecrets;
  readonly clock: SiteClock;
  readonly hooks: PluginHooks;
}

/** Bytes of a secret: as many as SHA-1 has, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** How long a secret waits for its first code, in seconds. */
const PENDING = 3600;

/** The second factors of users. Of requests that come with one code at once, one wins. */
export class TwoFactors {
  readonly #parts: FactorParts;

  constructor(parts: FactorParts) {
    this.#parts = parts;
  }

  /** What is told of a user's second factor, by id. */
  async status(userId: number): Promise<FactorStatus> {
    return statusOf(factorOf(await this.#parts.record.read(userId)));
  }

  /** Whether a user, as the store gave it, has a second factor. */
  isEnabled(user: User): boolean {
    const { record, secrets } = this.#parts;
    return statusOf(factorOf(record.of(secrets.of(user).meta))).enabled;
  }

  /**
   * A secret that a user is to confirm with a code, in base32. Throws `two_factor_enabled`.
   * @param goesOn whether one that the user has been shown goes on
   */
  async begin(userId: number, { goesOn = false } = {}): Promise<string> {
    let secret = '';
    await this.#change(userId, (factor) => {
      if (factor.secret !== undefined) throw errors.two_factor_enabled();
      const former = goesOn ? this.#pendingOf(factor) : undefined;
      secret = former ?? toBase32(randomBytes(SECRET_BYTES));
      return former === undefined ? { pending: { secret, made: this.#now() } } : factor;
    });
    return secret;
  }

  /**
   * Puts the secret that a user was shown in force by one of its codes; answers with recovery codes, which are shown this
   * once. Throws `two_factor_enabled`, `two_factor_not_begun` and `two_factor_invalid_otp`.
   */
  async confirm(userId: number, otp: string): Promise<string[]> {
    const { shown, stored } = makeRecoveryCodes();
    await this.#change(userId, (factor) => {
      if (factor.secret !== undefined) throw errors.two_factor_enabled();
      const secret = this.#pendingOf(factor);
      if (secret === undefined) throw errors.two_factor_not_begun();
      const last = this.#step(otp, secret, 0);
      if (last === undefined) throw errors.two_factor_invalid_otp();
      return { secret, last, recovery: stored };
    });
    await this.#parts.hooks.action('two_factor_enabled').promise(userId);
    return shown;
  }

  /** Whether a text is a code of a user, or a recovery code; either is used up by this. */
  async verify(userId: number, otp: string): Promise<boolean> {
    let isRight = false;
    await this.#change(userId, (factor) => {
      const { secret, last = 0, recovery } = factor;
      isRight = false;
      if (secret === undefined) return factor;
      const step = this.#step(otp, secret, last);
      const left = recovery && withoutCode(recovery, otp);
      isRight = step !== undefined || left !== undefined;
      if (!isRight) return factor;
      return step !== undefined ? { ...factor, last: step } : { ...factor, recovery: left! };
    });
    return isRight;
  }

  /** Makes recovery codes in the place of all there are. Throws `two_factor_disabled`. */
  async renewRecoveryCodes(userId: number): Promise<string[]> {
    const { shown, stored } = makeRecoveryCodes();
    await this.#change(userId, (factor) => {
      if (factor.secret === undefined) throw errors.two_factor_disabled();
      return { ...factor, recovery: stored };
    });
    return shown;
  }

  /** Removes a user's second factor; false when there was none. */
  async disable(userId: number): Promise<boolean> {
    let wasEnabled = false;
    await this.#change(userId, (factor) => {
      wasEnabled = factor.secret !== undefined;
      return {};
    });
    if (wasEnabled) await this.#parts.hooks.action('two_factor_disabled').promise(userId);
    return wasEnabled;
  }

  async #change(userId: number, change: (factor: StoredFactor) => StoredFactor): Promise<void> {
    await this.#parts.record.change(userId, (value) => {
      const before = factorOf(value);
      const after = change(before);
      if (after === before) return value;
      return Object.keys(after).length === 0 ? undefined : after;
    });
  }

  #pendingOf({ pending }: StoredFactor): string | undefined {
    return pending !== undefined && pending.made > this.#now() - PENDING ? pending.secret : undefined;
  }

  #step(otp: string, secret: string, last: number): number | undefined {
    const given = otp.replace(/\s/g, '');
    return matchingStep(given, { secret: fromBase32(secret), last, seconds: this.#now() });
  }

  #now(): number {
    return Math.floor(this.#parts.clock.now().getTime() / 1000);
  }
}

const statusOf = ({ secret, recovery }: StoredFactor): FactorStatus => ({
  enabled: secret !== undefined,
  recoveryCodes: secret === undefined ? 0 : (recovery?.hashes.length ?? 0),
});

const factorOf = (value: unknown): StoredFactor =>
  typeof value === 'object' && value !== null ? (value as StoredFactor) : {};
