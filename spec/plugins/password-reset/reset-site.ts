import { definePlugin, type PluginDefinition } from '../../../core/index.ts';
import mail, { type Mail } from '../../../plugins/mail/index.ts';
import passwordReset, { type PasswordErrors } from '../../../plugins/password-reset/index.ts';
import { type AuthSite, buildAuthSite } from '../../support/auth-site.ts';
import { until } from '../../support/until.ts';

/** A site where passwords are reset, what was mailed there, and the actions that fired. */
export interface ResetSite extends AuthSite {
  readonly mails: Mail[];
  readonly events: string[];
  /** What plugins say of resets. */
  readonly rules: { allow: boolean; validate: (errors: PasswordErrors) => void };
  /** The address of the link in the newest mail to somebody, once there are so many mails. */
  linkTo(address: string, mails: number): Promise<string>;
}

/** Builds such a site. */
export async function buildResetSite(
  options: { databaseUrl?: string; pluginOptions?: Record<string, unknown> } = {},
): Promise<ResetSite> {
  const mails: Mail[] = [];
  const events: string[] = [];
  const rules = { allow: true, validate: (_: PasswordErrors): void => undefined };
  const observer = definePlugin({
    name: 'observer',
    version: '1.0.0',
    description: 'Writes down what happens to passwords.',
    requires: { 'password-reset': '^0.1.0' },
    capabilities: ['authentication', 'users:read'],
    setup({ hooks }) {
      hooks.filter('cms_mail').tap('observer', (one) => void mails.push(one));
      hooks.filter('allow_password_reset').tap('observer', () => rules.allow);
      hooks.action('validate_password_reset').tap('observer', (errors) => rules.validate(errors));
      hooks.action('retrieve_password').tap('observer', (login) => void events.push(`retrieve ${login}`));
      hooks.action('password_reset').tap('observer', ({ login }) => void events.push(`reset ${login}`));
      hooks.action('after_password_reset').tap('observer', ({ login }) => void events.push(`after ${login}`));
      hooks.action('user_password_changed').tap('observer', (id) => void events.push(`changed ${id}`));
    },
  });
  const site = await buildAuthSite({
    ...options,
    plugins: [mail as PluginDefinition, passwordReset as PluginDefinition, observer],
  });
  const linkTo = async (address: string, count: number) => {
    await until(() => mails.length >= count);
    const { text = '' } = mails.findLast(({ to }) => to === address) ?? {};
    return /http\S+reset-password\?key=\S+/.exec(text)?.[0] ?? `no link in ${JSON.stringify(mails)}`;
  };
  return { ...site, mails, events, rules, linkTo };
}
