import {
  addQueryArgs,
  defineErrors,
  type ItemSchema,
  itemSchema,
  RestController,
  type RestRequest,
  RestResponse,
  type RestServer,
} from '../../core/index.ts';
import { formatDate, toWireDate } from '../../core/site/index.ts';
import { pagingParams } from '../pagination/index.ts';
import type { AuditEntries, AuditEntry } from './entries.ts';

const errors = defineErrors({
  rest_cannot_view_audit_log: ['authorization', 'You may not read the audit log.'],
});

/** The most pages that a list has: further ones are found by dates. */
const MOST_PAGES = 10_000;

/** The route by which administrators read the log. */
export class AuditLogController extends RestController {
  readonly #entries: AuditEntries;

  constructor(server: RestServer, entries: AuditEntries) {
    super(server, 'tappet/v1', 'audit-log');
    this.#entries = entries;
  }

  registerRoutes(): void {
    const date = { type: 'string', format: 'date-time' } as const;
    const { page, per_page } = pagingParams('The page of the list.', 'The most entries on a page.');
    this.server.registerRoute(this.namespace, this.restBase, {
      0: {
        methods: 'GET',
        callback: (request) => this.#list(request),
        permission_callback: (request) =>
          request.user.can('manage_options') || errors.rest_cannot_view_audit_log(request),
        args: {
          context: this.contextParam({ default: 'view' }),
          page: { ...page, maximum: MOST_PAGES },
          per_page,
          user: {
            description: 'What the user of this id did; 0 is nobody who was signed in.',
            type: 'integer',
            minimum: 0,
          },
          action: {
            description: 'Entries of these actions.',
            type: 'array',
            items: { type: 'string', maxLength: 60 },
            maxItems: 50,
          },
          after: { ...date, description: 'Entries after this time; in UTC where it names no zone.' },
          before: { ...date, description: 'Entries before this time; in UTC where it names no zone.' },
          order: {
            description: 'The direction of the order by time.',
            type: 'string',
            default: 'desc',
            enum: ['asc', 'desc'],
          },
        },
      },
      schema: this.publicSchema,
    });
  }

  protected makeItemSchema(): ItemSchema {
    const context = ['view'];
    const field = (type: 'integer' | 'string' | 'object', description: string) => ({
      type,
      description,
      context,
      readonly: true,
    });
    return itemSchema('audit-log-entry', {
      id: field('integer', 'The id of the entry.'),
      date_gmt: { ...field('string', 'When it happened, in UTC.'), format: 'date-time' as const },
      action: field('string', 'What happened: the name of the hook that tells of it.'),
      user: field('integer', 'The id of the user who did it; 0 for nobody who was signed in.'),
      user_login: field('string', 'The login of that user then; of a command, the user of the machine.'),
      origin: field('string', 'Where it came from: http, cli, job or host.'),
      ip: field('string', 'The address of the client.'),
      object_type: field(
        'string',
        'What kind of thing it happened to: user, option, plugin, command, post and others.',
      ),
      object_id: field('integer', 'The id of that thing; 0 where it has none.'),
      object_name: field('string', 'The name of that thing.'),
      details: field('object', 'What changed, without secrets.'),
    });
  }

  async #list(request: RestRequest): Promise<RestResponse> {
    const [page, number] = [Number(request.getParam('page')), Number(request.getParam('per_page'))];
    const user = request.getParam('user');
    const { entries, total } = await this.#entries.query({
      user: user === null ? undefined : Number(user),
      actions: (request.getParam('action') as readonly string[] | null) ?? undefined,
      after: secondsOf(request.getParam('after')),
      before: secondsOf(request.getParam('before')),
      order: request.getParam('order') as 'asc' | 'desc',
      number,
      offset: (page - 1) * number,
    });
    const fields = this.fieldsForResponse(request);
    const members: unknown[] = [];
    for (const entry of entries) {
      const data = Object.entries(onTheWire(entry)).filter(([name]) => fields.has(name));
      const answer = await this.answerWith(Object.fromEntries(data), request);
      members.push(this.server.prepareForCollection(answer));
    }
    const response = new RestResponse(members);
    const base = addQueryArgs(
      this.server.restUrl(`${this.namespace}/${this.restBase}`, request.context),
      request.paramsOf('query'),
    );
    response.pagination = { total, totalPages: Math.ceil(total / number), page, base };
    return response;
  }
}

/** An entry as the route and the command show it. */
export const onTheWire = (entry: AuditEntry) => ({
  id: entry.id,
  date_gmt: toWireDate(formatDate(entry.created)),
  action: entry.action,
  user: entry.userId,
  user_login: entry.userLogin,
  origin: entry.origin,
  ip: entry.address,
  object_type: entry.objectType,
  object_id: entry.objectId,
  object_name: entry.objectName,
  details: entry.details,
});

/** A date that names no zone is in UTC, as those of the entries are. */
export function secondsOf(date: unknown): number | undefined {
  if (typeof date !== 'string' || date === '') return undefined;
  const hasZone = /(?:z|[+-]\d\d(?::?\d\d)?)$/i.test(date) && /\d[t ]\d/i.test(date);
  const time = Date.parse(hasZone || !/\d[t ]\d/i.test(date) ? date : `${date}Z`);
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000);
}
