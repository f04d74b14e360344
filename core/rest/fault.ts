import { types } from 'node:util';
import { RestError } from './error.ts';

/** What the system says of its disks and files by the codes of its errors, with the status of the answer. */
const FAULTS: Readonly<Record<string, readonly [status: number, what: string]>> = {
  ENOSPC: [507, 'the disk is full'],
  EDQUOT: [507, 'the quota of the disk is used up'],
  EROFS: [503, 'the disk is read-only'],
  EACCES: [503, 'a file or folder may not be opened'],
  EPERM: [503, 'a file or folder may not be changed'],
  EMFILE: [503, 'there are too few file handles'],
  ENFILE: [503, 'there are too few file handles'],
  EIO: [503, 'the disk fails'],
};

/** A request that failed because of the machine and not of the code: a disk or its files. */
export class FaultError extends RestError {
  override readonly headers = { 'Retry-After': '60' };
  /** The pages beside the interface show its message, too. */
  readonly expose = true;
  /** What the log says of it. */
  readonly what: string;

  constructor([status, what]: readonly [status: number, what: string], cause: unknown) {
    super('rest_storage_failed', 'The site could not read or store what this takes. Try again later.', { status });
    this.cause = cause;
    this.what = what;
  }
}

/** The error object for an error of the system that is a fault of the machine; undefined for any other. */
export function faultOf(error: unknown): FaultError | undefined {
  // What a plugin throws may be a proxy that fails when it is read.
  if (!types.isNativeError(error)) return undefined;
  const { code, syscall } = error as NodeJS.ErrnoException;
  const fault = typeof syscall === 'string' && Object.hasOwn(FAULTS, code ?? '') ? FAULTS[code!] : undefined;
  return fault && new FaultError(fault, error);
}
