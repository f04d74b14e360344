import { type Reading, RecordedHttp } from '../reading.ts';
import { ANONYMOUS, type CurrentUser } from '../user.ts';

/** What is known of the HTTP request that a dispatch serves; absent for internal dispatch. */
export interface HttpInfo {
  /** Whether the request came over TLS. */
  readonly tls: boolean;
  /** The host name asked for, without a port. */
  readonly serverName: string;
  /** The client's address. */
  readonly remoteAddress: string;
  /** A cookie of the request. */
  cookie(name: string): string | undefined;
}

/**
 * What a request and all that is dispatched on its behalf (embeds, batches, preloads) share: the user,
 * the connection, and values worked out once, such as batching loaders.
 */
export class RequestContext {
  user: CurrentUser;
  readonly http: HttpInfo | undefined;
  /** Whether the request belongs to the admin area (4.1). */
  readonly admin: boolean;
  /** The record of what the answer is made of, where one is kept. */
  readonly reading: Reading | undefined;
  #memo: Map<unknown, unknown> | undefined;

  constructor(options: { user?: CurrentUser; http?: HttpInfo; admin?: boolean; reading?: Reading | undefined } = {}) {
    const { http, reading } = options;
    this.user = options.user ?? ANONYMOUS;
    this.http = http === undefined || reading === undefined ? http : new RecordedHttp(http, reading);
    this.reading = reading;
    this.admin = options.admin ?? false;
  }

  /** The value kept under a key, made the first time it is asked for. */
  memo<T>(key: unknown, make: () => T): T {
    this.#memo ??= new Map();
    let value = this.#memo.get(key) as T | undefined;
    if (value === undefined && !this.#memo.has(key)) {
      value = make();
      this.#memo.set(key, value);
    }
    return value as T;
  }

  /** The value kept under a key, if one was made. */
  memoized<T>(key: unknown): T | undefined {
    return this.#memo?.get(key) as T | undefined;
  }
}
