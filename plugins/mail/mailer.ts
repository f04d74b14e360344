import { setTimeout as pause } from 'node:timers/promises';
import { within } from '../../core/base/index.ts';
import type { Logger, PluginHooks } from '../../core/index.ts';
import { type CheckedMail, checkedMail } from './check.ts';
import type { Mail, MailService } from './mail.ts';
import { type Sender, TemporaryMailError, type Transport } from './transports/transport.ts';

/** What sending mail takes. */
export interface MailerParts {
  readonly hooks: PluginHooks;
  readonly log: Logger;
  readonly transport: Transport;
  /** Who mails are from at present. */
  readonly sender: () => Sender;
  /** How many mails may wait. */
  readonly waiting: number;
  /** After how many milliseconds a mail is tried again, each time that the server fails; one try more than there are. */
  readonly retries?: readonly number[];
}

const RETRIES: readonly number[] = [5000, 60_000];

/** How long the end of the host waits for mails that are being sent, in milliseconds. */
const LAST_WAIT = 10_000;

/** Sends mails one after the other, those again that a server could not take, and no more of them than fit its bound. */
export class Mailer implements MailService {
  readonly #parts: MailerParts;
  readonly #open = new Set<Promise<boolean>>();
  readonly #closing = new AbortController();
  #last: Promise<void> = Promise.resolve();

  constructor(parts: MailerParts) {
    this.#parts = parts;
  }

  async send(mail: Mail): Promise<boolean> {
    const checked = checkedMail(await this.#parts.hooks.filter('cms_mail').promise(mail));
    if (this.#open.size >= this.#parts.waiting) {
      return this.#failed(checked, new Error(`${this.#open.size} other mails wait already`));
    }
    const delivery = this.#deliver(checked);
    this.#open.add(delivery);
    try {
      return await delivery;
    } finally {
      this.#open.delete(delivery);
    }
  }

  /** Ends: what waits for another try is tried at once, and what is not sent after some seconds is lost, and logged. */
  async close(): Promise<void> {
    this.#closing.abort();
    if (this.#open.size === 0) return;
    const lost = () => this.#parts.log.error({ mails: this.#open.size }, 'mails were not sent before the host ended');
    await within(Promise.all(this.#open), LAST_WAIT, lost).catch(() => undefined);
  }

  async #deliver(mail: CheckedMail): Promise<boolean> {
    const { transport, sender, retries = RETRIES } = this.#parts;
    for (const wait of [...retries, undefined]) {
      try {
        await this.#inTurn(() => transport.send(mail, sender()));
        return true;
      } catch (error) {
        const isLast = wait === undefined || this.#closing.signal.aborted || !(error instanceof TemporaryMailError);
        if (isLast) return this.#failed(mail, error as Error);
        await pause(wait, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined);
      }
    }
    return false;
  }

  /** Runs work after what was begun before has ended, however it did. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  #failed({ to, subject }: CheckedMail, error: Error): false {
    this.#parts.log.error({ to, err: error }, `a mail was not sent: ${error.message}`);
    this.#parts.hooks.action('cms_mail_failed').call(error, { to, subject });
    return false;
  }
}
