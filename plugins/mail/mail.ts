import { serviceToken } from '../../core/index.ts';

/** A mail as it is given to be sent. */
export interface Mail {
  /** One address or several, which see each other: `alice@example.org`, without a name. */
  readonly to: string | readonly string[];
  readonly subject: string;
  readonly text: string;
  /** The same in HTML, for programs that show that. */
  readonly html?: string;
  /** Further headers, such as `Reply-To`; those that the message itself needs are not among them. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends mail in the name of the site. */
export interface MailService {
  /**
   * Takes a mail to be sent, and answers once it was handed over or given up: true where the server took it. A server
   * that fails is logged and fires `cms_mail_failed`, and nobody else's work fails of it; who does not want to wait for
   * the server does not await the answer. In a transaction, mails are sent by `Database.afterCommit`.
   *
   * @throws an error object with status 400 for a mail that cannot be one: `mail_invalid_address`, `mail_invalid_subject`,
   * `mail_invalid_header`, `mail_too_large`
   */
  send(mail: Mail): Promise<boolean>;
}

/** The token of the mail service. */
export const MailService = serviceToken('mail', { requiredPermissions: 'mail' });

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    mail: MailService;
  }
}
