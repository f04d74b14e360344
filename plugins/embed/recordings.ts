import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoggedIn, mayBeAnswered, Reading, type RestRequest } from '../../core/index.ts';
import type { ReadingWindow, SourceState, Sources } from '../database/index.ts';

/** What embedded data was made of, and of whom it may be given to. */
export interface Circumstances {
  /** The headers of the request that it depends on, with their values. */
  readonly headers: readonly (readonly [name: string, value: string | undefined])[];
  /** The cookies that the request must not have. */
  readonly cookies: readonly string[];
  /** The sources that were read, with the versions that they had. */
  readonly read: readonly SourceState[];
  /** The count of changes at which it was last found to hold. */
  checked: number;
}

/**
 * Records what answers to anonymous requests with `_embed` are made of, from their beginning: what is embedded may be
 * given again only while all of that is the same, and only where nobody on the way has to be heard each time.
 */
export class Recordings {
  readonly #sources: Sources;
  readonly #windows = new WeakMap<Reading, ReadingWindow>();
  #stop: (() => Promise<void>) | undefined;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Begins the record of a request, unless it has nothing embedded or comes with proof of who makes it. */
  begin(incoming: IncomingMessage, response: ServerResponse): void {
    if (incoming.url?.includes('_embed') !== true || !mayBeAnswered(incoming)) return;
    // Nobody watches for other processes' changes before somebody has asked for what depends on them.
    this.#stop ??= this.#sources.watch();
    if (!this.#sources.isCurrent) return;
    let reading = Reading.of(incoming);
    if (reading === undefined) {
      const own = new Reading(incoming);
      response.once('close', () => own.end());
      reading = own;
    }
    this.#windows.set(reading, this.#sources.begin());
    // Much is kept of the options in one form or another.
    this.#sources.source('options').read();
  }

  /** Whether what is embedded for a request may be something kept, and be kept. */
  isRecorded({ context, user, method }: RestRequest): boolean {
    const { reading } = context;
    if (!reading?.isOpen || reading.spoilt !== undefined || method !== 'GET' || isLoggedIn(user)) return false;
    return this.#sources.isCurrent && this.#windows.has(reading);
  }

  /** All that was read for a request until now; undefined where the same may not be given again. */
  circumstances(request: RestRequest): Circumstances | undefined {
    if (!this.isRecorded(request)) return undefined;
    const reading = request.context.reading!;
    const read = this.#sources.end(this.#windows.get(reading)!);
    const cookies = [...reading.cookies];
    if (read === undefined || !hasNone(cookies, request)) return undefined;
    const headers = [...reading.headers].map((name) => [name, request.headers.get(name)] as const);
    return { headers, cookies, read, checked: -1 };
  }

  /** Whether what was made under circumstances would be made the same for a request; notes that this was looked at. */
  holds(made: Circumstances, request: RestRequest): boolean {
    if (this.isStale(made)) return false;
    if (made.headers.some(([name, value]) => request.headers.get(name) !== value)) return false;
    if (!hasNone(made.cookies, request)) return false;
    for (const { source } of made.read) source.read();
    return true;
  }

  /** Whether something has changed that was read, so that what was made of it is never given again. */
  isStale(made: Circumstances): boolean {
    const { changes } = this.#sources;
    if (made.checked === changes) return false;
    if (made.read.some(({ source, version }) => source.version !== version)) return true;
    made.checked = changes;
    return false;
  }

  /** Ends watching for changes. */
  async end(): Promise<void> {
    await this.#stop?.();
  }
}

const hasNone = (cookies: readonly string[], { context }: RestRequest): boolean =>
  cookies.every((name) => context.http?.cookie(name) === undefined);
