import { type ItemSchema, itemSchema, RestController, type RestRequest, type RestServer } from '../../core/index.ts';
import { formatDate, toWireDate } from '../../core/site/index.ts';
import { type User, type UserStore, userOfRoute } from '../users/index.ts';
import { errors } from './errors.ts';
import type { ListedSession, Sessions } from './sessions.ts';

/** The services that the routes of sessions need. */
export interface SessionRouteParts {
  readonly users: UserStore;
  readonly sessions: Sessions;
}

/** The routes by which users see and end login sessions: their own, and those of users whom they may edit. */
export class SessionsController extends RestController {
  readonly #parts: SessionRouteParts;

  constructor(server: RestServer, parts: SessionRouteParts) {
    super(server, server.site.brand.namespace, 'users/(?P<user_id>(?:[\\d]+|me))/sessions');
    this.#parts = parts;
  }

  registerRoutes(): void {
    const { namespace, restBase, publicSchema: schema } = this;
    const mayEnd = async (request: RestRequest) =>
      request.user.can('edit_user', await this.#userOf(request)) || errors.rest_cannot_delete_sessions(request);
    this.server.registerRoute(namespace, restBase, {
      0: {
        methods: 'GET',
        callback: async (request) => this.#listed(await this.#userOf(request), request),
        args: { context: this.contextParam({ default: 'view' }) },
        permission_callback: async (request) =>
          request.user.can('edit_user', await this.#userOf(request)) || errors.rest_cannot_list_sessions(request),
      },
      1: {
        methods: 'DELETE',
        callback: (request) =>
          this.#end(request, ({ current }) => !(current && request.getParam('keep_current') === true)),
        args: {
          keep_current: {
            description: 'Whether the session of the request itself goes on.',
            type: 'boolean',
            default: false,
          },
        },
        permission_callback: mayEnd,
      },
      schema,
    });
    this.server.registerRoute(namespace, `${restBase}/(?P<session>[0-9a-z]+)`, {
      0: {
        methods: 'DELETE',
        callback: async (request) => {
          const ended = await this.#end(request, ({ id }) => id === request.getParam('session'));
          if (ended.previous.length === 0) throw errors.rest_session_not_found();
          return { deleted: true, previous: ended.previous[0] };
        },
        permission_callback: mayEnd,
      },
      schema,
    });
  }

  protected makeItemSchema(): ItemSchema {
    const context = ['view', 'edit'];
    const readonly = true;
    const date = { type: 'string' as const, format: 'date-time' as const, context, readonly };
    return itemSchema('session', {
      id: { description: 'What identifies the session.', type: 'string', context, readonly },
      created: { ...date, description: 'When the user signed in, in UTC.' },
      expires: { ...date, description: 'When the session ends, in UTC.' },
      ip: { description: 'The address that the user signed in from.', type: 'string', context, readonly },
      user_agent: { description: 'The browser that the user signed in with.', type: 'string', context, readonly },
      current: { description: 'Whether the request is made in this session.', type: 'boolean', context, readonly },
    });
  }

  async #listed(user: User, request: RestRequest): Promise<(ReturnType<typeof onTheWire> & { current: boolean })[]> {
    const { sessions } = this.#parts;
    const current = await sessions.of(request.context);
    const id = current && sessions.idOf(current);
    const all = await sessions.list(user.id);
    return all.map((session) => ({ ...onTheWire(session), current: session.id === id }));
  }

  async #end(request: RestRequest, isMeant: (session: { id: string; current: boolean }) => boolean) {
    const user = await this.#userOf(request);
    const previous = (await this.#listed(user, request)).filter(isMeant);
    const ended = new Set(previous.map(({ id }) => id));
    if (ended.size > 0) await this.#parts.sessions.end(user.id, ({ id }) => ended.has(id));
    return { deleted: true, previous };
  }

  #userOf(request: RestRequest): Promise<User> {
    return userOfRoute(request, this.#parts.users);
  }
}

const onTheWire = ({ id, created, expires, ip, userAgent }: ListedSession) => ({
  id,
  created: toWireDate(formatDate(created)),
  expires: toWireDate(formatDate(expires)),
  ip,
  user_agent: userAgent,
});
