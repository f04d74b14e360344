import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { getOrMake } from '../../core/base/index.ts';
import type { Site } from '../../core/index.ts';
import { type CachedAnswer, isEncrypted } from './answer.ts';

/** How many answers are cached for one address, which may differ by headers and cookies of the request. */
const VARIANTS = 8;

/** The longest address of which an answer is cached, in characters. */
const LONGEST_URL = 2048;

/** For how many addresses the outcome of their last answers is remembered. */
const REMEMBERED = 2000;

/** After how many answers that could not be cached an address is bypassed, and for how many requests. */
const REFUSALS = 3;
const REST = 64;

/** How many answers are cached, at least, before the stale ones among all are removed. */
const FEW = 100;

/** The figures of the cache since its generation began. */
export interface CacheFigures {
  /** Requests that were answered with a cached answer. */
  readonly hits: number;
  /** Requests that could have been answered from the cache, but were not. */
  readonly misses: number;
  /** Answers that were cached. */
  readonly stored: number;
  /** Addresses of which answers are cached at present. */
  readonly entries: number;
  /** About how much memory they take, in bytes. */
  readonly bytes: number;
  /** The reasons why answers could not be cached, each with how often it occurred. */
  readonly uncacheable: Readonly<Record<string, number>>;
}

/** How many reasons are counted. */
const REASONS = 50;

type Variants = readonly CachedAnswer[];

/** The outcome of the last answers to an address. */
interface Past {
  /** Whether the last one was cached. */
  isCacheable: boolean;
  /** How many since the last cached one were uncacheable, and how many requests are still to bypass the cache. */
  refusals: number;
  rest: number;
}

const sizeOf = (variants: Variants): number => variants.reduce((sum, { size }) => sum + size, 0);

/** Cached answers by method and address; the least recently used are removed first. */
export class AnswerCache {
  readonly #site: Site;
  readonly #gets: LRUCache<string, Variants>;
  readonly #pasts = new LRUCache<string, Past>({ max: REMEMBERED });
  /** How many were cached since the stale ones were last removed. */
  #added = 0;
  #hits = 0;
  #misses = 0;
  #stored = 0;
  readonly #reasons = new Map<string, number>();

  constructor(maxBytes: number, site: Site) {
    this.#site = site;
    this.#gets = new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf });
  }

  get figures(): CacheFigures {
    return {
      hits: this.#hits,
      misses: this.#misses,
      stored: this.#stored,
      entries: this.#gets.size,
      bytes: this.#gets.calculatedSize ?? 0,
      uncacheable: Object.fromEntries(this.#reasons),
    };
  }

  /** The answer to a request, if one is cached that still holds. */
  find(request: IncomingMessage): CachedAnswer | undefined {
    const variants = this.#gets.get(keyOf(request));
    if (variants !== undefined) {
      for (const answer of variants) {
        if (!this.#fits(answer, request) || !this.#isCurrent(answer)) continue;
        this.#hits++;
        return answer;
      }
    }
    return undefined;
  }

  /**
   * Whether a request should bypass the cache, because the last answers to such requests could not be cached: recording
   * how an answer is made costs as much as making a short answer. Now and then one such request is tried.
   */
  shouldBypass(request: IncomingMessage): boolean {
    const past = this.#pasts.get(keyOf(request));
    if (past === undefined || past.rest === 0) return false;
    past.rest--;
    return true;
  }

  /** Counts a request whose answer has to be made. */
  countMiss(): void {
    this.#misses++;
  }

  /** Whether the last answer to such a request could be cached. */
  isCacheable(request: IncomingMessage): boolean {
    return this.#pasts.get(keyOf(request))?.isCacheable === true;
  }

  /** Caches the answer to a request. */
  store(request: IncomingMessage, answer: CachedAnswer): void {
    const key = keyOf(request);
    if (key.length > LONGEST_URL) return;
    const others = (this.#gets.peek(key) ?? []).filter((one) => this.#isCurrent(one) && !this.#fits(one, request));
    this.#gets.set(key, [answer, ...others.slice(0, VARIANTS - 1)]);
    this.#pasts.set(key, { isCacheable: true, refusals: 0, rest: 0 });
    this.#stored++;
    if (++this.#added >= Math.max(FEW, this.#gets.size / 2)) this.#removeStale();
  }

  /** Another form of the body of a cached answer: made once, also for requests at the same time, and held with the answer. */
  formOf(
    request: IncomingMessage,
    body: string,
    name: string,
    make: (body: string) => Promise<Buffer>,
  ): Promise<Buffer> | undefined {
    const key = keyOf(request);
    // It is found by the body, so that middleware that has changed that is not given the form of another one.
    const answer = this.#gets.peek(key)?.find((one) => one.body === body);
    return answer && getOrMake(answer.forms, name, () => this.#makeForm(key, answer, name, make(body)));
  }

  /** Counts a form as part of its answer once it is made; one that could not be made is tried anew by the next request. */
  async #makeForm(key: string, answer: CachedAnswer, name: string, made: Promise<Buffer>): Promise<Buffer> {
    try {
      const form = await made;
      answer.size += form.length;
      const variants = this.#gets.peek(key);
      if (variants?.includes(answer)) this.#gets.set(key, [...variants]);
      return form;
    } catch (error) {
      answer.forms.delete(name);
      throw error;
    }
  }

  /** Remembers that the answer to a request may not be cached, and counts the reason if one is known. */
  refuse(request: IncomingMessage, why?: string): void {
    const key = keyOf(request);
    const past = this.#pasts.get(key) ?? { isCacheable: false, refusals: 0, rest: 0 };
    past.isCacheable = false;
    if (why === undefined) return;
    if (++past.refusals >= REFUSALS) past.rest = REST;
    if (key.length <= LONGEST_URL) this.#pasts.set(key, past);
    if (this.#reasons.has(why) || this.#reasons.size < REASONS)
      this.#reasons.set(why, (this.#reasons.get(why) ?? 0) + 1);
  }

  /** Removes all answers. */
  clear(): void {
    this.#gets.clear();
  }

  /** Removes answers that a write has made stale, which would stay long if they were not requested again. */
  #removeStale(): void {
    this.#added = 0;
    for (const [key, variants] of [...this.#gets.entries()]) {
      if (!variants.some((answer) => this.#isCurrent(answer))) this.#gets.delete(key);
    }
  }

  /** Whether a request has the headers, cookies and connection for which an answer was made. */
  #fits({ requestHeaders, cookies, encrypted }: CachedAnswer, request: IncomingMessage): boolean {
    const { headers } = request;
    for (let at = 0; at < requestHeaders.length; at += 2) {
      if (headers[requestHeaders[at]!]?.toString() !== requestHeaders[at + 1]) return false;
    }
    if (encrypted !== isEncrypted(request)) return false;
    const sent = headers.cookie;
    if (sent !== undefined) for (const name of cookies) if (sent.includes(`${name}=`)) return false;
    return true;
  }

  /** Whether all dependencies of an answer are unchanged. */
  #isCurrent({ home, madeOf }: CachedAnswer): boolean {
    return home === this.#site.home && madeOf.areCurrent();
  }
}

/** The key under which the answers to a request are cached. */
export const keyOf = ({ method, url = '' }: IncomingMessage): string => (method === 'HEAD' ? `HEAD ${url}` : url);
