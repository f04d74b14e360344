/** What is known of the HTTP request that a dispatch serves; absent for internal dispatch. */
export interface HttpInfo {
  /** Whether the request came over TLS. */
  readonly tls: boolean;
  /** The host name asked for, without a port. */
  readonly serverName: string;
  /** The client's address. */
  readonly remoteAddress: string;
  /** The path and the query that were asked for, as they were sent; absent where that is not known. */
  readonly url?: string | undefined;
  /** A cookie of the request. */
  cookie(name: string): string | undefined;
}

/** A connection without its cookies. */
export class OpenHttp implements HttpInfo {
  readonly #http: HttpInfo;

  constructor(http: HttpInfo) {
    this.#http = http;
  }

  get tls(): boolean {
    return this.#http.tls;
  }

  get serverName(): string {
    return this.#http.serverName;
  }

  get remoteAddress(): string {
    return this.#http.remoteAddress;
  }

  get url(): string | undefined {
    return this.#http.url;
  }

  cookie(_name: string): string | undefined {
    return undefined;
  }
}
