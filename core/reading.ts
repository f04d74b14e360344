import type { IncomingMessage } from 'node:http';
import type { HttpInfo } from './rest/context.ts';

/** The answers that are being recorded. */
const open = new Set<Reading>();

const byRequest = new WeakMap<IncomingMessage, Reading>();

/**
 * Records, while an answer to an HTTP request is made, what it was made of: which headers and cookies of the request
 * were looked at, and whether anything had a part in it that forbids to give the same answer again. It begins when it is
 * made and has to be ended.
 */
export class Reading {
  /** The headers that were looked at, by name in lower case. */
  readonly headers = new Set<string>();
  /** The names of the cookies that were looked at. */
  readonly cookies = new Set<string>();
  #spoilt: string | undefined;

  constructor(request: IncomingMessage) {
    open.add(this);
    byRequest.set(request, this);
  }

  /** The record of the answer to a request, if one is kept. */
  static of(request: IncomingMessage): Reading | undefined {
    return open.size === 0 ? undefined : byRequest.get(request);
  }

  /** Whether any answer is being recorded at present. */
  static get isAnyOpen(): boolean {
    return open.size > 0;
  }

  /** Says of all answers that are being made that they may not be given again, where it is not known which is meant. */
  static spoilAll(why: string): void {
    for (const reading of open) reading.spoil(why);
  }

  /** Whether the answer is still recorded: not once its client has hung up, whatever is made of it after that. */
  get isOpen(): boolean {
    return open.has(this);
  }

  /** Why the answer may not be given again; undefined when it may. */
  get spoilt(): string | undefined {
    return this.#spoilt;
  }

  /** Says that the answer may not be given again, and why; the first reason stays. */
  spoil(why: string): void {
    this.#spoilt ??= why;
  }

  /** Ends the record. */
  end(): void {
    open.delete(this);
  }
}

/**
 * Whether a request may be answered with what was answered before: it reads, has no body, and comes with no proof of who
 * makes it. Of everything else that it bears, the answers themselves tell whether they depend on it.
 */
export function mayBeAnswered({ method, headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (headers.authorization !== undefined) return false;
  return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
}

/** The headers of a request, by name in lower case. Whoever looks at one is noted in the record of the answer. */
export class RecordedHeaders extends Map<string, string> {
  readonly #reading: Reading;

  constructor(reading: Reading) {
    super();
    this.#reading = reading;
  }

  override get(name: string): string | undefined {
    this.#reading.headers.add(name);
    return super.get(name);
  }

  override has(name: string): boolean {
    this.#reading.headers.add(name);
    return super.has(name);
  }

  override get size(): number {
    return this.#all(super.size);
  }

  override entries(): MapIterator<[string, string]> {
    return this.#all(super.entries());
  }

  override keys(): MapIterator<string> {
    return this.#all(super.keys());
  }

  override values(): MapIterator<string> {
    return this.#all(super.values());
  }

  override forEach(visit: (value: string, name: string, map: Map<string, string>) => void): void {
    this.#all(super.forEach(visit));
  }

  override [Symbol.iterator](): MapIterator<[string, string]> {
    return this.#all(super[Symbol.iterator]());
  }

  #all<T>(answer: T): T {
    this.#reading.spoil('all headers of the request were read');
    return answer;
  }
}

/** A connection of which it is noted what is looked at. */
export class RecordedHttp implements HttpInfo {
  readonly #http: HttpInfo;
  readonly #reading: Reading;

  constructor(http: HttpInfo, reading: Reading) {
    this.#http = http;
    this.#reading = reading;
  }

  get tls(): boolean {
    return this.#http.tls;
  }

  get serverName(): string {
    return this.#http.serverName;
  }

  get remoteAddress(): string {
    this.#reading.spoil('the address of the client was read');
    return this.#http.remoteAddress;
  }

  cookie(name: string): string | undefined {
    this.#reading.cookies.add(name);
    return this.#http.cookie(name);
  }
}
