import { definePlugin } from '../../core/index.ts';
import { Credentials } from '../../core/rest/index.ts';
import { Database } from '../database/index.ts';
import { ReservedOptions } from '../options/index.ts';
import { DEFAULT_ROLES } from './default-roles.ts';
import { roleHooks } from './hooks.ts';
import { OptionRoles, Roles } from './roles.ts';

export { DEFAULT_ROLES, type Role } from './default-roles.ts';
export type { Capabilities, RoleUser } from './role-user.ts';
export { Roles, readCapabilities } from './roles.ts';

/** Keeps the site's roles, and decides what a user may do. */
export default definePlugin({
  name: 'roles',
  version: '0.1.0',
  description: 'Keeps roles and their capabilities, and maps capabilities of objects to them.',
  group: 'identity',
  cacheable: true,
  requires: { database: '^0.1.0', options: '^0.1.0' },
  capabilities: ['authentication', 'database'],
  hooks: roleHooks,
  async setup(host) {
    const options = host.use(ReservedOptions);
    const option = `${host.use(Database).prefix}user_roles`;
    if (!options.has(option)) await options.change(option, (stored) => stored ?? DEFAULT_ROLES);
    host.provide(Roles, new OptionRoles(options, option, host.hooks, host.use(Credentials)));
  },
});
