import { RestError } from '../../core/index.ts';

/** Thrown in place of an attempt where too many like it have failed. */
export class TooManyAttemptsError extends RestError {
  override readonly headers: { readonly 'Retry-After': string };
  /** The pages beside the interface show its message, too. */
  readonly expose = true;

  constructor(seconds: number) {
    super('rest_too_many_attempts', 'There were too many attempts. Please try again later.', { status: 429 });
    this.name = 'TooManyAttemptsError';
    this.headers = { 'Retry-After': String(seconds) };
  }
}
