import { deepFreeze } from '../base/freeze.ts';
import { getOrMakeAmong } from '../base/get-or-make.ts';
import { ownerOf } from '../hooks/owners.ts';
import { traced } from '../trace/fire.ts';
import { validateRequestArg } from './arguments.ts';
import type { EndpointArgument } from './endpoint.ts';
import { isRestError } from './error.ts';
import { FieldSelection } from './fields.ts';
import {
  endpointArgsForSchema,
  type FieldSchema,
  filterByContext,
  type ItemSchema,
  publicItemSchema,
} from './item-schema.ts';
import type { RestRequest } from './request.ts';
import { RestResponse } from './response.ts';
import type { RestServer } from './server.ts';

/**
 * The base of every controller of resources: knows the resource's schema, and from it the arguments, the contexts and the
 * fields of an answer. A content type or taxonomy may name a subclass of its own (2.1).
 *
 * ```ts
 * class Books extends RestController {
 *   protected makeItemSchema = () => itemSchema('book', { id: readonlyField('integer', ['view'], 'The id.') });
 *   registerRoutes(): void {
 *     this.server.registerRoute(this.namespace, this.restBase, { callback: () => [], permission_callback: () => true });
 *   }
 * }
 * ```
 */
export abstract class RestController {
  readonly server: RestServer;
  readonly namespace: string;
  /** The path under the namespace: `posts`. */
  readonly restBase: string;
  #schema: ItemSchema | undefined;
  #fieldNames: readonly string[] | undefined;
  #selections = new Map<string, FieldSelection>();

  constructor(server: RestServer, namespace: string, restBase: string) {
    this.server = server;
    this.namespace = namespace;
    this.restBase = restBase;
  }

  /** Registers the controller's routes; run in `rest_api_init`. */
  abstract registerRoutes(): void;

  /** The resource's own schema, without additional fields. */
  protected abstract makeItemSchema(): ItemSchema;

  /** The resource's schema with additional fields, made once. */
  get schema(): ItemSchema {
    if (this.#schema === undefined) {
      const own = this.makeItemSchema();
      const properties: Record<string, FieldSchema> = { ...own.properties };
      for (const [name, { schema }] of this.server.additionalFields.of(own.title)) {
        if (schema) properties[name] = schema as FieldSchema;
      }
      this.#schema = deepFreeze({ ...own, properties });
    }
    return this.#schema;
  }

  /** The schema as OPTIONS shows it; registered as a route's `schema`. */
  readonly publicSchema = (): ItemSchema => publicItemSchema(this.schema);

  /** The arguments that create or update the resource. */
  endpointArgs(method: 'POST' | 'PUT'): Record<string, EndpointArgument> {
    return endpointArgsForSchema(this.schema, method);
  }

  /** The `context` argument: the contexts that the schema names, in the reference's order. */
  contextParam(extra: Partial<EndpointArgument> = {}): EndpointArgument {
    const found = new Set<string>();
    for (const field of Object.values(this.schema.properties)) for (const name of field.context ?? []) found.add(name);
    const names = ['view', 'embed', 'edit'].filter((name) => found.has(name));
    return {
      description: 'The scope under which the request is made, which decides the fields of the answer.',
      type: 'string',
      ...(names.length > 0 ? { enum: names } : {}),
      sanitize_callback: sanitizeKey,
      validate_callback: validateRequestArg,
      ...extra,
    };
  }

  /** Which fields an answer to this request is to hold, by context and by what the request asks for. */
  fieldsForResponse(request: RestRequest): FieldSelection {
    const context = request.getParam('context');
    this.#fieldNames ??= Object.freeze(this.#fieldsIn());
    const asked = this.server.requestedFields(request, this.#fieldNames);
    const key = `${typeof context === 'string' ? context : ''}|${asked === null ? '' : asked.join(',')}`;
    // Clients repeat a handful of selections; a hostile one must not fill the memory, of which each takes a kilobyte.
    return getOrMakeAmong(this.#selections, 50, key, () =>
      this.#select(typeof context === 'string' ? context : undefined, asked),
    );
  }

  /**
   * The answer that shows an item: its data with the values of additional fields (2.2), as the context of the request
   * shows it, or else the standard one.
   */
  async answerWith(data: Record<string, unknown>, request: RestRequest, standard = 'view'): Promise<RestResponse> {
    await this.addAdditionalFields(data, request);
    const context = String(request.getParam('context') ?? standard);
    return new RestResponse(filterByContext(data, this.schema, context));
  }

  /** Adds the values of additional fields to an item's data. */
  async addAdditionalFields(data: Record<string, unknown>, request: RestRequest): Promise<Record<string, unknown>> {
    const fields = this.server.additionalFields.of(this.schema.title);
    if (fields.size === 0) return data;
    const requested = this.fieldsForResponse(request);
    for (const [name, field] of fields) {
      if (!field.get_callback || (requested.narrowed && !requested.has(name))) continue;
      this.server.hooks.noteParticipant(ownerOf(field), request);
      data[name] = await traced('field', name, ownerOf(field), () =>
        field.get_callback!(data, name, request, this.schema.title),
      );
    }
    return data;
  }

  /** Stores the additional fields that a request sets; throws the error object of one that refuses. */
  async updateAdditionalFields(object: unknown, request: RestRequest): Promise<void> {
    for (const [name, field] of this.server.additionalFields.of(this.schema.title)) {
      if (!field.update_callback || !request.hasParam(name)) continue;
      const outcome = await field.update_callback(request.getParam(name), object, name, request, this.schema.title);
      if (isRestError(outcome)) throw outcome;
    }
  }

  /** The names of the fields that a context shows, or of all fields. */
  #fieldsIn(context?: string): string[] {
    const { properties, title } = this.schema;
    const isShown = (name: string) => context === undefined || (properties[name]?.context?.includes(context) ?? true);
    const names = new Set([...Object.keys(properties), ...this.server.additionalFields.of(title).keys()]);
    return [...[...names].filter(isShown), '_links', '_embedded'];
  }

  #select(context: string | undefined, asked: readonly string[] | null): FieldSelection {
    const known = new Set(this.#fieldsIn(context));
    if (asked === null || asked.length === 0) return new FieldSelection([...known], false);
    const requested = asked.filter((name) => known.has(name.split('.', 1)[0]!));
    // The id stays at hand because links and additional fields are built on it.
    return new FieldSelection(known.has('id') ? [...requested, 'id'] : requested, true);
  }
}

const sanitizeKey = (value: unknown): string => {
  const key = String(value);
  return /^[a-z0-9_-]*$/.test(key) ? key : key.toLowerCase().replace(/[^a-z0-9_-]/g, '');
};
