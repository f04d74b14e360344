import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  CacheRecorder,
  type ChangeTracker,
  type DependencyVersions,
  isCacheableRequest,
  type RecordingWindow,
} from '../../core/cache/index.ts';
import { isLoggedIn, type RestRequest } from '../../core/index.ts';
import type { Credentials } from '../../core/rest/index.ts';

/** What was recorded of a request: what the data that is embedded for it depends on. */
export interface RecordedRequest {
  /** The headers that were looked at, with their values. */
  readonly headers: readonly (readonly [name: string, value: string | undefined])[];
  /** The cookies that were looked at; the request has none of them. */
  readonly cookies: readonly string[];
  /** What was read, with the versions that it had. */
  readonly read: DependencyVersions;
}

/**
 * Records what answers to anonymous requests with `_embed` are made of, from their beginning: embedded data may be used
 * again only while all of that is the same, and only if no plugin without `cacheable` has a part in it.
 */
export class Recordings {
  readonly #tracker: ChangeTracker;
  readonly #windows = new WeakMap<CacheRecorder, RecordingWindow>();

  readonly #credentials: Credentials;

  constructor(tracker: ChangeTracker, credentials: Credentials) {
    this.#tracker = tracker;
    this.#credentials = credentials;
  }

  /** Begins to record a request, unless it has nothing embedded or bears credentials. */
  begin(incoming: IncomingMessage, response: ServerResponse): void {
    if (incoming.url?.includes('_embed') !== true || !isCacheableRequest(incoming) || !this.#tracker.isCurrent) return;
    let recorder = CacheRecorder.of(incoming);
    if (recorder === undefined) {
      const own = new CacheRecorder(incoming);
      response.once('close', () => own.end());
      recorder = own;
    }
    this.#windows.set(recorder, this.#tracker.begin());
    // Much is held in memory of the options in one form or another.
    this.#tracker.dependency('options').read();
  }

  /** Whether a request is recorded, so that cached data may be embedded for it. */
  isRecorded({ context, user, method }: RestRequest): boolean {
    const { recorder } = context;
    if (!recorder?.isOpen || recorder.uncacheable !== undefined || method !== 'GET' || isLoggedIn(user)) return false;
    return this.#windows.has(recorder);
  }

  /** What was recorded of a request until now; undefined where what is made for it must not be cached. */
  recorded(request: RestRequest): RecordedRequest | undefined {
    if (!this.isRecorded(request)) return undefined;
    const recorder = request.context.recorder!;
    const read = this.#tracker.end(this.#windows.get(recorder)!);
    const cookies = [...recorder.cookies];
    if (read === undefined || !this.hasNoneOf(cookies, request)) return undefined;
    const headers = [...recorder.headers].map((name) => [name, this.headerOf(request, name)] as const);
    return { headers, cookies, read };
  }

  /** A header as the request came with it, if it did. */
  headerOf(request: RestRequest, name: string): string | undefined {
    return this.#credentials.header(request, name) ?? undefined;
  }

  /** Whether a request has none of these cookies. */
  hasNoneOf(cookies: readonly string[], { context }: RestRequest): boolean {
    const http = this.#credentials.http(context);
    return cookies.every((name) => http?.cookie(name) === undefined);
  }
}
