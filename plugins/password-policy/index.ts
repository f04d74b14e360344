import { boolean, defaulted, integer, max, min, object, optional, string } from 'superstruct';
import { definePlugin } from '../../core/index.ts';
import { Reauthentication } from '../sessions/index.ts';
import { PasswordRules, UserStore } from '../users/index.ts';
import { readCommonPasswords } from './common-passwords.ts';
import { CURRENT_PASSWORD, confirmChange } from './confirm-changes.ts';
import { longEnough, notAmong, withoutNames } from './rules.ts';

/** The passwords that the host makes have as many characters at least. */
const LONGEST_MINIMUM = 20;

export default definePlugin({
  name: 'password-policy',
  version: '0.1.0',
  description: 'Refuses weak passwords, and asks for the current one before it is changed, where options say so.',
  group: 'identity',
  cacheable: true,
  requires: { sessions: '^0.1.0', users: '^0.1.0' },
  capabilities: ['authentication', 'files', 'routes:*', 'users:read'],
  options: object({
    /** How many characters a password has at least. */
    minLength: defaulted(max(min(integer(), 0), LONGEST_MINIMUM), 0),
    /** Whether passwords that hold a name or a part of the e-mail address of their user are refused. */
    refuseNames: defaulted(boolean(), false),
    /** A file of passwords that are refused, one a line. */
    commonPasswords: optional(string()),
    /** Whether changing a password or an e-mail address asks for the current password of the user who changes it. */
    confirmChanges: defaulted(boolean(), false),
  }),
  setup({ hooks, use, brand }, { minLength, refuseNames, commonPasswords, confirmChanges }) {
    const rules = use(PasswordRules);
    if (minLength > 0) rules.add(longEnough(minLength));
    if (refuseNames) rules.add(withoutNames);
    if (commonPasswords !== undefined) rules.add(notAmong(readCommonPasswords(commonPasswords)));
    if (!confirmChanges) return;

    const parts = { users: use(UserStore), reauthentication: use(Reauthentication), brand };
    // Before the routes of users, whose arguments it is one of.
    hooks.action('rest_api_init').tap('password-policy', (server) => {
      const description = 'The current password of who makes the request, to change a password or an e-mail address.';
      server.registerField('user', CURRENT_PASSWORD, {
        schema: { description, type: 'string', maxLength: 4096, context: [] },
      });
    });
    // After the permission check, so that a user who lacks the right is told that first.
    hooks.filter('rest_dispatch_request').tapPromise('password-policy', async (result, request, route) => {
      await confirmChange(request, route, parts);
      return result;
    });
  },
});
