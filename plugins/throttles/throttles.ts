import { createHash } from 'node:crypto';
import type { SiteClock } from '../options/index.ts';
import type { Attempts, Counted } from './attempts.ts';
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

/** How many attempts may fail, by bucket. */
type Limits = ReadonlyMap<string, number>;

const DAY = 24 * 3600;

/** How long an account is known at an address where an attempt succeeded, and how long before the end that is renewed. */
const [KNOWN, RENEWED] = [90 * DAY, 60 * DAY];

/** Counts failed attempts by account, by address and in all, for all processes of a database. */
export class Throttles {
  readonly #limits: ThrottleLimits;
  readonly #attempts: Attempts;
  readonly #clock: SiteClock;
  /** How many attempts of clients at one account are being made in this process, by bucket. */
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
    const limits: Limits = new Map([
      [own, most.attempts],
      [bucketOf(purpose, 'account', subject.account), most.account],
      [bucketOf(purpose, 'address', networkOf(address)), most.address],
      [bucketOf(purpose, 'all'), most.all],
    ]);
    const began = this.#run(own, 1);
    try {
      const stored = await this.#attempts.read([...limits.keys(), known], this.#now());
      const ends = this.#now() + most.seconds;
      const isKnown = voucher !== undefined || stored.has(known);
      if (!isKnown) return await this.#counted({ own, limits, ends }, stored, work, isSuccess);
      // Those that began earlier come first; of them, those that have ended are among the stored ones.
      const running = Math.min(began, this.#running.get(own)!);
      this.#refuse(stored, new Map([[own, most.attempts]]), running, ends);
      const found = await work();
      if (!isSuccess(found)) await this.#attempts.fail([own], this.#now(), ends);
      else if (stored.has(own)) await this.#attempts.forget(own);
      return found;
    } finally {
      this.#run(own, -1);
    }
  }

  /**
   * Counts an attempt of a client who is not known as a failure before it is made, and takes that back when it succeeds or throws: so
   * many attempts are not exceeded by those that are made at several processes at once.
   */
  async #counted<T>(
    { own, limits, ends }: { readonly own: string; readonly limits: Limits; readonly ends: number },
    stored: ReadonlyMap<string, Counted>,
    work: () => Promise<T> | T,
    isSuccess: (found: T) => boolean,
  ): Promise<T> {
    const buckets = [...limits.keys()];
    this.#refuse(stored, limits, 1, ends);
    await this.#attempts.fail(buckets, this.#now(), ends, (counted) => this.#refuse(counted, limits, 0, ends));
    let found: T;
    try {
      found = await work();
    } catch (error) {
      await this.#attempts.withdraw(buckets);
      throw error;
    }
    if (!isSuccess(found)) return found;
    await this.#attempts.withdraw(buckets);
    await this.#attempts.forget(own);
    return found;
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

  /** Throws where with some more than what is stored there are too many; a bucket that is new ends at `end`. */
  #refuse(stored: ReadonlyMap<string, Counted>, limits: Limits, more: number, end: number): void {
    const waits = [...limits].map(([bucket, limit]) => {
      const { failures = 0, ends = end } = stored.get(bucket) ?? {};
      return failures + more > limit ? ends - this.#now() : 0;
    });
    const wait = Math.max(...waits);
    if (wait > 0) throw new TooManyAttemptsError(wait);
  }

  /** Notes that an attempt begins or ends; answers with how many are being made. */
  #run(bucket: string, change: 1 | -1): number {
    const count = (this.#running.get(bucket) ?? 0) + change;
    if (count === 0) this.#running.delete(bucket);
    else this.#running.set(bucket, count);
    return count;
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
