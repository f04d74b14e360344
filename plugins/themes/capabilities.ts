/** The capabilities on items that make up the look of the site; all of them are mapped to the same capability. */
const ACTIONS = [
  'create_posts',
  'delete_others_posts',
  'delete_posts',
  'delete_private_posts',
  'delete_published_posts',
  'edit_others_posts',
  'edit_posts',
  'edit_private_posts',
  'edit_published_posts',
  'publish_posts',
  'read_private_posts',
];

/** The capabilities of content types whose items make up the look of the site. */
export const OF_THEMES: Readonly<Record<string, string>> = Object.fromEntries(
  ACTIONS.map((action) => [action, 'edit_theme_options']),
);
