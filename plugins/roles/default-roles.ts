/** A role: its name for people, and what it may do. */
export interface Role {
  readonly name: string;
  readonly capabilities: Readonly<Record<string, boolean>>;
}

/** The capabilities `level_n` down to `level_0`, which old tools ask for. */
const levels = (highest: number): string[] => Array.from({ length: highest + 1 }, (_, at) => `level_${highest - at}`);

const SUBSCRIBER = ['read'] as const;
const CONTRIBUTOR = [...SUBSCRIBER, 'edit_posts', 'delete_posts'] as const;
const AUTHOR = [
  ...CONTRIBUTOR,
  'upload_files',
  'publish_posts',
  'edit_published_posts',
  'delete_published_posts',
] as const;
const EDITOR = [
  ...AUTHOR,
  'moderate_comments',
  'manage_categories',
  'manage_links',
  'unfiltered_html',
  'edit_others_posts',
  'edit_private_posts',
  'delete_others_posts',
  'delete_private_posts',
  'read_private_posts',
  'edit_pages',
  'edit_others_pages',
  'edit_published_pages',
  'edit_private_pages',
  'publish_pages',
  'delete_pages',
  'delete_others_pages',
  'delete_published_pages',
  'delete_private_pages',
  'read_private_pages',
] as const;
const ADMINISTRATOR = [
  ...EDITOR,
  'manage_options',
  'edit_dashboard',
  'edit_files',
  'edit_theme_options',
  'switch_themes',
  'edit_themes',
  'update_themes',
  'install_themes',
  'delete_themes',
  'activate_plugins',
  'edit_plugins',
  'update_plugins',
  'install_plugins',
  'delete_plugins',
  'update_core',
  'list_users',
  'create_users',
  'edit_users',
  'promote_users',
  'remove_users',
  'delete_users',
  'unfiltered_upload',
  'import',
  'export',
] as const;

declare module '../../core/rest/capability-catalogue.ts' {
  interface CapabilityCatalogue extends Readonly<Record<(typeof ADMINISTRATOR)[number], []>> {}
}

const role = (name: string, capabilities: readonly string[], level: number): Role => ({
  name,
  capabilities: Object.fromEntries([...capabilities, ...levels(level)].map((capability) => [capability, true])),
});

/** The roles of a new site, by slug. */
export const DEFAULT_ROLES: Readonly<Record<string, Role>> = {
  administrator: role('Administrator', ADMINISTRATOR, 10),
  editor: role('Editor', EDITOR, 7),
  author: role('Author', AUTHOR, 2),
  contributor: role('Contributor', CONTRIBUTOR, 1),
  subscriber: role('Subscriber', SUBSCRIBER, 0),
};
