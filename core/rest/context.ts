import { type HttpInfo, OpenHttp } from '../base/http-info.ts';
import { type CacheRecorder, RecordedHttp } from '../cache/index.ts';
import { readers } from './credentials.ts';
import { ANONYMOUS, type CurrentUser } from './user.ts';

/** What a request context is made of. */
export interface RequestContextInit {
  user?: CurrentUser;
  http?: HttpInfo;
  admin?: boolean;
  recorder?: CacheRecorder | undefined;
}

/**
 * What a request and all that is dispatched on its behalf (embeds, batches, preloads) share: the user,
 * the connection, and values worked out once, such as batching loaders.
 */
export class RequestContext {
  user: CurrentUser;
  readonly #http: HttpInfo | undefined;
  #open: HttpInfo | undefined;
  #isWithheld = false;
  /** Whether the request belongs to the admin area (4.1). */
  readonly admin: boolean;
  /** Records what the answer depends on, where it may be cached. */
  readonly recorder: CacheRecorder | undefined;
  #memo: Map<unknown, unknown> | undefined;

  constructor(options: RequestContextInit = {}) {
    const { http, recorder } = options;
    this.user = options.user ?? ANONYMOUS;
    this.#http = http === undefined || recorder === undefined ? http : new RecordedHttp(http, recorder);
    this.recorder = recorder;
    this.admin = options.admin ?? false;
  }

  static {
    readers.http = (context) => context.#http;
  }

  /** The connection that the request came by; without its cookies once it is known who makes the request. */
  get http(): HttpInfo | undefined {
    if (!this.#isWithheld || this.#http === undefined) return this.#http;
    this.#open ??= new OpenHttp(this.#http);
    return this.#open;
  }

  /** Takes the cookies out of sight; the service `Credentials` has them. */
  withholdCredentials(): void {
    this.#isWithheld = true;
  }

  /** The value of a key for the life of the request, made at its first use. */
  memo<T>(key: unknown, make: () => T): T {
    this.#memo ??= new Map();
    if (!this.#memo.has(key)) this.#memo.set(key, make());
    return this.#memo.get(key) as T;
  }

  /** The value of a key, if one was made. */
  memoized<T>(key: unknown): T | undefined {
    return this.#memo?.get(key) as T | undefined;
  }
}
