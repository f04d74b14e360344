import type { Trouble } from '../errors.ts';

/** The codes with which a server refuses a statement through no fault of it, by what they say. */
const TROUBLES: Readonly<Record<string, Trouble>> = {
  ER_LOCK_DEADLOCK: 'conflict',
  ER_USER_LOCK_DEADLOCK: 'conflict',
  ER_CHECKREAD: 'conflict',
  ER_LOCK_WAIT_TIMEOUT: 'busy',
  ER_CON_COUNT_ERROR: 'busy',
  ER_TOO_MANY_USER_CONNECTIONS: 'busy',
  ER_USER_LIMIT_REACHED: 'busy',
  ER_OUTOFMEMORY: 'busy',
  ER_OUT_OF_RESOURCES: 'busy',
  ER_SERVER_SHUTDOWN: 'away',
  ER_CONNECTION_KILLED: 'away',
  ER_NORMAL_SHUTDOWN: 'away',
  ER_QUERY_INTERRUPTED: 'away',
  ER_ERROR_ON_READ: 'away',
  ER_ERROR_ON_WRITE: 'away',
  PROTOCOL_CONNECTION_LOST: 'away',
  PROTOCOL_SEQUENCE_TIMEOUT: 'away',
  ER_DISK_FULL: 'full',
  ER_RECORD_FILE_FULL: 'full',
  ER_OPTION_PREVENTS_STATEMENT: 'read_only',
  ER_READ_ONLY_MODE: 'read_only',
  ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION: 'read_only',
  ER_OPEN_AS_READONLY: 'read_only',
  ER_DBACCESS_DENIED_ERROR: 'denied',
  ER_TABLEACCESS_DENIED_ERROR: 'denied',
  ER_COLUMNACCESS_DENIED_ERROR: 'denied',
  ER_SPECIFIC_ACCESS_DENIED_ERROR: 'denied',
  ER_NOT_KEYFILE: 'damaged',
  ER_CRASHED_ON_USAGE: 'damaged',
  ER_CRASHED_ON_REPAIR: 'damaged',
  ER_INDEX_CORRUPT: 'damaged',
};

/** The codes of the system for a server that cannot be reached. */
const UNREACHABLE =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|E(?:HOST|NET)UNREACH|EMFILE)$/;

/** What the client says, without a code, of a connection that is lost. */
const LOST = /closed state|Connection lost|Pool is closed/;

/** What kept a server from doing what it was told, where an error of it or of the client says so. */
export function troubleOf(error: unknown): Trouble | undefined {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return TROUBLES[code] ?? (UNREACHABLE.test(code) || LOST.test(message) ? 'away' : undefined);
}
