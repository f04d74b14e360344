import { randomBytes } from 'node:crypto';
import { CommandError, type PluginHost } from '../../core/index.ts';
import { namedUser, reported, type User, type UserStore } from '../users/index.ts';
import type { Letters } from './letters.ts';
import type { Notices } from './notices.ts';

/** The services that the command needs. */
export interface CommandParts {
  readonly users: UserStore;
  readonly letters: Letters;
  readonly notices: Notices;
}

/** Adds `user reset-password` to the command line. */
export function addCommands(host: PluginHost, { users, letters, notices }: CommandParts): void {
  host.command({
    name: 'user reset-password',
    summary: 'Gives users a password that nobody knows, and mails them a link to set one.',
    args: '<user...>',
    flags: {
      '--skip-email': 'Sends no mail.',
      '--show-password': 'Prints the password.',
      '--porcelain': 'Prints the passwords alone.',
    },
    run: async ({ args, flags, print }) => {
      const found: User[] = [];
      for (const name of [args.user ?? []].flat()) found.push(await namedUser(users, name));
      for (const user of found) {
        const password = randomBytes(18).toString('base64url');
        const changed = await reported(() => notices.without(user.id, () => users.update(user.id, { password })));
        if (flags.porcelain === true) print(password);
        else print(`Success: Reset the password of ${user.login}.`);
        if (flags['show-password'] === true && flags.porcelain !== true) print(`Password: ${password}`);
        if (flags['skip-email'] === true) continue;
        if (!(await letters.sendLink(changed))) throw new CommandError(`no mail was sent to ${user.login}`);
      }
    },
  });
}
