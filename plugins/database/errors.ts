import { defineErrors, RestError } from '../../core/index.ts';

/** The errors of values that the database cannot keep. */
export const databaseErrors = defineErrors({
  rest_value_too_deep: [400, 'A value is nested more deeply than can be stored.'],
  rest_value_too_long: [400, 'A value is longer than can be stored, or has letters that cannot.'],
});

/**
 * What keeps the database from doing what it is told: in a `conflict` with others a transaction was undone and may be run
 * again; it is `busy` where others have been waited for in vain, and `slow` where a limit of time was reached; it is `full`, takes no writes (`read_only`), is `damaged`,
 * or is `away`: it cannot be reached, or its disk cannot; its user may lack a right, so that it is `denied`.
 */
export type Trouble = 'conflict' | 'busy' | 'slow' | 'full' | 'read_only' | 'damaged' | 'away' | 'denied';

/** How a trouble is answered: the status, and after how many seconds a client may try again. */
const ANSWERS: Readonly<Record<Exclude<Trouble, 'conflict'>, readonly [number, number, string]>> = {
  busy: [503, 1, 'The database is busy. Nothing was changed; try again.'],
  slow: [503, 5, 'The database took too long, and was told to stop.'],
  full: [507, 60, 'The database has no room. Nothing was changed.'],
  read_only: [503, 60, 'The database takes no changes at present. Nothing was changed.'],
  damaged: [503, 60, 'This part of the database cannot be read.'],
  away: [503, 5, 'The database cannot be reached at present.'],
  denied: [503, 60, 'The database denies this. Nothing was changed.'],
};

/** The line of the log for each, which says what is to be done. */
export const TROUBLE_LINES: Readonly<Record<Exclude<Trouble, 'conflict'>, string>> = {
  busy: 'the database is locked, or has no connection free, for longer than is waited for; requests are answered with 503',
  slow: 'a statement took longer than statementTimeout, a transaction did nothing for longer than idleTimeout, or it was cancelled',
  full: 'the database is full: make room on its disk; until then writes are answered with 507',
  read_only: 'the database is read-only: make its file and folder writable; until then writes are answered with 503',
  damaged: 'the database is damaged: run `db check`, and restore a backup; what cannot be read is answered with 503',
  away: 'the database cannot be reached: start its server, or mend its disk; until then requests are answered with 503',
  denied: 'the database denies its user what a request needs: grant the right; until then it is answered with 503',
};

/** What a server says of a right that is missing. */
const DENIED =
  /^(.+?) command denied to user .* for (table|column) ([^\s]+)|need \(at least one of\) the (.+?) privilege/;

/** What is denied: the right that is lacking, where the server says which. */
function deniedBy(cause: unknown, fallback: string): string {
  const [, right, kind = '', name = '', others] = DENIED.exec((cause as Error).message) ?? [];
  if (right === undefined && others === undefined) return fallback;
  const where = right === undefined ? '' : ` on the ${kind} ${name.replace(/["`']/g, '').replace(/^.*\./, '')}`;
  return `The user of the database lacks the right ${right ?? others}${where}. Nothing was changed.`;
}

/** Thrown for what would change a site that is served read-only. */
export class ReadOnlyError extends RestError {
  /** The pages beside the interface show its message, too. */
  readonly expose = true;

  constructor() {
    super('rest_read_only', 'The site is served read-only. Nothing was changed.', { status: 403 });
    this.name = 'ReadOnlyError';
  }
}

/** Thrown where the database could not do what it was told, through no fault of the request. */
export class DatabaseTroubleError extends RestError {
  override readonly headers: Readonly<Record<string, string>>;
  /** The pages beside the interface show its message, too. */
  readonly expose = true;

  /** A conflict is one that was tried again and again, so that the database counts as busy. */
  constructor(trouble: Trouble, cause: unknown) {
    const kind = trouble === 'conflict' ? 'busy' : trouble;
    const [status, after, message] = ANSWERS[kind];
    super(`rest_database_${kind}`, kind === 'denied' ? deniedBy(cause, message) : message, { status });
    this.headers = { 'Retry-After': String(after) };
    this.name = 'DatabaseTroubleError';
    this.cause = cause;
  }
}
