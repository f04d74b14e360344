import type { PluginHost } from '../../core/index.ts';
import { LIST_FLAGS } from '../../core/plugin/index.ts';
import { namedUser, type UserStore } from '../users/index.ts';
import type { TwoFactors } from './store.ts';

const COLUMNS = ['user_login', 'enabled', 'recovery_codes_left'];

/** Adds `user two-factor status` and `disable` to the command line. */
export function addCommands(host: PluginHost, users: UserStore, factors: TwoFactors): void {
  host.command({
    name: 'user two-factor status',
    summary: 'Tells whether a user has a second factor.',
    args: '<user>',
    flags: LIST_FLAGS,
    run: async ({ args, printRows }) => {
      const { id, login } = await namedUser(users, args.user);
      const { enabled, recoveryCodes } = await factors.status(id);
      printRows(COLUMNS, [{ user_login: login, enabled, recovery_codes_left: recoveryCodes }]);
    },
  });
  host.command({
    name: 'user two-factor disable',
    summary: 'Disables the second factor of a user, who may have lost it.',
    args: '<user>',
    run: async ({ args, print }) => {
      const { id, login } = await namedUser(users, args.user);
      const wasEnabled = await factors.disable(id);
      print(
        wasEnabled ? `Success: Disabled the second factor of ${login}.` : `Success: ${login} has no second factor.`,
      );
    },
  });
}
