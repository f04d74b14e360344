/** How a hook is made to fire: by building the site and a first request, by the front page, or by requests. */
export type Firing = 'build' | 'page' | readonly string[];

const LIST = ['GET /posts'];
const POST = ['POST /posts {"title":"New","status":"publish"}'];
const POST_CHANGED = ['POST /posts/<post own publish> {"title":"Changed"}'];
const POST_SHOWN = ['GET /posts/<post own publish>?context=edit'];
const POST_DELETED = ['DELETE /posts/<post own publish>'];
const TERM = ['POST /categories {"name":"<new>"}'];
const TERM_DELETED = ['DELETE /categories/<category>?force=true'];
const COMMENT = ['POST /comments {"post":<post own publish>,"content":"<new>"}'];
const COMMENT_DELETED = ['DELETE /comments/<comment other approved>'];
const USER = ['POST /users {"username":"<new>","email":"<new>@example.org","password":"of somebody new"}'];
const USER_DELETED = ['DELETE /users/<user silent>?force=true&reassign=false'];
const UPLOAD = ['POST /media file'];
const EDITED_IMAGE = [...UPLOAD, 'POST /media/{id}/edit {"src":"{source_url}","rotation":90}'];
const PASSWORD = ['POST /users/me/application-passwords {"name":"<new>"}'];
const AUTOSAVE = 'POST /posts/<post other publish>/autosaves';
const SETTINGS_CHANGED = ['POST /settings {"description":"<new>"}'];

/** How each hook of WordPress is made to fire, by its name there. */
export const FIRINGS: Readonly<Record<string, Firing>> = {
  allow_empty_comment: ['POST /comments {"post":<post own publish>,"content":""}'],
  cms_creating_autosave: [`${AUTOSAVE} {"content":"Once"}`, `${AUTOSAVE} {"content":"Twice"}`],
  cms_rest_search_handlers: 'build',
  cms_rest_server_class: 'build',
  comment_text: ['GET /comments/<comment other approved>'],
  get_the_excerpt: POST_SHOWN,
  get_the_guid: POST_SHOWN,
  rest_after_insert_application_password: PASSWORD,
  rest_after_insert_attachment: UPLOAD,
  rest_after_insert_comment: COMMENT,
  rest_after_insert_user: USER,
  'rest_after_insert_{post_type}': POST,
  'rest_after_insert_{taxonomy}': TERM,
  rest_allow_anonymous_comments: ['anonymous POST /comments {"post":<post other publish>,"content":"x"}'],
  rest_allowed_cors_headers: LIST,
  rest_api_init: 'build',
  rest_authentication_errors: LIST,
  rest_rate_limit: LIST,
  rest_avatar_sizes: ['GET /users/me'],
  rest_allow_reading_comment: ['anonymous GET /comments/<comment other hold>'],
  rest_comment_collection_params: 'build',
  rest_comment_query: ['GET /comments'],
  rest_comment_trashable: COMMENT_DELETED,
  rest_delete_comment: COMMENT_DELETED,
  // No user may delete a revision by default; the spec allows it.
  rest_delete_revision: ['DELETE /posts/<post own publish>/revisions/<revision post own publish>?force=true'],
  rest_delete_user: USER_DELETED,
  'rest_delete_{post_type}': POST_DELETED,
  'rest_delete_{taxonomy}': TERM_DELETED,
  rest_dispatch_request: LIST,
  rest_endpoints: 'build',
  rest_endpoints_description: ['GET //'],
  rest_envelope_response: ['GET /posts?_envelope'],
  rest_exposed_cors_headers: LIST,
  rest_get_max_batch_size: 'build',
  rest_index: ['GET //'],
  rest_insert_attachment: UPLOAD,
  rest_insert_comment: COMMENT,
  rest_insert_user: USER,
  'rest_insert_{post_type}': POST,
  'rest_insert_{taxonomy}': TERM,
  rest_json_encode_options: LIST,
  rest_jsonp_enabled: ['GET /posts?_jsonp=receive'],
  rest_namespace_index: ['GET '],
  rest_post_dispatch: LIST,
  rest_post_format_search_query: ['GET /search?type=post-format'],
  rest_post_search_query: ['GET /search?search=x'],
  rest_pre_dispatch: LIST,
  rest_pre_echo_response: LIST,
  rest_pre_get_setting: ['GET /settings'],
  rest_pre_insert_application_password: PASSWORD,
  rest_pre_insert_comment: COMMENT,
  rest_pre_insert_user: USER,
  'rest_pre_insert_{post_type}': POST,
  'rest_pre_insert_{taxonomy}': TERM,
  rest_pre_serve_request: LIST,
  rest_pre_update_setting: SETTINGS_CHANGED,
  rest_prepare_application_password: PASSWORD,
  rest_prepare_attachment: UPLOAD,
  rest_prepare_autosave: [`${AUTOSAVE} {"content":"Once"}`],
  rest_prepare_block_type: ['GET /block-types/core/archives'],
  rest_prepare_comment: ['GET /comments/<comment other approved>'],
  rest_prepare_plugin: ['GET /plugins/running'],
  rest_prepare_post_type: ['GET /types/post'],
  rest_prepare_revision: ['GET /posts/<post own publish>/revisions/<revision post own publish>'],
  rest_prepare_status: ['GET /statuses/publish'],
  rest_prepare_taxonomy: ['GET /taxonomies/category'],
  rest_prepare_theme: ['GET /themes/<theme>'],
  rest_prepare_user: ['GET /users/me'],
  'rest_prepare_{post_type}': POST_SHOWN,
  'rest_prepare_{taxonomy}': ['GET /categories/<category>'],
  rest_preprocess_comment: COMMENT,
  rest_queried_resource_route: 'page',
  'rest_query_var-{key}': LIST,
  rest_request_after_callbacks: LIST,
  rest_request_before_callbacks: LIST,
  rest_request_from_url: ['GET /posts/<post own publish>?_embed'],
  rest_request_parameter_order: LIST,
  rest_response_link_curies: 'build',
  rest_revision_query: ['GET /posts/<post own publish>/revisions'],
  rest_route_data: ['GET //'],
  rest_route_for_post: ['GET /comments/<comment other approved>'],
  rest_route_for_post_type_items: POST_SHOWN,
  rest_route_for_taxonomy_items: ['GET /taxonomies/category'],
  rest_route_for_term: ['GET /search?type=term'],
  rest_send_nocache_headers: LIST,
  rest_term_search_query: ['GET /search?type=term'],
  rest_themes_collection_params: 'build',
  rest_url: POST_SHOWN,
  rest_url_prefix: 'build',
  rest_user_collection_params: 'build',
  rest_user_query: ['GET /users'],
  'rest_{post_type}_collection_params': 'build',
  'rest_{post_type}_item_schema': 'build',
  'rest_{post_type}_query': LIST,
  'rest_{post_type}_trashable': POST_DELETED,
  'rest_{taxonomy}_collection_params': 'build',
  'rest_{taxonomy}_query': ['GET /categories'],
  the_content: POST_SHOWN,
  the_excerpt: POST_SHOWN,
  the_title: POST_SHOWN,
  wp_edited_image_metadata: EDITED_IMAGE,
};

/** How each hook of the stores is made to fire, and its parameters. */
export const STORED: Readonly<Record<string, { readonly params: readonly string[]; readonly by: Firing }>> = {
  save_post: { params: ['post_id', 'post', 'update'], by: POST },
  wp_insert_post_data: { params: ['data', 'postarr'], by: POST_CHANGED },
  transition_post_status: { params: ['new_status', 'old_status', 'post'], by: POST },
  before_delete_post: { params: ['post_id', 'post'], by: ['DELETE /posts/<post own publish>?force=true'] },
  deleted_post: { params: ['post_id', 'post'], by: ['DELETE /posts/<post own publish>?force=true'] },
  created_term: { params: ['term_id', 'tt_id', 'taxonomy'], by: TERM },
  edited_term: { params: ['term_id', 'tt_id', 'taxonomy'], by: ['POST /categories/<category> {"name":"<new>"}'] },
  delete_term: { params: ['term', 'tt_id', 'taxonomy', 'deleted_term', 'object_ids'], by: TERM_DELETED },
  user_register: { params: ['user_id'], by: USER },
  profile_update: { params: ['user_id', 'old_user'], by: ['POST /users/<user silent> {"description":"<new>"}'] },
  deleted_user: { params: ['user_id', 'reassign', 'user'], by: USER_DELETED },
  comment_post: { params: ['ID', 'approved'], by: COMMENT },
  transition_comment_status: {
    params: ['new_status', 'old_status', 'comment'],
    by: ['POST /comments/<comment other hold> {"status":"approve"}'],
  },
  add_attachment: { params: ['post_id'], by: UPLOAD },
  updated_option: { params: ['option', 'old_value', 'value'], by: SETTINGS_CHANGED },
};
