import {
  addQueryArgs,
  type ItemSchema,
  isLoggedIn,
  RestController,
  type RestRequest,
  RestResponse,
  type RestServer,
} from '../../core/index.ts';
import { declared } from '../../core/rest/index.ts';
import { checkReassign } from './argument-checks.ts';
import { userCollectionParams } from './collection-params.ts';
import { userErrors as errors, storeErrors } from './errors.ts';
import { listQuery } from './list-query.ts';
import { mayList, mayRead, mayUpdate, type Verdict } from './permissions.ts';
import { userSchema } from './schema.ts';
import type { UserServices } from './services.ts';
import type { User } from './user.ts';
import { userValues } from './values.ts';
import { deleteByRequest, storeByRequest } from './write.ts';

/** Finds the user that a request is about; throws when there is none. */
type Find = (request: RestRequest) => Promise<User>;

/** Answers `/users`, `/users/{id}` and `/users/me`. */
export class UsersController extends RestController {
  readonly services: UserServices;

  constructor(server: RestServer, services: UserServices) {
    super(server, server.site.brand.namespace, 'users');
    this.services = services;
  }

  registerRoutes(): void {
    const { server, namespace, restBase, services } = this;
    const context = this.contextParam({ default: 'view' });
    const params = userCollectionParams(context, services.authorTypes.inRest());
    server.registerRoute(namespace, restBase, {
      0: {
        callback: (request) => this.list(request),
        permission_callback: mayList,
        args: services.hooks.filter('rest_user_collection_params').call(params),
      },
      1: {
        methods: 'POST',
        callback: (request) => this.create(request),
        permission_callback: (request) => request.user.can('create_users') || errors.rest_cannot_create_user(request),
        args: this.endpointArgs('POST'),
        errors: declared(storeErrors, 'existing_user_login', 'existing_user_email'),
      },
      schema: this.publicSchema,
    });
    server.registerRoute(namespace, `${restBase}/(?P<id>[\\d]+)`, {
      args: { id: { description: 'The id of the user.', type: 'integer' } },
      ...this.#itemGroups(this.#byId, (request) => this.#mayReadById(request)),
    });
    server.registerRoute(
      namespace,
      `${restBase}/me`,
      this.#itemGroups(this.#me, () => true),
    );
  }

  /** The answer that shows a user, by the request's context and fields. */
  async prepare(user: User, request: RestRequest): Promise<RestResponse> {
    const fields = this.fieldsForResponse(request);
    const data: Record<string, unknown> = {};
    const values = userValues(user, request, this.server.site, this.services);
    for (const [name, value] of Object.entries(values)) if (fields.has(name)) data[name] = value();
    const response = await this.answerWith(data, request, 'embed');
    if (fields.withLinks) {
      response.addLink('self', this.#url(request, user));
      response.addLink('collection', this.#url(request));
    }
    return this.services.hooks.filter('rest_prepare_user').promise(response, user, request);
  }

  /** Answers a list of users. */
  async list(request: RestRequest): Promise<RestResponse> {
    const { users, authorTypes, hooks } = this.services;
    const { number, offset, ...rest } = listQuery(request, authorTypes);
    const query = await hooks.filter('rest_user_query').promise({ number, offset, ...rest }, request);
    const found = await users.query(query);
    const members: unknown[] = [];
    for (const user of found.users) {
      members.push(this.server.prepareForCollection(await this.prepare(user, request)));
    }
    const response = new RestResponse(members);
    response.pagination = {
      total: found.total,
      totalPages: Math.ceil(found.total / number),
      page: Math.ceil(offset / number + 1),
      base: addQueryArgs(this.#url(request), request.paramsOf('query')),
    };
    return response;
  }

  /** Makes a user. */
  async create(request: RestRequest): Promise<RestResponse> {
    if (request.getParam('id') !== null) throw errors.rest_user_exists();
    const user = await storeByRequest(this, null, request);
    const response = await this.prepare(user, request);
    response.status = 201;
    return response.header('Location', this.#url(request, user));
  }

  protected makeItemSchema(): ItemSchema {
    return userSchema(this.services);
  }

  /** The endpoint groups of one user, found by the id in the path or as the user of the request. */
  #itemGroups(find: Find, mayReadIt: (request: RestRequest) => Verdict | Promise<Verdict>) {
    return {
      0: {
        callback: async (request: RestRequest) => this.prepare(await find(request), request),
        permission_callback: mayReadIt,
        args: { context: this.contextParam({ default: 'view' }) },
      },
      1: {
        methods: 'POST, PUT, PATCH',
        callback: async (request: RestRequest) => {
          const user = await storeByRequest(this, await find(request), request);
          return this.prepare(user, request);
        },
        permission_callback: async (request: RestRequest) => mayUpdate(await find(request), request),
        args: this.endpointArgs('PUT'),
        errors: declared(storeErrors, 'existing_user_email'),
      },
      2: {
        methods: 'DELETE',
        callback: async (request: RestRequest) => deleteByRequest(this, await find(request), request),
        permission_callback: async (request: RestRequest) =>
          request.user.can('delete_user', await find(request)) || errors.rest_user_cannot_delete(request),
        args: {
          force: { description: 'Must be true: users have no trash.', type: 'boolean' as const, default: false },
          reassign: {
            description: 'The id of who takes over what the user made, or false to delete that too.',
            type: 'integer' as const,
            required: true,
            sanitize_callback: checkReassign,
          },
        },
        errors: declared(errors, 'rest_trash_not_supported'),
      },
      schema: this.publicSchema,
    };
  }

  readonly #byId: Find = (request) => this.#load(Number(request.getParam('id')), request);

  async #mayReadById(request: RestRequest): Promise<Verdict> {
    const { users, authorTypes } = this.services;
    // Visitors see authors alone: whether a user is one is read side by side with the user.
    const [user] = await Promise.all([
      this.#byId(request),
      isLoggedIn(request.user) ||
        users.hasPublished(request.context, Number(request.getParam('id')), authorTypes.names()),
    ]);
    return mayRead(user, request, this.services);
  }

  readonly #me: Find = async (request) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isLoggedIn(request.user) && isRead) throw errors.rest_not_logged_in();
    return this.#load(request.user.id, request);
  };

  async #load(id: number, request: RestRequest): Promise<User> {
    const user = await this.services.users.loader(request.context).load(id);
    if (user === null) throw errors.rest_user_invalid_id();
    return user;
  }

  #url(request: RestRequest, user?: User): string {
    const item = user === undefined ? '' : `/${user.id}`;
    return this.server.restUrl(`${this.namespace}/${this.restBase}${item}`, request.context);
  }
}
