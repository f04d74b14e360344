import { RestError } from '../../core/index.ts';

/** In how many seconds a client may try again while Redis is away. */
const AWAY = 1;

/** Stands in place of an answer to a client that has asked too often. */
export class TooManyRequestsError extends RestError {
  override readonly headers: { readonly 'Retry-After': string };

  constructor(seconds: number) {
    super('rest_too_many_requests', 'There were too many requests. Please try again later.', { status: 429 });
    this.name = 'TooManyRequestsError';
    this.headers = { 'Retry-After': String(seconds) };
  }
}

/** Stands in place of an answer while requests cannot be counted and are refused then. */
export class UncountedError extends RestError {
  override readonly headers = { 'Retry-After': String(AWAY) };

  constructor() {
    super('rest_limits_away', 'Requests cannot be counted at present. Please try again.', { status: 503 });
    this.name = 'UncountedError';
  }
}
