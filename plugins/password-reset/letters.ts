import type { PluginHooks, Site } from '../../core/index.ts';
import { type MailService, oneLine } from '../mail/index.ts';
import type { Options } from '../options/index.ts';
import type { User } from '../users/index.ts';
import type { ResetLinks } from './reset-links.ts';

/** What mails about passwords need. */
export interface LetterParts {
  readonly site: Site;
  readonly hooks: PluginHooks;
  readonly options: Options;
  readonly mail: MailService;
  readonly links: ResetLinks;
  /** How many hours a link holds. */
  readonly hours: number;
}

const MAX_NAME = 100;

/** Writes to users about their passwords. */
export class Letters {
  readonly #parts: LetterParts;

  constructor(parts: LetterParts) {
    this.#parts = parts;
  }

  /** Sends a user a link, unless a plugin says that the user may have none. `address` is the client that asked. */
  async sendLink(user: User, address?: string): Promise<boolean> {
    const { hooks, links, hours } = this.#parts;
    if (!(await hooks.filter('allow_password_reset').promise(true, user.id))) return false;
    await hooks.action('retrieve_password').promise(user.login);
    const asked =
      address === undefined ? 'A new password was asked for' : `Somebody at ${address} asked for a new password`;
    return this.#send(user.email, 'Set a new password', [
      `${asked} for the account "${user.login}" of ${this.#parts.site.home}.`,
      `To set one, open this address within ${hours === 1 ? 'an hour' : `${hours} hours`}:`,
      links.make(user),
      'If you did not ask for it, do nothing: your password stays as it is.',
    ]);
  }

  /** Tells a user that the password was changed. */
  sendPasswordNotice(user: User): Promise<boolean> {
    return this.#send(user.email, 'Your password was changed', [
      `The password of the account "${user.login}" of ${this.#parts.site.home} was changed, and all its sessions but the one in which that was done have ended.`,
      'If it was not you, ask for a new password on the login page, and tell who runs the site.',
    ]);
  }

  /** Tells a user at the former address that the account has another. */
  sendAddressNotice({ login, email }: User): Promise<boolean> {
    return this.#send(email, 'Your email address was changed', [
      `The account "${login}" of ${this.#parts.site.home} has another email address from now on.`,
      'If it was not you, tell who runs the site.',
    ]);
  }

  #send(to: string, subject: string, paragraphs: readonly string[]): Promise<boolean> {
    const name = oneLine(this.#parts.options.get('blogname', '')).slice(0, MAX_NAME);
    return this.#parts.mail.send({ to, subject: `[${name}] ${subject}`, text: `${paragraphs.join('\n\n')}\n` });
  }
}
