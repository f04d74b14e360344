import { type MaybePromise, type RestRequest, whenReady } from '../../../core/index.ts';
import { postErrors as errors } from '../errors.ts';
import type { Post } from '../post.ts';
import { idOf } from './ids.ts';
import type { PostsKit, TypeScope } from './kit.ts';
import { isPasswordOf } from './password.ts';

/**
 * Whether whoever asks may read an item. An item that inherits its status is as open as its parent; to whoever is
 * signed in, as open as that was before it was put in the trash.
 */
export function mayRead(kit: PostsKit, post: Post, request: RestRequest): MaybePromise<boolean> {
  const type = kit.types.get(post.type);
  if (type?.show_in_rest !== true) return false;
  if (kit.statuses.get(post.status)?.public || request.user.can('read_post', post)) return true;
  if (post.status !== 'inherit') return false;
  const above = post.parent === 0 ? null : kit.posts.loader(request.context).get(post.parent);
  return whenReady(above, (parent) => {
    if (parent === null) return true;
    const wasPublic = kit.statuses.get(parent.trashedFrom)?.public === true;
    return whenReady(mayRead(kit, parent, request), (open) => open || (wasPublic && request.user.can(type.cap.read!)));
  });
}

/** Whether whoever asks may edit an item. */
export const mayEdit = ({ type }: TypeScope, post: Post, { user }: RestRequest): boolean =>
  type.show_in_rest && user.can('edit_post', post);

/** Whether whoever asks may delete an item. */
export const mayDelete = ({ type }: TypeScope, post: Post, { user }: RestRequest): boolean =>
  type.show_in_rest && user.can('delete_post', post);

/** Refuses a list in the edit context to those who edit nothing. */
export function checkList({ type }: TypeScope, request: RestRequest): void {
  if (request.getParam('context') === 'edit' && !request.user.can(type.cap.edit_posts!)) {
    throw errors.rest_forbidden_context(request);
  }
}

/** Refuses to show an item in the edit context to those who may not edit it, and a wrong password to all. */
export function checkItem(scope: TypeScope, post: Post, request: RestRequest): void {
  if (request.getParam('context') === 'edit' && !mayEdit(scope, post, request)) {
    throw errors.rest_forbidden_context(request);
  }
  const password = request.getParam('password');
  if (password && !isPasswordOf(post, password)) throw errors.rest_post_incorrect_password();
}

/** Refuses a new item to those who may not make it as they ask. */
export function checkCreate(scope: TypeScope, request: RestRequest): MaybePromise<void> {
  const id = request.getParam('id');
  if (id !== null && id !== '' && id !== 0 && id !== '0' && id !== false) throw errors.rest_post_exists();
  checkAuthorAndSticky(scope, request);
  if (!request.user.can(scope.type.cap.create_posts!)) throw errors.rest_cannot_create(request);
  return checkTerms(scope, request);
}

/** Refuses a change of an item to those who may not make it. */
export async function checkUpdate(scope: TypeScope, post: Post, request: RestRequest): Promise<void> {
  if (!mayEdit(scope, post, request)) throw errors.rest_cannot_edit(request);
  checkAuthorAndSticky(scope, request);
  await checkTerms(scope, request);
}

function checkAuthorAndSticky({ type }: TypeScope, request: RestRequest): void {
  const { user } = request;
  const author = idOf(request.getParam('author'));
  if (author !== 0 && author !== user.id && !user.can(type.cap.edit_others_posts!)) {
    throw errors.rest_cannot_edit_others(request);
  }
  const maySetSticky = user.can(type.cap.edit_others_posts!) || user.can(type.cap.publish_posts!);
  if (isSet(request.getParam('sticky')) && !maySetSticky) throw errors.rest_cannot_assign_sticky(request);
}

/** Terms that exist may be assigned by those alone who may assign them; others are left out later. */
async function checkTerms({ kit, type }: TypeScope, request: RestRequest): Promise<void> {
  for (const taxonomy of kit.taxonomies.ofType(type.name)) {
    const terms = taxonomy.show_in_rest ? request.getParam(taxonomy.rest_base) : null;
    if (!Array.isArray(terms) || terms.length === 0 || request.user.can(taxonomy.cap.assign_terms)) continue;
    const known = await kit.terms.byIds(terms.map(idOf), taxonomy.name);
    if (known.size > 0) throw errors.rest_cannot_assign_term(request);
  }
}

/** Whether a boolean parameter, sanitized or not, is true. */
export const isSet = (value: unknown): boolean => value === true || value === 'true' || value === '1' || value === 1;
