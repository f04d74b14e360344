import { RestError } from '../../core/index.ts';

/** After how many seconds a client may try again. */
const RETRY_AFTER = '5';

/** Thrown where so many passwords wait to be hashed that another would wait too long. */
export class PasswordsBusyError extends RestError {
  override readonly headers = { 'Retry-After': RETRY_AFTER };
  /** The pages beside the interface show its message, too. */
  readonly expose = true;

  constructor() {
    super('rest_passwords_busy', 'Too many passwords are being checked. Please try again in a moment.', {
      status: 503,
    });
    this.name = 'PasswordsBusyError';
  }
}
