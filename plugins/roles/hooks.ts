import { asyncAction, filter } from '../../core/index.ts';
import type { Role } from './default-roles.ts';
import type { RoleUser } from './role-user.ts';

/** The hooks that the plugin fires. */
export const roleHooks = {
  map_meta_cap: filter<[caps: string[], cap: string, userId: number, args: unknown[]]>({
    params: ['caps', 'cap', 'user_id', 'args'],
    requiredPermissions: 'authentication',
    meaning: 'Maps a capability, mostly one on an object, to those that a user needs for it; `do_not_allow` refuses.',
    decides: true,
  }),
  user_has_cap: filter<[allcaps: Record<string, boolean>, caps: string[], args: unknown[], user: RoleUser]>({
    params: ['allcaps', 'caps', 'args', 'user'],
    requiredPermissions: 'authentication',
    meaning:
      'Adjusts the capabilities that a user has; the arguments are the requested capability, the id, and objects.',
    decides: true,
  }),
  updated_role: asyncAction<[slug: string, before: Role | undefined, after: Role | undefined]>({
    params: ['role', 'before', 'after'],
    requiredPermissions: 'users:read',
    meaning: 'Fires when a role was made, changed or removed: with what it was, and what it is.',
  }),
};

type RoleHooks = typeof roleHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends RoleHooks {}
}
