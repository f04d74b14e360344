import type { HttpInfo } from '../../core/base/index.ts';
import {
  type EndpointCallback,
  type ItemSchema,
  type PermissionCallback,
  type PluginHooks,
  RestController,
  type RestError,
  type RestRequest,
  type RestResponse,
  type RestServer,
} from '../../core/index.ts';
import { formatDate, toWireDate } from '../../core/site/index.ts';
import { type User, type UserStore, userOfRoute } from '../users/index.ts';
import { errors } from './errors.ts';
import { authenticatedApplicationPassword } from './identify.ts';
import { applicationPasswordSchema } from './schema.ts';
import { chunkSecret } from './secret.ts';
import {
  type ApplicationPassword,
  type ApplicationPasswords,
  type NewApplicationPassword,
  withoutHash,
} from './store.ts';

/** The services that the routes of application passwords need. */
export interface ControllerParts {
  readonly hooks: PluginHooks;
  readonly users: UserStore;
  readonly store: ApplicationPasswords;
  /** Whether application passwords may be used on a connection. */
  readonly isAvailable: (http: HttpInfo | undefined) => boolean;
}

/** The routes by which users manage application passwords: their own, and those of users whom they may edit. */
export class ApplicationPasswordsController extends RestController {
  readonly #parts: ControllerParts;

  constructor(server: RestServer, parts: ControllerParts) {
    super(server, server.site.brand.namespace, 'users/(?P<user_id>(?:[\\d]+|me))/application-passwords');
    this.#parts = parts;
  }

  registerRoutes(): void {
    const { namespace, restBase, publicSchema: schema } = this;
    const args = { context: this.contextParam({ default: 'view' }) };
    const may = (capability: string, refusal: (request: RestRequest) => RestError): PermissionCallback => {
      return async (request) => request.user.can(capability, await this.#userOf(request)) || refusal(request);
    };
    const about = (work: (user: User, request: RestRequest) => Promise<unknown>): EndpointCallback => {
      return async (request) => work(await this.#userOf(request), request);
    };
    this.server.registerRoute(namespace, restBase, {
      0: {
        methods: 'GET',
        callback: about((user, request) => this.#list(user, request)),
        args,
        permission_callback: may('list_app_passwords', errors.rest_cannot_list_application_passwords),
      },
      1: {
        methods: 'POST',
        callback: about((user, request) => this.#create(user, request)),
        args: this.endpointArgs('POST'),
        permission_callback: may('create_app_password', errors.rest_cannot_create_application_passwords),
      },
      2: {
        methods: 'DELETE',
        callback: about((user) => this.#deleteAll(user)),
        permission_callback: may('delete_app_passwords', errors.rest_cannot_delete_application_passwords),
      },
      schema,
    });
    this.server.registerRoute(namespace, `${restBase}/introspect`, {
      0: {
        methods: 'GET',
        callback: about((user, request) => this.#introspect(user, request)),
        args,
        permission_callback: async (request) =>
          (await this.#userOf(request)).id === request.user.id ||
          errors.rest_cannot_introspect_app_password_for_non_authenticated_user(request),
      },
      schema,
    });
    this.server.registerRoute(namespace, `${restBase}/(?P<uuid>[\\w\\-]+)`, {
      0: {
        methods: 'GET',
        callback: about((user, request) => this.#read(user, request)),
        args,
        permission_callback: may('read_app_password', errors.rest_cannot_read_application_password),
      },
      1: {
        methods: ['POST', 'PUT', 'PATCH'],
        callback: about((user, request) => this.#update(user, request)),
        args: this.endpointArgs('PUT'),
        permission_callback: may('edit_app_password', errors.rest_cannot_edit_application_password),
      },
      2: {
        methods: 'DELETE',
        callback: about((user, request) => this.#delete(user, request)),
        permission_callback: may('delete_app_password', errors.rest_cannot_delete_application_password),
      },
      schema,
    });
  }

  protected makeItemSchema(): ItemSchema {
    return applicationPasswordSchema();
  }

  async #list(user: User, request: RestRequest): Promise<unknown[]> {
    const items = await this.#parts.store.list(user.id);
    const prepared: unknown[] = [];
    for (const item of items) prepared.push(this.server.prepareForCollection(await this.#prepare(item, user, request)));
    return prepared;
  }

  async #create(user: User, request: RestRequest): Promise<RestResponse> {
    const { item, secret } = await this.#parts.store.create(user.id, await this.#requested(request));
    await this.#inserted(item, request, true);
    const response = await this.#prepare(item, user, request, secret);
    response.status = 201;
    return response.header('Location', this.#urlOf(item, user, request));
  }

  async #read(user: User, request: RestRequest): Promise<RestResponse> {
    return this.#prepare(await this.#itemOf(user, request), user, request);
  }

  async #update(user: User, request: RestRequest): Promise<RestResponse> {
    const before = await this.#itemOf(user, request);
    const { name = before.name } = await this.#requested(request);
    const item = await this.#parts.store.rename(user.id, before.uuid, name);
    if (item === undefined) throw errors.rest_application_password_not_found();
    await this.#inserted(item, request, false);
    return this.#prepare(item, user, request);
  }

  async #deleteAll(user: User): Promise<object> {
    return { deleted: true, count: await this.#parts.store.deleteAll(user.id) };
  }

  async #delete(user: User, request: RestRequest): Promise<object> {
    const item = await this.#itemOf(user, request);
    request.setParam('context', 'edit');
    const previous = await this.#prepare(item, user, request);
    await this.#parts.store.delete(user.id, item.uuid);
    return { deleted: true, previous: previous.data };
  }

  async #introspect(user: User, request: RestRequest): Promise<RestResponse> {
    const uuid = authenticatedApplicationPassword(request.context);
    if (uuid === undefined) throw errors.rest_no_authenticated_app_password();
    const item = await this.#parts.store.get(user.id, uuid);
    if (item === undefined) throw errors.rest_application_password_not_found();
    return this.#prepare(item, user, request);
  }

  /** The values that a request sets of an application password, after the filter. */
  #requested(request: RestRequest): Promise<NewApplicationPassword> {
    const text = (name: string) => (request.getParam(name) === null ? {} : { [name]: String(request.getParam(name)) });
    const prepared: NewApplicationPassword = { ...text('name'), ...text('app_id'), ...additionsOf(request) };
    return this.#parts.hooks.filter('rest_pre_insert_application_password').promise(prepared, request);
  }

  /** Stores additional fields, and fires the hook for an application password that a request made or changed. */
  async #inserted(item: ApplicationPassword, request: RestRequest, creating: boolean): Promise<void> {
    await this.updateAdditionalFields(item, request);
    await this.#parts.hooks
      .action('rest_after_insert_application_password')
      .promise(withoutHash(item), request, creating);
    request.setParam('context', 'edit');
  }

  /** The user whose application passwords a request is about. */
  async #userOf(request: RestRequest): Promise<User> {
    const { hooks, users, isAvailable } = this.#parts;
    if (!isAvailable(request.context.http)) throw errors.application_passwords_disabled();
    const user = await userOfRoute(request, users);
    const isAllowed = hooks.filter('cms_is_application_passwords_available_for_user').call(true, user);
    if (!isAllowed) throw errors.application_passwords_disabled_for_user();
    return user;
  }

  async #itemOf(user: User, request: RestRequest): Promise<ApplicationPassword> {
    const item = await this.#parts.store.get(user.id, String(request.getParam('uuid')));
    if (item === undefined) throw errors.rest_application_password_not_found();
    return item;
  }

  #urlOf({ uuid }: ApplicationPassword, { id }: User, { context }: RestRequest): string {
    return this.server.restUrl(`/${this.namespace}/users/${id}/application-passwords/${uuid}`, context);
  }

  async #prepare(item: ApplicationPassword, user: User, request: RestRequest, secret?: string): Promise<RestResponse> {
    const all: Record<string, unknown> = {
      uuid: item.uuid,
      app_id: item.app_id,
      name: item.name,
      created: wireDate(item.created),
      last_used: item.last_used === null ? null : wireDate(item.last_used),
      last_ip: item.last_ip,
      ...(secret === undefined ? {} : { password: chunkSecret(secret) }),
    };
    const fields = this.fieldsForResponse(request);
    // Additions to the interface are told of those that have them; its schema does not know them.
    const data = {
      ...fields.pick(all),
      ...(item.expires === null ? {} : { expires: wireDate(item.expires) }),
      ...(item.scope === 'all' ? {} : { scope: item.scope }),
    };
    const response = await this.answerWith(data, request);
    if (fields.withLinks) response.addLink('self', this.#urlOf(item, user, request));
    return this.#parts.hooks.filter('rest_prepare_application_password').promise(response, withoutHash(item), request);
  }
}

/** The end and the scope that a request asks for, which the schema of the interface does not know. */
function additionsOf(request: RestRequest): Pick<NewApplicationPassword, 'expires' | 'scope'> {
  const [expires, scope] = [request.getParam('expires'), request.getParam('scope')];
  if (scope !== null && scope !== 'all' && scope !== 'read') throw errors.application_password_invalid_scope();
  return { ...(scope === null ? {} : { scope }), ...(expires === null ? {} : { expires: toSeconds(expires) }) };
}

/** A time of the wire in Unix time; without a zone it is in UTC. */
function toSeconds(date: unknown): number {
  const text = String(date);
  const seconds = Math.floor(Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`) / 1000);
  if (typeof date !== 'string' || !Number.isFinite(seconds)) throw errors.application_password_expired();
  return seconds;
}

/** A time as it stands on the wire, in UTC. */
const wireDate = (seconds: number): string | null => toWireDate(formatDate(seconds));
