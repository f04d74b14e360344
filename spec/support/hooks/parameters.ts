import { isRestError, RestRequest, RestResponse, RestServer } from '../../../core/index.ts';

type Check = (value: unknown) => boolean;

const has =
  (...names: string[]): Check =>
  (value) =>
    typeof value === 'object' && value !== null && names.every((name) => name in value);
const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const isBoolean: Check = (value) => typeof value === 'boolean';
const isObject: Check = (value) => typeof value === 'object' && value !== null;
const isList: Check = Array.isArray;
const isAnything: Check = () => true;
const either =
  (...checks: Check[]): Check =>
  (value) =>
    checks.some((check) => check(value));

const isPost = has('author', 'status', 'type', 'menuOrder');
const isComment = has('authorName', 'content', 'approved');
const isTerm = has('taxonomy', 'taxonomyId', 'slug');
const isUser = has('login', 'email', 'nicename');

/** The check of each parameter by its name, which is the same for all hooks. */
const PARAMETERS: Readonly<Record<string, Check>> = {
  ID: isNumber,
  approved: isText,
  args: isObject,
  allow_headers: isList,
  allowed: isBoolean,
  attachment: isPost,
  attachment_id: isNumber,
  available: isObject,
  block_type: has('name'),
  blog_id: either(isNumber, (value) => value === null),
  caption: isText,
  check: has('content'),
  class_name: (value) => value === RestServer,
  comment: isComment,
  comment_content: isText,
  creating: isBoolean,
  curies: isList,
  data: isObject,
  deleted_term: isTerm,
  enabled: isBoolean,
  endpoints: isObject,
  envelope: has('body', 'status', 'headers'),
  errors: either((value) => value === null || value === true, isRestError),
  expose_headers: isList,
  guid: isText,
  handler: has('methods', 'callback'),
  item: has('name'),
  name: isText,
  new_attachment_id: isNumber,
  new_autosave: has('parent', 'author'),
  new_image_meta: has('width', 'height', 'file'),
  new_status: isText,
  old_status: isText,
  old_user: isUser,
  object_ids: isList,
  old_value: isAnything,
  option: isText,
  options: has('indent'),
  order: isList,
  path: isText,
  post: isPost,
  post_before: either(isPost, (value) => value === null),
  post_content: isText,
  post_excerpt: isText,
  post_id: isNumber,
  post_type: either(isText, has('rest_base', 'supports')),
  postarr: isObject,
  prefix: isText,
  prepared: isObject,
  prepared_args: isObject,
  prepared_comment: has('content'),
  prepared_post: isObject,
  prepared_term: isObject,
  prepared_user: isObject,
  query_args: isObject,
  query_params: isObject,
  reassign: either(isNumber, (value) => value === null),
  request: (value) => value instanceof RestRequest,
  response: either((value) => value === null || value instanceof RestResponse, isRestError, isObject),
  result: isAnything,
  route: isText,
  routes: isObject,
  schema: has('title', 'properties'),
  scheme: isText,
  search_handlers: (value) => isList(value) && (value as unknown[]).every(has('type', 'subtypes')),
  send: isBoolean,
  served: isBoolean,
  server: (value) => value instanceof RestServer,
  size: isNumber,
  sizes: isList,
  status: has('name', 'public'),
  supports_trash: isBoolean,
  taxonomy: either(isText, has('rest_base', 'hierarchical')),
  term: either(isTerm, isNumber),
  term_id: isNumber,
  theme: has('stylesheet'),
  title: isText,
  trashable: isBoolean,
  tt_id: isNumber,
  update: isBoolean,
  url: isText,
  user: isUser,
  user_id: isNumber,
  value: isAnything,
};

/** The names of a call's parameters that fail their check, or that have no check. */
export function strangeParameters(names: readonly string[], call: readonly unknown[]): string[] {
  return names.filter((name, at) => {
    const check = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined;
    return check === undefined || at >= call.length || !check(call[at]);
  });
}
