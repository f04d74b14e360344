/** Hooks in the order in which they first fire in a lifecycle. */
export interface Life {
  /** The name of the lifecycle: `GET /cms/v2/posts`. */
  readonly of: string;
  readonly hooks: readonly string[];
}

/** The hooks of every request up to its permission check. */
const ARRIVING = [
  'rest_trace_request',
  'rest_serve_request',
  'determine_current_user',
  'rest_authentication_errors',
  'rest_rate_limit',
  'rest_pre_dispatch',
  'rest_request_parameter_order',
  'rest_request_before_callbacks',
];

/** The hooks of an item from its rendered texts to the answer of its route. */
const SHOWING = [
  'rest_url',
  'rest_post_links',
  'wp_revisions_to_keep',
  'rest_route_for_post_type_items',
  'rest_route_for_taxonomy_items',
  'rest_prepare_{post_type}',
  'rest_request_after_callbacks',
  'rest_post_dispatch',
];

/** The hooks of every answer after its route. */
const LEAVING = [
  'rest_pre_serve_request',
  'rest_exposed_cors_headers',
  'rest_allowed_cors_headers',
  'rest_send_nocache_headers',
  'rest_response_data',
  'rest_pre_echo_response',
  'rest_json_encode_options',
  'rest_response_body',
  'rest_served',
];

/** The lifecycles that give the hooks before and after a hook; a spec compares them with the hooks that fire. */
export const LIFECYCLES: readonly Life[] = [
  {
    of: 'the first start of a host',
    hooks: [
      'cms_rest_server_class',
      'init',
      'register_post_type_args',
      'registered_post_type',
      'register_taxonomy_args',
      'registered_taxonomy',
      'created_term',
      'rest_api_init',
      'rest_get_max_batch_size',
      'rest_avatar_sizes',
      'rest_user_collection_params',
      'rest_{post_type}_item_schema',
      'rest_{post_type}_collection_params',
      'rest_{taxonomy}_collection_params',
      'rest_comment_collection_params',
      'rest_themes_collection_params',
      'cms_rest_search_handlers',
      'site_status_tests',
      'rest_endpoints',
    ],
  },
  {
    of: 'GET /cms/v2/posts',
    hooks: [
      ...ARRIVING,
      'rest_dispatch_request',
      'rest_{post_type}_query',
      'rest_query_var-{key}',
      'rest_requested_fields',
      'post_link',
      'rest_post_items',
      'get_the_guid',
      'the_title',
      'the_content',
      'render_block',
      'get_the_excerpt',
      'the_excerpt',
      ...SHOWING,
      'map_meta_cap',
      'user_has_cap',
      ...LEAVING,
    ],
  },
  {
    of: 'POST /cms/v2/posts',
    hooks: [
      ...ARRIVING,
      'map_meta_cap',
      'user_has_cap',
      'rest_dispatch_request',
      'rest_pre_insert_{post_type}',
      'title_save_pre',
      'wp_insert_post_empty_content',
      'get_default_comment_status',
      'add_trashed_suffix_to_trashed_posts',
      'wp_unique_post_slug_is_bad_flat_slug',
      'pre_wp_unique_post_slug',
      'wp_unique_post_slug',
      'wp_insert_post_parent',
      'wp_insert_post_data',
      'post_link',
      'set_object_terms',
      'transition_post_status',
      'save_post_{post_type}',
      'save_post',
      'wp_insert_post',
      'rest_insert_{post_type}',
      'rest_after_insert_{post_type}',
      'wp_after_insert_post',
      'rest_requested_fields',
      'rest_post_items',
      'get_the_guid',
      'the_title',
      'the_content',
      'get_the_excerpt',
      'the_excerpt',
      ...SHOWING,
      ...LEAVING,
    ],
  },
];
