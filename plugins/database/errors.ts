import { defineErrors, RestError } from '../../core/index.ts';

/** The errors of values that the database cannot keep. */
export const databaseErrors = defineErrors({
  rest_value_too_deep: [400, 'A value is nested more deeply than can be stored.'],
});

/** After how many seconds a client may try again. */
const RETRY_AFTER = '1';

/** Thrown where other writers were in the way for so long that the client is to try again. Nothing has been stored. */
export class DatabaseBusyError extends RestError {
  override readonly headers = { 'Retry-After': RETRY_AFTER };
  /** The pages beside the interface show its message, too. */
  readonly expose = true;

  constructor(cause: unknown) {
    super('rest_database_busy', 'The database is busy. Nothing was changed; try again.', { status: 503 });
    this.name = 'DatabaseBusyError';
    this.cause = cause;
  }
}
