import type { IncomingMessage } from 'node:http';

/** The recorders that have not ended. */
const open = new Set<CacheRecorder>();

const byRequest = new WeakMap<IncomingMessage, CacheRecorder>();

/**
 * Records, while an HTTP request is answered, what a cache has to know of the answer: which headers and cookies of the
 * request were looked at, and whether anything makes the answer uncacheable. It begins when it is made and must be ended.
 */
export class CacheRecorder {
  /** The headers that were looked at, by name in lower case. */
  readonly headers = new Set<string>();
  /** The names of the cookies that were looked at. */
  readonly cookies = new Set<string>();
  #uncacheable: string | undefined;

  constructor(request: IncomingMessage) {
    open.add(this);
    byRequest.set(request, this);
  }

  /** The recorder of a request, if there is one. */
  static of(request: IncomingMessage): CacheRecorder | undefined {
    return open.size === 0 ? undefined : byRequest.get(request);
  }

  /** Whether any request is being recorded. */
  static get isRecording(): boolean {
    return open.size > 0;
  }

  /** Marks all answers that are being made as uncacheable, where it is not known which one is concerned. */
  static markAllUncacheable(why: string): void {
    for (const recorder of open) recorder.markUncacheable(why);
  }

  /** Whether the answer is still recorded; no longer once its client has hung up, whatever is made of it after that. */
  get isOpen(): boolean {
    return open.has(this);
  }

  /** Why the answer must not be cached; undefined when it may be. */
  get uncacheable(): string | undefined {
    return this.#uncacheable;
  }

  /** Marks the answer as uncacheable, and says why; the first reason stays. */
  markUncacheable(why: string): void {
    this.#uncacheable ??= why;
  }

  /** Ends the recording. */
  end(): void {
    open.delete(this);
  }
}

/**
 * Whether a cached answer may serve a request: it reads, has no body, and bears no credentials. Whatever else it bears,
 * the recorder of an answer tells whether the answer depends on it.
 */
export function isCacheableRequest({ method, headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (headers.authorization !== undefined) return false;
  return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
}
