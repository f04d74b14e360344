import type { TaxonomyArgs } from './taxonomy.ts';

/** The taxonomies of posts that every site has, by name. */
export const BUILTIN_TAXONOMIES: Readonly<Record<string, TaxonomyArgs>> = {
  category: {
    labels: { name: 'Categories', singular_name: 'Category' },
    hierarchical: true,
    show_admin_column: true,
    capabilities: {
      manage_terms: 'manage_categories',
      edit_terms: 'edit_categories',
      delete_terms: 'delete_categories',
      assign_terms: 'assign_categories',
    },
    rewrite: { slug: 'category', hierarchical: true },
    query_var: 'category_name',
    show_in_rest: true,
    rest_base: 'categories',
    default_term: { name: 'Uncategorized', slug: 'uncategorized' },
  },
  post_tag: {
    labels: { name: 'Tags', singular_name: 'Tag' },
    show_admin_column: true,
    capabilities: {
      manage_terms: 'manage_post_tags',
      edit_terms: 'edit_post_tags',
      delete_terms: 'delete_post_tags',
      assign_terms: 'assign_post_tags',
    },
    rewrite: { slug: 'tag' },
    query_var: 'tag',
    show_in_rest: true,
    rest_base: 'tags',
  },
  post_format: {
    labels: { name: 'Formats', singular_name: 'Format' },
    show_ui: false,
    show_in_nav_menus: true,
    rewrite: { slug: 'type' },
  },
};
