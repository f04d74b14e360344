import { CommandError } from '../../core/index.ts';
import type { User } from './user.ts';
import type { UserStore } from './user-store.ts';

/** The user whom a command's argument names, by id, login or e-mail address. @throws CommandError for nobody */
export async function namedUser(users: UserStore, given: string | string[] | undefined): Promise<User> {
  const name = String(given);
  const byId = /^\d+$/.test(name) ? await users.byId(Number(name)) : null;
  const user = byId ?? (await users.byLogin(name)) ?? (await users.byEmail(name));
  if (user === null) throw new CommandError(`there is no user "${name}"; "user list" shows them all`);
  return user;
}
