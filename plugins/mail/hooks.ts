import { action, asyncFilter } from '../../core/index.ts';
import type { Mail } from './mail.ts';

/** What a hook is told of a mail that was not sent: who was to get it, and not what it says. */
export interface UnsentMail {
  readonly to: readonly string[];
  readonly subject: string;
}

/** The hooks of mail. */
export const mailHooks = {
  cms_mail: asyncFilter<[mail: Mail]>({
    params: ['mail'],
    // Links that open an account travel by mail.
    requiredPermissions: 'authentication',
    meaning: 'Adjusts a mail before it is checked and sent.',
  }),
  cms_mail_failed: action<[error: Error, mail: UnsentMail]>({
    params: ['error', 'mail'],
    requiredPermissions: 'mail',
    meaning: 'Fires when a mail was given up because the server did not take it.',
  }),
};

type MailHooks = typeof mailHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends MailHooks {}
}
