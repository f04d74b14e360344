import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Site } from '../../core/index.ts';
import type { Sources } from '../database/index.ts';
import { type Answer, isEncrypted } from './answer.ts';

/** How many answers are kept for one address, which may differ by what requests say of themselves. */
const VARIANTS = 8;

/** The longest address of which an answer is kept, in characters. */
const LONGEST_URL = 2048;

/** Of how many addresses it is remembered what became of their last answers. */
const REMEMBERED = 2000;

/** After how many answers that could not be kept an address is let be, and for how many requests. */
const REFUSALS = 3;
const REST = 64;

/** How many answers are kept, at least, before it is looked which of all of them are stale. */
const FEW = 100;

/** How the cache has fared since its generation began. */
export interface CacheFigures {
  /** Requests that were answered with a kept answer. */
  readonly hits: number;
  /** Requests that were not, although they could have been. */
  readonly misses: number;
  /** Answers that were kept. */
  readonly stored: number;
  /** Addresses of which answers are kept at present. */
  readonly entries: number;
  /** About how much memory they take, in bytes. */
  readonly bytes: number;
  /** Why answers were not kept that could have been, each with how often that was found out. */
  readonly spoilt: Readonly<Record<string, number>>;
}

/** How many reasons are counted. */
const REASONS = 50;

type Variants = readonly Answer[];

/** What became of the last answers to an address. */
interface Past {
  /** Whether the last one was kept. */
  isKeepable: boolean;
  /** How many since the last that was kept something has spoilt, and how many requests are let go by now. */
  refusals: number;
  rest: number;
}

const sizeOf = (variants: Variants): number => variants.reduce((sum, { size }) => sum + size, 0);

/** Kept answers by method and address, the least recently asked for forgotten first. */
export class AnswerCache {
  readonly #sources: Sources;
  readonly #site: Site;
  readonly #gets: LRUCache<string, Variants>;
  readonly #pasts = new LRUCache<string, Past>({ max: REMEMBERED });
  /** How many were kept since it was last looked which are stale. */
  #added = 0;
  #hits = 0;
  #misses = 0;
  #stored = 0;
  readonly #spoilt = new Map<string, number>();

  constructor(maxBytes: number, sources: Sources, site: Site) {
    this.#sources = sources;
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
      spoilt: Object.fromEntries(this.#spoilt),
    };
  }

  /** The answer to a request, if one is kept that would be given again. */
  find(request: IncomingMessage): Answer | undefined {
    const variants = this.#gets.get(keyOf(request));
    if (variants !== undefined) {
      for (const answer of variants) {
        if (!this.#fits(answer, request) || !this.#holds(answer)) continue;
        this.#hits++;
        return answer;
      }
    }
    return undefined;
  }

  /**
   * Whether to let a request go by, because the last answers to such ones could not be kept, as those of a plugin that
   * says nothing of it: to record how an answer is made takes as long as to make a short one. Now and then one is tried.
   */
  letsGo(request: IncomingMessage): boolean {
    const past = this.#pasts.get(keyOf(request));
    if (past === undefined || past.rest === 0) return false;
    past.rest--;
    return true;
  }

  /** Counts a request whose answer has to be made. */
  countMiss(): void {
    this.#misses++;
  }

  /** Whether the answer that was made last to such a request could be kept. */
  isKeepable(request: IncomingMessage): boolean {
    return this.#pasts.get(keyOf(request))?.isKeepable === true;
  }

  /** Keeps the answer to a request. */
  keep(request: IncomingMessage, answer: Answer): void {
    const key = keyOf(request);
    if (key.length > LONGEST_URL) return;
    const others = (this.#gets.peek(key) ?? []).filter((one) => this.#holds(one) && !this.#fits(one, request));
    this.#gets.set(key, [answer, ...others.slice(0, VARIANTS - 1)]);
    this.#pasts.set(key, { isKeepable: true, refusals: 0, rest: 0 });
    this.#stored++;
    if (++this.#added >= Math.max(FEW, this.#gets.size / 2)) this.#forgetStale();
  }

  /** Remembers that the answer to a request may not be kept, and counts why where something has spoilt it. */
  refuse(request: IncomingMessage, why?: string): void {
    const key = keyOf(request);
    const past = this.#pasts.get(key) ?? { isKeepable: false, refusals: 0, rest: 0 };
    past.isKeepable = false;
    if (why === undefined) return;
    if (++past.refusals >= REFUSALS) past.rest = REST;
    if (key.length <= LONGEST_URL) this.#pasts.set(key, past);
    if (this.#spoilt.has(why) || this.#spoilt.size < REASONS) this.#spoilt.set(why, (this.#spoilt.get(why) ?? 0) + 1);
  }

  /** Forgets all answers. */
  clear(): void {
    this.#gets.clear();
  }

  /** Lets go of answers which a write has made stale: those that nobody asks for any more would lie here for long. */
  #forgetStale(): void {
    this.#added = 0;
    for (const [key, variants] of [...this.#gets.entries()]) {
      if (!variants.some((answer) => this.#holds(answer))) this.#gets.delete(key);
    }
  }

  /** Whether a request asks for what an answer was made for. */
  #fits({ asked, cookies, encrypted }: Answer, request: IncomingMessage): boolean {
    const { headers } = request;
    for (let at = 0; at < asked.length; at += 2) {
      if (headers[asked[at]!]?.toString() !== asked[at + 1]) return false;
    }
    if (encrypted !== isEncrypted(request)) return false;
    const sent = headers.cookie;
    if (sent !== undefined) for (const name of cookies) if (sent.includes(`${name}=`)) return false;
    return true;
  }

  /** Whether nothing has changed that an answer was made of. */
  #holds(answer: Answer): boolean {
    if (answer.home !== this.#site.home) return false;
    const { changes } = this.#sources;
    if (answer.checked === changes) return true;
    for (const { source, version } of answer.read) if (source.version !== version) return false;
    answer.checked = changes;
    return true;
  }
}

/** What requests have in common that may be answered alike. */
export const keyOf = ({ method, url = '' }: IncomingMessage): string => (method === 'HEAD' ? `HEAD ${url}` : url);
