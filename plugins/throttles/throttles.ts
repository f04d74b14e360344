import { createHash } from 'node:crypto';
import type { SiteClock } from '../options/index.ts';
import type { Attempts } from './attempts.ts';
import { TooManyAttemptsError } from './errors.ts';
import { networkOf } from './network.ts';

/** How many attempts may fail in how many seconds. */
export interface ThrottleLimits {
  /** At one account from one address. */
  readonly attempts: number;
  /** At one account, from all addresses. */
  readonly account: number;
  /** From one address, at all accounts. */
  readonly address: number;
  /** In all. */
  readonly all: number;
  readonly seconds: number;
}

/** What is attempted, at what, and from where. */
export interface Subject {
  /** Attempts of other purposes are counted by themselves: `login`. */
  readonly purpose: string;
  /** The account or item, as the client names it; the case of letters and blanks around do not matter. */
  readonly account: string;
  readonly address: string;
  /**
   * What vouches for the client, as a session of the account does: its attempts are counted by themselves, so
   * that failures of other clients at the account cannot keep it out.
   */
  readonly voucher?: string | undefined;
  /** The limits for this purpose, where they are not those of the site. */
  readonly limits?: Partial<ThrottleLimits>;
}

const DAY = 24 * 3600;

/** How long an account is known at an address where an attempt succeeded, and how long before the end that is renewed. */
const [KNOWN, RENEWED] = [90 * DAY, 60 * DAY];

/** Counts failed attempts by account, by address and in all, for all processes of a database. */
export class Throttles {
  readonly #limits: ThrottleLimits;
  readonly #attempts: Attempts;
  readonly #clock: SiteClock;
  /** How many attempts are being made in this process, by bucket. */
  readonly #running = new Map<string, number>();

  constructor(limits: ThrottleLimits, attempts: Attempts, clock: SiteClock) {
    this.#limits = limits;
    this.#attempts = attempts;
    this.#clock = clock;
  }

  /**
   * Has an attempt made and counts it if it fails. Those that are being made count too. One that throws does not count.
   * @param isSuccess whether what `work` found means that the attempt succeeded
   * @throws an error object with status 429 and `Retry-After` when too many like it have failed
   */
  async attempt<T>(subject: Subject, work: () => Promise<T> | T, isSuccess: (found: T) => boolean): Promise<T> {
    const { purpose, address, voucher } = subject;
    const most = { ...this.#limits, ...subject.limits };
    const own = bucketOf(purpose, 'own', subject.account, voucher ?? networkOf(address));
    const known = knownBucket(subject, subject.account);
    const shared = new Map([
      [bucketOf(purpose, 'account', subject.account), most.account],
      [bucketOf(purpose, 'address', networkOf(address)), most.address],
      [bucketOf(purpose, 'all'), most.all],
    ]);
    const limits = new Map([[own, most.attempts], ...shared]);
    const buckets = [...limits.keys()];
    this.#run(buckets, 1);
    // Those that began earlier come first; of them, those that have ended are among the stored ones.
    const before = new Map(buckets.map((bucket) => [bucket, this.#running.get(bucket)!]));
    const running = (bucket: string) => Math.min(before.get(bucket)!, this.#running.get(bucket)!);
    try {
      const stored = await this.#attempts.read([...buckets, known], this.#now());
      const isKnown = voucher !== undefined || stored.has(known);
      const wait = Math.max(
        ...[...limits].map(([bucket, limit]) => {
          if (isKnown && bucket !== own) return 0;
          const { failures = 0, ends = this.#now() + most.seconds } = stored.get(bucket) ?? {};
          return failures + running(bucket) > limit ? ends - this.#now() : 0;
        }),
      );
      if (wait > 0) throw new TooManyAttemptsError(wait);
      const found = await work();
      if (!isSuccess(found)) {
        await this.#attempts.fail(isKnown ? [own] : buckets, this.#now(), this.#now() + most.seconds);
      } else if (stored.has(own)) await this.#attempts.forget(own);
      return found;
    } finally {
      this.#run(buckets, -1);
    }
  }

  /**
   * Remembers that an account, by each of its names, is at home at an address, where failures of other addresses cannot
   * keep it out. Writes once in a month.
   */
  async remember(subject: Omit<Subject, 'account'>, names: readonly string[]): Promise<void> {
    const buckets = [...new Set(names.map((name) => knownBucket(subject, name)))];
    const stored = await this.#attempts.read(buckets, this.#now());
    const isDue = (bucket: string) => (stored.get(bucket)?.ends ?? 0) < this.#now() + RENEWED;
    if (buckets.some(isDue)) await this.#attempts.renew(buckets, this.#now() + KNOWN);
  }

  #run(buckets: readonly string[], change: 1 | -1): void {
    for (const bucket of buckets) {
      const count = (this.#running.get(bucket) ?? 0) + change;
      if (count === 0) this.#running.delete(bucket);
      else this.#running.set(bucket, count);
    }
  }

  #now(): number {
    return Math.floor(this.#clock.now().getTime() / 1000);
  }
}

const bucketOf = (...parts: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(parts.map((part) => part.trim().toLowerCase())))
    .digest('base64');

const knownBucket = ({ purpose, address }: Omit<Subject, 'account'>, account: string): string =>
  bucketOf(purpose, 'known', account, networkOf(address));
