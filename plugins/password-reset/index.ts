import { boolean, defaulted, integer, max, min, object } from 'superstruct';
import { definePlugin } from '../../core/index.ts';
import { AuthKeys } from '../auth-keys/index.ts';
import { Database } from '../database/index.ts';
import { MailService } from '../mail/index.ts';
import { Options, SiteClock } from '../options/index.ts';
import { Passwords } from '../passwords/index.ts';
import { Throttles } from '../throttles/index.ts';
import { PasswordRules, UserSecrets, UserStore } from '../users/index.ts';
import { Background } from './background.ts';
import { addCommands } from './commands.ts';
import { passwordResetHooks } from './hooks.ts';
import { Letters } from './letters.ts';
import { LOST_PATH, showLost, takeLost } from './lost-page.ts';
import { Notices } from './notices.ts';
import { RESET_PATH, ResetLinks } from './reset-links.ts';
import { showReset, takeReset } from './reset-page.ts';

export type { PasswordErrors } from './password-errors.ts';

export default definePlugin({
  name: 'password-reset',
  version: '0.1.0',
  description: 'Lets people who lost their password set another by a link in a mail, and tells them of changes.',
  group: 'identity',
  cacheable: true,
  requires: {
    'auth-keys': '^0.1.0',
    database: '^0.1.0',
    mail: '^0.1.0',
    options: '^0.1.0',
    passwords: '^0.1.0',
    sessions: '^0.1.0',
    throttles: '^0.1.0',
    users: '^0.1.0',
  },
  capabilities: ['authentication', 'database', 'mail', 'options:read', 'pages', 'users:write'],
  options: object({
    /** How many hours a link holds. */
    hours: defaulted(max(min(integer(), 1), 168), 24),
    /** Whether users are told of a changed password or email address. */
    notices: defaulted(boolean(), true),
  }),
  hooks: passwordResetHooks,
  setup(host, { hours, notices: hasNotices }) {
    const { hooks, site, log, use } = host;
    const [users, options, database] = [use(UserStore), use(Options), use(Database)];
    const links = new ResetLinks({
      site,
      keys: use(AuthKeys),
      clock: use(SiteClock),
      users,
      secrets: use(UserSecrets),
      lifetime: hours * 3600,
    });
    const background = new Background(log);
    const letters = new Letters({ site, hooks, options, mail: use(MailService), links, hours });
    const notices = new Notices({ hooks, database, users, letters, background, isOn: hasNotices });
    hooks.filter('lostpassword_url').tap('password-reset', () => site.home + LOST_PATH);

    const lost = { site, options, users, throttles: use(Throttles), letters, background };
    const [passwords, rules] = [use(Passwords), use(PasswordRules)];
    const reset = { site, hooks, database, options, users, passwords, rules, links };
    hooks.action('http_routes').tap('password-reset', (router) => {
      router.get(LOST_PATH, (context) => showLost(context, lost));
      router.post(LOST_PATH, (context) => takeLost(context, lost));
      router.get(RESET_PATH, (context) => showReset(context, reset));
      router.post(RESET_PATH, (context) => takeReset(context, reset));
    });
    addCommands(host, { users, letters, notices });
    return () => background.settled();
  },
});
