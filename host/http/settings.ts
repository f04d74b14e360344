import type { Logger } from '../../core/index.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/** How large bodies may be, in bytes. */
export interface BodyLimits {
  /** Of a body that is read into memory: JSON, forms. */
  readonly bodyLimit: number;
  /** Of a body that is written to disk: uploads. */
  readonly uploadLimit: number;
}

/** How large bodies may be of those who are signed in, and of all others. */
export interface AllBodyLimits extends BodyLimits {
  /** Of any body of a client who is not signed in. */
  readonly anonymousBodyLimit: number;
}

/** The settings of the host by which requests are answered. */
export interface HttpSettings extends AllBodyLimits {
  readonly trustProxy: TrustedProxies;
  /** Whether requests have ids. */
  readonly requestIds: boolean;
  readonly log: Logger;
  /** Whether each request is logged. */
  readonly logRequests: boolean;
}
