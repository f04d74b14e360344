import type { PluginHooks } from '../../core/index.ts';

declare module '../../core/rest/capability-catalogue.ts' {
  interface CapabilityCatalogue
    extends Readonly<
      Record<`${'edit' | 'delete' | 'remove' | 'promote'}_user`, [user: number | { readonly id: number }]>
    > {}
}

/** The primitive capability that each capability on a user needs. */
const NEEDED: Readonly<Record<string, string>> = {
  edit_user: 'edit_users',
  delete_user: 'delete_users',
  remove_user: 'remove_users',
  promote_user: 'promote_users',
  add_users: 'promote_users',
};

const idOf = (target: unknown): unknown =>
  typeof target === 'object' && target !== null ? (target as { id?: unknown }).id : target;

/** Maps capabilities of users: `user.can('edit_user', user)`, given the user or its id. Users may edit themselves. */
export function mapUserCapabilities(hooks: PluginHooks): void {
  hooks.filter('map_meta_cap').tap('users', (caps, capability, userId, [target]) => {
    if (!Object.hasOwn(NEEDED, capability)) return caps;
    if (capability === 'edit_user' && userId > 0 && idOf(target) === userId) return [];
    return [NEEDED[capability]!];
  });
}
