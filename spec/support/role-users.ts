import type { Generation } from '../../core/generation.ts';
import { UserLoader } from '../../core/index.ts';
import { Options } from '../../plugins/options/index.ts';
import { type User, UserStore, userLink } from '../../plugins/users/index.ts';
import type { RoleUser } from './replay.ts';

const ROLES = {
  admin: 'administrator',
  editor: 'editor',
  author: 'author',
  contributor: 'contributor',
  subscriber: 'subscriber',
};

/** Creates the five users of scenarios, each named after its role. They have no password. */
export async function addRoleUsers(generation: Generation): Promise<Record<keyof typeof ROLES, RoleUser>> {
  const { services, site } = generation;
  const users = services.get('spec', UserStore);
  const made = await Promise.all(
    Object.entries(ROLES).map(async ([login, role]) => {
      const user: User = await users.create({ login, email: `${login}@example.org`, roles: [role] });
      const current = (await services.get('spec', UserLoader).load(user.id))!;
      const url = userLink(user, site, services.get('spec', Options));
      return [login, { user: current, name: user.displayName, email: user.email, url }] as const;
    }),
  );
  return Object.fromEntries(made) as Record<keyof typeof ROLES, RoleUser>;
}
