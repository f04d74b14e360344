import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../core/index.ts';
import { SITE } from './keys.ts';

/** How keys are sent to what caches answers. */
export interface PurgeRequests {
  readonly url: string;
  readonly method: 'PURGE' | 'POST' | 'DELETE';
  /** The header that bears the keys, and what stands between two of them. */
  readonly header: string;
  readonly separator: string;
  /** The headers that say who asks. */
  readonly credentials: Readonly<Record<string, string>>;
  /** How many keys one request has at most. */
  readonly batch: number;
}

/** How many keys wait at most: beyond that, all answers are purged. */
const MOST = 10_000;

/** How long keys are gathered, how long an answer is waited for, and how long it is until another try, in milliseconds. */
const GATHER = 20;
const TIMEOUT = 5000;
const [FIRST_RETRY, LAST_RETRY] = [500, 60_000];

/** How long the end waits for what has not been sent, in milliseconds. */
const LAST = 1000;

/** Sends keys, many in a request, in the background; what could not be sent is sent again. */
export class Purger {
  readonly #requests: PurgeRequests;
  readonly #log: Logger;
  readonly #waiting = new Set<string>();
  /** Keys that are to be sent later. */
  readonly #later = new Map<NodeJS.Timeout, readonly string[]>();
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(requests: PurgeRequests, log: Logger) {
    this.#requests = requests;
    this.#log = log;
  }

  /** Has keys sent soon. */
  add(keys: readonly string[]): void {
    for (const key of keys) this.#waiting.add(key);
    if (this.#waiting.size > MOST) {
      this.#waiting.clear();
      this.#waiting.add(SITE);
    }
    if (this.#stopping.signal.aborted) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Has keys sent after some milliseconds, or at the end if that comes first. */
  addLater(keys: readonly string[], milliseconds: number): void {
    const timer = setTimeout(() => {
      this.#later.delete(timer);
      this.add(keys);
    }, milliseconds).unref();
    this.#later.set(timer, keys);
  }

  /** Sends what waits once more, and no longer than a second. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const [timer, keys] of this.#later) {
      clearTimeout(timer);
      this.add(keys);
    }
    await this.#running;
    const end = AbortSignal.timeout(LAST);
    while (this.#waiting.size > 0 && (await this.#sent(end)) === undefined);
    if (this.#waiting.size > 0) this.#log.error({ keys: [...this.#waiting].slice(0, 20) }, 'keys were not purged');
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => undefined);
    await pause(GATHER);
    for (let retry = FIRST_RETRY; this.#waiting.size > 0 && !signal.aborted; ) {
      const failure = await this.#sent(AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]));
      if (failure === undefined) {
        retry = FIRST_RETRY;
        continue;
      }
      if (signal.aborted) return;
      this.#log.warn(`keys could not be purged, and are sent again: ${failure}`);
      await pause(retry);
      retry = Math.min(retry * 2, LAST_RETRY);
    }
  }

  /** Sends one request; says why it failed, or nothing. */
  async #sent(signal: AbortSignal): Promise<string | undefined> {
    const { url, method, header, separator, credentials, batch } = this.#requests;
    const keys = [...this.#waiting].slice(0, batch);
    // A key that is added while they are sent has to be sent again.
    for (const key of keys) this.#waiting.delete(key);
    try {
      const headers = { ...credentials, [header]: keys.join(separator) };
      const { ok, status, body } = await fetch(url, { method, headers, signal, redirect: 'error' });
      await body?.cancel();
      if (ok) return undefined;
      throw new Error(`status ${status}`);
    } catch (error) {
      for (const key of keys) this.#waiting.add(key);
      const { message, cause } = error as Error;
      return cause instanceof Error && cause.message !== '' ? cause.message : message;
    }
  }
}
