import { type CurrentUser, serviceToken, UserLoader } from '../../core/index.ts';
import type { Services } from '../../core/services/index.ts';

/** The capabilities of each role beyond those of the role before it. */
const ADDED = {
  subscriber: 'read',
  contributor: 'edit_posts delete_posts',
  author: 'upload_files publish_posts edit_published_posts delete_published_posts',
  editor: `moderate_comments manage_categories manage_links unfiltered_html edit_others_posts edit_private_posts
    delete_others_posts delete_private_posts read_private_posts edit_pages edit_others_pages edit_published_pages
    edit_private_pages publish_pages delete_pages delete_others_pages delete_published_pages delete_private_pages
    read_private_pages`,
  administrator: `manage_options edit_dashboard edit_files edit_theme_options switch_themes edit_themes update_themes
    install_themes delete_themes activate_plugins edit_plugins update_plugins install_plugins delete_plugins update_core
    list_users create_users edit_users promote_users remove_users delete_users unfiltered_upload import export`,
} as const;

/** One of the five roles. */
export type RoleName = keyof typeof ADDED;

/** A user of each role, by role. */
export type RoleUsers = Readonly<Record<RoleName, CurrentUser>>;

/** The five roles, in order of their capabilities. */
export const ROLE_NAMES = Object.keys(ADDED) as RoleName[];

/** The default capabilities of a role. */
export function capabilitiesOf(role: RoleName): string[] {
  return ROLE_NAMES.slice(0, ROLE_NAMES.indexOf(role) + 1).flatMap((name) => ADDED[name].split(/\s+/));
}

/** Creates a user of each role: stored ones if a plugin stores users, and otherwise plain objects with the capabilities. */
export async function createRoleUsers(services: Services): Promise<RoleUsers> {
  const [store, loader] = [services.find(serviceToken('user-store')), services.find(UserLoader)];
  const users: Partial<Record<RoleName, CurrentUser>> = {};
  for (const [position, role] of ROLE_NAMES.entries()) {
    if (store === undefined || loader === undefined) {
      users[role] = plainUser(position + 1, new Set(capabilitiesOf(role)));
    } else {
      const { id } = await store.create({ login: role, email: `${role}@example.org`, roles: [role] });
      users[role] = (await loader.load(id))!;
    }
  }
  return users as RoleUsers;
}

const plainUser = (id: number, capabilities: ReadonlySet<string>): CurrentUser => ({
  id,
  can: (capability: string, ..._objects) => capability === 'exist' || capabilities.has(capability),
});
