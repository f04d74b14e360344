import { within } from '../../../core/base/index.ts';
import type { CheckedMail } from '../check.ts';
import type { ServerAddress } from './server-address.ts';
import { type Sender, TemporaryMailError, type Transport } from './transport.ts';

/** Options of the connection to a server. */
export interface SmtpOptions {
  /** Whether mail may also go to a server that offers no TLS. */
  readonly allowInsecure: boolean;
  /** How many milliseconds one mail may take. */
  readonly timeout: number;
}

/** What errors of nodemailer say beside their message. */
interface SmtpError extends Error {
  readonly code?: string;
  /** The status that the server answered with. */
  readonly responseCode?: number;
}

/** Errors of a connection, which may be there the next time. */
const OF_CONNECTION = ['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ECONNREFUSED', 'ECONNRESET'];

/** Sends mail to a server by SMTP, each over a connection of its own. nodemailer is loaded with the first. */
export class SmtpTransport implements Transport {
  readonly #server: ServerAddress;
  readonly #options: SmtpOptions;

  constructor(server: ServerAddress, options: SmtpOptions) {
    this.#server = server;
    this.#options = options;
  }

  async send({ to, headers, ...content }: CheckedMail, from: Sender): Promise<void> {
    const { createTransport } = await import('nodemailer');
    const { allowInsecure, timeout } = this.#options;
    const { auth, ...server } = this.#server;
    const transport = createTransport({
      ...server,
      ...(auth === undefined ? {} : { auth }),
      requireTLS: !allowInsecure,
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
      dnsTimeout: timeout,
      // Only what is handed over is sent: no file is read and no address is asked.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      const mail = { ...content, from, to: [...to], headers: { ...headers } };
      await within(
        transport.sendMail(mail),
        timeout,
        () => new TemporaryMailError(`it took longer than ${timeout} ms`),
      );
    } catch (error) {
      const { code = '', responseCode = 0 } = error as SmtpError;
      const isTemporary = responseCode > 0 ? responseCode < 500 : OF_CONNECTION.includes(code);
      throw isTemporary ? new TemporaryMailError((error as Error).message, { cause: error }) : error;
    } finally {
      transport.close();
    }
  }
}
