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
