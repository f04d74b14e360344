import type { CheckedMail } from '../check.ts';

/** Who a mail is from. */
export interface Sender {
  /** The name that is shown; one line. */
  readonly name: string;
  readonly address: string;
}

/** A way by which mail leaves the site. */
export interface Transport {
  /** Hands a mail over; throws where that failed. */
  send(mail: CheckedMail, from: Sender): Promise<void>;
}

/** Thrown by a transport that may be tried again later. */
export class TemporaryMailError extends Error {
  override readonly name = 'TemporaryMailError';
}
