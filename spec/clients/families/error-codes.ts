/** The user of a request: the administrator, a subscriber, or none. */
export type Who = 'admin' | 'reader' | 'nobody';

/** A condition and what the apps of native systems take it for. */
export type ErrorRow = readonly [
  code: string,
  status: number,
  who: Who,
  request: string,
  json?: Readonly<Record<string, unknown>>,
];

const ADA = { username: 'ada', email: 'ada@example.org', password: 'x' };

/**
 * The pairs of condition and code that native apps distinguish. Post 1, page 2, user 1 and category 1 are those of a
 * new site; user 2 is the subscriber, post 4 has the password `secret`, post 5 is in the trash, comment 1 is on post 1.
 */
export const ERROR_CODES: readonly ErrorRow[] = [
  ['rest_no_route', 404, 'admin', 'GET /wp/v2/nothing'],
  ['incorrect_password', 401, 'nobody', 'GET /wp/v2/posts'],
  ['rest_invalid_param', 400, 'admin', 'GET /wp/v2/posts?per_page=101'],
  ['rest_missing_callback_param', 400, 'admin', 'POST /wp/v2/users', { username: 'ada' }],

  ['empty_content', 400, 'admin', 'POST /wp/v2/posts', {}],
  ['rest_post_exists', 400, 'admin', 'POST /wp/v2/posts', { id: 1, title: 'T' }],
  ['rest_invalid_author', 400, 'admin', 'POST /wp/v2/posts', { title: 'T', author: 99 }],
  ['rest_invalid_field', 400, 'admin', 'POST /wp/v2/posts', { title: 'T', password: 'p', sticky: true }],
  ['rest_invalid_param', 400, 'admin', 'POST /wp/v2/posts', { title: 'T', template: 'none.php' }],
  ['rest_cannot_create', 403, 'reader', 'POST /wp/v2/posts', { title: 'T' }],
  ['rest_post_invalid_id', 404, 'admin', 'GET /wp/v2/posts/999'],
  ['rest_forbidden', 403, 'reader', 'GET /wp/v2/posts/5'],
  ['rest_forbidden_context', 403, 'reader', 'GET /wp/v2/posts/1?context=edit'],
  ['rest_forbidden_context', 403, 'reader', 'GET /wp/v2/posts?context=edit'],
  ['rest_post_incorrect_password', 403, 'reader', 'GET /wp/v2/posts/4?password=wrong'],
  ['rest_cannot_edit', 403, 'reader', 'POST /wp/v2/posts/1', { title: 'T' }],
  ['rest_cannot_delete', 403, 'reader', 'DELETE /wp/v2/posts/1'],
  ['rest_already_trashed', 410, 'admin', 'DELETE /wp/v2/posts/5'],
  ['rest_no_search_term_defined', 400, 'admin', 'GET /wp/v2/posts?orderby=relevance'],
  ['rest_orderby_include_missing_include', 400, 'admin', 'GET /wp/v2/posts?orderby=include'],
  ['rest_post_invalid_page_number', 400, 'admin', 'GET /wp/v2/posts?page=99'],
  ['rest_invalid_param', 400, 'reader', 'GET /wp/v2/posts?status=draft'],
  ['rest_post_invalid_parent', 404, 'admin', 'GET /wp/v2/posts/999/revisions'],
  ['rest_post_invalid_id', 404, 'admin', 'GET /wp/v2/posts/1/revisions/999'],
  ['rest_cannot_read', 403, 'reader', 'GET /wp/v2/posts/1/revisions'],
  ['rest_cannot_edit', 403, 'reader', 'POST /wp/v2/posts/1/autosaves', { title: 'T' }],
  ['rest_post_no_autosave', 404, 'admin', 'GET /wp/v2/posts/1/autosaves/1'],

  ['rest_upload_no_data', 400, 'admin', 'POST /wp/v2/media'],
  ['rest_trash_not_supported', 501, 'admin', 'DELETE /wp/v2/media/3'],
  ['rest_cannot_create', 403, 'reader', 'POST /wp/v2/media'],
  ['rest_post_invalid_id', 404, 'admin', 'GET /wp/v2/media/999'],

  ['term_exists', 400, 'admin', 'POST /wp/v2/categories', { name: 'Uncategorized' }],
  ['rest_term_invalid', 400, 'admin', 'POST /wp/v2/categories', { name: 'T', parent: 99 }],
  ['rest_taxonomy_not_hierarchical', 400, 'admin', 'POST /wp/v2/tags', { name: 'T', parent: 1 }],
  ['rest_cannot_create', 403, 'reader', 'POST /wp/v2/categories', { name: 'T' }],
  ['rest_cannot_update', 403, 'reader', 'POST /wp/v2/categories/1', { name: 'T' }],
  ['rest_cannot_delete', 403, 'reader', 'DELETE /wp/v2/categories/1?force=true'],
  ['rest_cannot_delete', 403, 'admin', 'DELETE /wp/v2/categories/1?force=true'],
  ['rest_term_invalid', 404, 'admin', 'GET /wp/v2/categories/999'],
  ['rest_forbidden_context', 403, 'reader', 'GET /wp/v2/categories?context=edit'],

  ['rest_not_logged_in', 401, 'nobody', 'GET /wp/v2/users/me'],
  ['rest_user_invalid_id', 404, 'admin', 'GET /wp/v2/users/999'],
  ['rest_user_cannot_view', 403, 'reader', 'GET /wp/v2/users?roles=author'],
  ['rest_forbidden_context', 403, 'reader', 'GET /wp/v2/users?context=edit'],
  ['rest_forbidden_orderby', 403, 'reader', 'GET /wp/v2/users?orderby=email'],
  ['rest_forbidden_who', 403, 'reader', 'GET /wp/v2/users?who=authors'],
  ['rest_forbidden_context', 403, 'reader', 'GET /wp/v2/users/1?context=edit'],
  ['rest_cannot_create_user', 403, 'reader', 'POST /wp/v2/users', ADA],
  ['rest_user_exists', 400, 'admin', 'POST /wp/v2/users', { ...ADA, id: 1 }],
  ['rest_user_invalid_role', 400, 'admin', 'POST /wp/v2/users', { ...ADA, roles: ['none'] }],
  ['existing_user_login', 500, 'admin', 'POST /wp/v2/users', { ...ADA, username: 'admin' }],
  ['existing_user_email', 500, 'admin', 'POST /wp/v2/users', { ...ADA, email: 'reader@example.org' }],
  ['rest_cannot_edit', 403, 'reader', 'POST /wp/v2/users/1', { name: 'T' }],
  ['rest_cannot_edit_roles', 403, 'reader', 'POST /wp/v2/users/2', { roles: ['author'] }],
  ['rest_user_invalid_email', 400, 'admin', 'POST /wp/v2/users/1', { email: 'reader@example.org' }],
  ['rest_user_invalid_argument', 400, 'admin', 'POST /wp/v2/users/2', { username: 'renamed' }],
  ['rest_user_cannot_delete', 403, 'reader', 'DELETE /wp/v2/users/1?force=true&reassign='],
  ['rest_user_invalid_reassign', 400, 'admin', 'DELETE /wp/v2/users/2?force=true&reassign=99'],
  ['rest_trash_not_supported', 501, 'admin', 'DELETE /wp/v2/users/2?reassign=1'],
  [
    'rest_cannot_create_application_passwords',
    403,
    'reader',
    'POST /wp/v2/users/1/application-passwords',
    { name: 'T' },
  ],
  ['rest_cannot_list_application_passwords', 403, 'reader', 'GET /wp/v2/users/1/application-passwords'],
  ['rest_application_password_not_found', 404, 'admin', 'GET /wp/v2/users/1/application-passwords/none'],

  ['rest_comment_invalid_id', 404, 'admin', 'GET /wp/v2/comments/999'],
  ['rest_comment_content_invalid', 400, 'admin', 'POST /wp/v2/comments', { post: 1, content: '' }],
  ['rest_comment_invalid_post_id', 403, 'admin', 'POST /wp/v2/comments', { content: 'T' }],
  ['rest_comment_login_required', 401, 'nobody', 'POST /wp/v2/comments', { post: 1, content: 'T' }],
  ['rest_comment_exists', 400, 'admin', 'POST /wp/v2/comments', { id: 1, post: 1, content: 'T' }],
  ['rest_invalid_comment_type', 400, 'admin', 'POST /wp/v2/comments', { post: 1, content: 'T', type: 'pingback' }],
  ['rest_comment_invalid_author', 403, 'reader', 'POST /wp/v2/comments', { post: 1, content: 'T', author: 1 }],
  ['rest_comment_trash_post', 403, 'admin', 'POST /wp/v2/comments', { post: 5, content: 'T' }],
  ['rest_forbidden_param', 403, 'reader', 'GET /wp/v2/comments?status=hold'],
  ['rest_cannot_edit', 403, 'reader', 'POST /wp/v2/comments/1', { content: 'T' }],
  ['rest_cannot_delete', 403, 'reader', 'DELETE /wp/v2/comments/1'],

  ['rest_type_invalid', 404, 'admin', 'GET /wp/v2/types/none'],
  ['rest_status_invalid', 404, 'admin', 'GET /wp/v2/statuses/none'],
  ['rest_taxonomy_invalid', 404, 'admin', 'GET /wp/v2/taxonomies/none'],
  ['rest_forbidden', 403, 'reader', 'GET /wp/v2/settings'],
  ['rest_cannot_view_plugins', 403, 'reader', 'GET /wp/v2/plugins'],
  ['rest_plugin_not_found', 404, 'admin', 'GET /wp/v2/plugins/none/none'],
  ['rest_cannot_view_themes', 403, 'reader', 'GET /wp/v2/themes'],
];
