import pg from 'pg';
import type { Trouble } from '../errors.ts';

/** The codes with which a server refuses a statement through no fault of it, or their classes, by what they say. */
const TROUBLES: Readonly<Record<string, Trouble>> = {
  // A deadlock, and a serialization failure.
  '40P01': 'conflict',
  '40001': 'conflict',
  // A lock was not to be had in time, and there are too many connections, or too little memory.
  '55P03': 'busy',
  '53300': 'busy',
  '53200': 'busy',
  // A statement took too long or was cancelled, a transaction did nothing for too long, or took too long.
  '57014': 'slow',
  '25P03': 'slow',
  '25P04': 'slow',
  // The server is not ready yet, is being stopped, or has lost the connection.
  '57P01': 'away',
  '57P02': 'away',
  '57P03': 'away',
  '08': 'away',
  '53100': 'full',
  '25006': 'read_only',
  // A page or an index holds something else than it should.
  XX001: 'damaged',
  XX002: 'damaged',
  // A file could not be read or written.
  '58030': 'away',
};

/** The codes of a statement that the server keeps under a name, and that it does not know any more, or knows another one by. */
const NOT_KEPT = new Set(['26000', '42P05']);

/** What a server says of one whose columns are other ones by now. */
const OF_OLD_COLUMNS = 'cached plan must not change result type';

/** Whether a statement has failed because it was kept under a name; it is right without. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (NOT_KEPT.has(error.code ?? '') || error.message === OF_OLD_COLUMNS);

/** The codes of the system for a server that cannot be reached. */
const UNREACHABLE =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|E(?:HOST|NET)UNREACH|EMFILE)$/;

/** What the client says, without a code, of a connection that is lost, and of one that the pool does not have in time. */
const LOST = /^(?:Connection terminated|Client has encountered a connection error)/;
const NOT_FREE = /^timeout exceeded when trying to connect/;

/** Thrown for a statement that was cancelled and has written all the same. */
export class CancelledWriteError extends Error {
  override readonly name = 'CancelledWriteError';

  constructor() {
    super('a statement that took too long was cancelled as it ended');
  }
}

/** What kept a server from doing what it was told, where an error of it or of the client says so. */
export function troubleOf(error: unknown): Trouble | undefined {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (isOutdated(error)) return 'conflict';
  if (error instanceof pg.DatabaseError) return TROUBLES[code] ?? TROUBLES[code.slice(0, 2)];
  if (error instanceof CancelledWriteError) return 'slow';
  if (NOT_FREE.test(message)) return 'busy';
  return UNREACHABLE.test(code) || LOST.test(message) ? 'away' : undefined;
}
