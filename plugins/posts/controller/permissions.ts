import type { RestRequest } from '../../../core/index.ts';
import { toInteger } from '../../../core/schema/index.ts';
import { postErrors as errors } from '../errors.ts';
import type { Post } from '../post.ts';
import type { PostsDependencies, TypeScope } from './dependencies.ts';
import { idOf } from './ids.ts';
import { comparePassword } from './password.ts';

/**
 * Whether the user of a request may read an item. An item that inherits its status may be read if its parent may; a
 * user who is logged in may read it if the parent could be read before it was put in the trash.
 */
export async function mayRead(
  dependencies: Pick<PostsDependencies, 'posts' | 'statuses' | 'types'>,
  post: Post,
  request: RestRequest,
): Promise<boolean> {
  const { posts, statuses, types } = dependencies;
  const type = types.get(post.type);
  if (type?.show_in_rest !== true) return false;
  if (statuses.get(post.status)?.public || request.user.can('read_post', post)) return true;
  if (post.status !== 'inherit') return false;
  const parent = post.parent === 0 ? null : await posts.loader(request.context).load(post.parent);
  if (parent === null || (await mayRead(dependencies, parent, request))) return true;
  return statuses.get(parent.trashedFrom)?.public === true && request.user.can(type.cap.read!);
}

/** Whether the user of a request may edit an item. */
export const mayEdit = ({ type }: TypeScope<never>, post: Post, { user }: RestRequest): boolean =>
  type.show_in_rest && user.can('edit_post', post);

/** Whether the user of a request may delete an item. */
export const mayDelete = ({ type }: TypeScope<never>, post: Post, { user }: RestRequest): boolean =>
  type.show_in_rest && user.can('delete_post', post);

/** Refuses a list in the edit context to users who may not edit items of the type. */
export function checkList({ type }: TypeScope<never>, request: RestRequest): void {
  if (request.getParam('context') === 'edit' && !request.user.can(type.cap.edit_posts!)) {
    throw errors.rest_forbidden_context(request);
  }
}

/** Refuses the edit context of an item to users who may not edit the item, and refuses a wrong password. */
export async function checkItem(scope: TypeScope<'throttles'>, post: Post, request: RestRequest): Promise<void> {
  if (request.getParam('context') === 'edit' && !mayEdit(scope, post, request)) {
    throw errors.rest_forbidden_context(request);
  }
  if ((await comparePassword([post], request, scope.dependencies)) === 'wrong')
    throw errors.rest_post_incorrect_password();
}

/** Refuses a new item that the user may not make, or not with these values. */
export async function checkCreate(scope: TypeScope<'taxonomies' | 'terms'>, request: RestRequest): Promise<void> {
  const id = request.getParam('id');
  if (id !== null && id !== '' && id !== 0 && id !== '0' && id !== false) throw errors.rest_post_exists();
  checkAuthorAndSticky(scope, request);
  if (!request.user.can(scope.type.cap.create_posts!)) throw errors.rest_cannot_create(request);
  await checkTerms(scope, request);
}

/** Refuses a change of an item that the user may not make. */
export async function checkUpdate(
  scope: TypeScope<'taxonomies' | 'terms'>,
  post: Post,
  request: RestRequest,
): Promise<void> {
  if (!mayEdit(scope, post, request)) throw errors.rest_cannot_edit(request);
  checkAuthorAndSticky(scope, request);
  await checkTerms(scope, request);
}

function checkAuthorAndSticky({ type }: TypeScope<never>, request: RestRequest): void {
  const { user } = request;
  const author = idOf(request.getParam('author'));
  if (author !== 0 && author !== user.id && !user.can(type.cap.edit_others_posts!)) {
    throw errors.rest_cannot_edit_others(request);
  }
  const maySetSticky = user.can(type.cap.edit_others_posts!) || user.can(type.cap.publish_posts!);
  if (isSet(request.getParam('sticky')) && !maySetSticky) throw errors.rest_cannot_assign_sticky(request);
}

/**
 * Existing terms may be assigned only by users with the capability to do so; unknown ones are ignored later. The id 0, as
 * which a missing term is often sent, nobody may assign.
 */
async function checkTerms(
  { dependencies, type }: TypeScope<'taxonomies' | 'terms'>,
  request: RestRequest,
): Promise<void> {
  for (const taxonomy of dependencies.taxonomies.ofType(type.name)) {
    const terms = taxonomy.show_in_rest ? request.getParam(taxonomy.rest_base) : null;
    if (!Array.isArray(terms) || terms.length === 0) continue;
    if (terms.some((id) => toInteger(id) === 0)) throw errors.rest_cannot_assign_term(request);
    if (request.user.can(taxonomy.cap.assign_terms)) continue;
    const known = await dependencies.terms.byIds(terms.map(idOf), taxonomy.name);
    if (known.size > 0) throw errors.rest_cannot_assign_term(request);
  }
}

/** Whether a boolean parameter, sanitized or not, is true. */
export const isSet = (value: unknown): boolean => value === true || value === 'true' || value === '1' || value === 1;
