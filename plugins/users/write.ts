import { type RestRequest, RestResponse } from '../../core/index.ts';
import { userErrors as errors } from './errors.ts';
import { userInput } from './input.ts';
import { checkRoles } from './permissions.ts';
import type { UserServices } from './services.ts';
import type { User } from './user.ts';

/** The part of the controller of users that storing a user needs. */
export interface StoreSteps {
  readonly services: Pick<UserServices, 'hooks' | 'meta' | 'roles' | 'users'>;
  /** Stores the additional fields that a request sets. */
  updateAdditionalFields(user: User, request: RestRequest): Promise<void>;
}

/** The part of the controller of users that deleting a user needs. */
export interface DeleteSteps {
  readonly services: Pick<UserServices, 'hooks' | 'users'>;
  /** The answer that shows a user. */
  prepare(user: User, request: RestRequest): Promise<RestResponse>;
}

/** Makes the user that a request describes, or changes the one that it names; the user as stored afterwards. */
export async function storeByRequest(steps: StoreSteps, old: User | null, request: RestRequest): Promise<User> {
  const { services } = steps;
  const { hooks, users, meta } = services;
  if (old !== null) await checkChange(old, request, services);
  const roles = request.getParam('roles');
  if (Array.isArray(roles)) checkRoles(old?.id ?? 0, roles.map(String), request, services);

  const creating = old === null;
  const { login, password, ...changes } = userInput(request);
  withhold(request, 'password');
  const adjusted = await hooks
    .filter('rest_pre_insert_user')
    .promise(creating ? { login, ...changes } : changes, request);
  const prepared = password === undefined ? adjusted : { ...adjusted, password };
  const stored = creating ? await users.create(prepared) : await users.update(old.id, prepared);
  await hooks.action('rest_insert_user').promise(stored, request, creating);
  await meta.updateMeta('user', '', stored.id, request.getParam('meta'), request);
  const user = (await users.byId(stored.id)) ?? stored;
  await steps.updateAdditionalFields(user, request);
  users.loader(request.context).clear(user.id).prime(user.id, user);
  request.setParam('context', 'edit');
  await hooks.action('rest_after_insert_user').promise(user, request, creating);
  return user;
}

/** Takes a parameter out of a request, so that no hook from here on sees it. */
function withhold(request: RestRequest, name: string): void {
  for (const source of request.parameterOrder()) delete request.paramsOf(source)[name];
  request.body = undefined;
}

/** Checks the fields that a change may not touch; throws the error object of a refusal. */
async function checkChange(user: User, request: RestRequest, { users }: Pick<UserServices, 'users'>): Promise<void> {
  const [email, username, slug] = ['email', 'username', 'slug'].map((name) => String(request.getParam(name) ?? ''));
  const owner = await users.byEmail(email ?? '');
  if (owner !== null && owner.id !== user.id) throw errors.rest_user_invalid_email();
  if (username && username !== user.login) throw errors.rest_user_invalid_argument();
  if (slug && slug !== user.nicename && (await users.bySlug(slug)) !== null) throw errors.rest_user_invalid_slug();
}

/** Deletes the user of a request, and answers with the user as it was before. */
export async function deleteByRequest(steps: DeleteSteps, user: User, request: RestRequest): Promise<RestResponse> {
  const { users, hooks } = steps.services;
  if (request.getParam('force') !== true) throw errors.rest_trash_not_supported();
  const reassign = Math.abs(Number(request.getParam('reassign'))) || null;
  if (reassign !== null && (reassign === user.id || (await users.byId(reassign)) === null)) {
    throw errors.rest_user_invalid_reassign();
  }
  request.setParam('context', 'edit');
  const previous = await steps.prepare(user, request);
  await users.delete(user.id, reassign);
  users.loader(request.context).clear(user.id);
  const response = new RestResponse({ deleted: true, previous: previous.data });
  await hooks.action('rest_delete_user').promise(user, response, request);
  return response;
}
