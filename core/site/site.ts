import type { Brand } from './brand.ts';

/** How addresses are written (4.1): `/cms-json/…`, `/index.php/cms-json/…`, or `/index.php?rest_route=/…`. */
export type Permalinks = 'pretty' | 'index' | 'plain';

/** What the whole runtime knows of the site it serves. */
export interface Site {
  readonly brand: Brand;
  /** The base address without a trailing slash; a host that picks its own port moves it when it listens. */
  readonly home: string;
  readonly permalinks: Permalinks;
  /** The front controller's name in index-style and plain addresses. */
  readonly index: string;
  /** Whether the admin area is served over TLS only (4.1). */
  readonly forceTlsAdmin: boolean;
  /** Whether details of failures and deprecation headers may reach clients. */
  readonly debug: boolean;
}
