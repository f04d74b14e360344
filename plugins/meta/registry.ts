import { deepFreeze } from '../../core/base/index.ts';
import { claim, ownerOf } from '../../core/hooks/index.ts';
import {
  type CurrentUser,
  type FieldSchema,
  type PluginHooks,
  type RestRequest,
  serviceToken,
} from '../../core/index.ts';
import { reservedError } from '../database/index.ts';
import type { MetaType, MetaValues } from './meta-type.ts';
import { type MetaField, type MetaRegistration, makeField } from './registration.ts';
import type { MetaStore } from './store.ts';
import { updateMetaFields } from './update.ts';
import { fieldValue } from './value.ts';

/** The metadata keys that plugins have registered, and the `meta` field made of them. */
export interface MetaRegistry {
  /**
   * Registers a key; a later registration of the same key and subtype wins. Called before `rest_api_init`. Throws a
   * `TypeError` for a reserved key.
   */
  register(type: MetaType, key: string, registration: MetaRegistration): void;
  /** The registered keys of a type, for one of its subtypes. */
  registered(type: MetaType, subtype: string): ReadonlyMap<string, MetaRegistration>;
  /** Whether a user may write a key of an object whose edit is allowed. */
  mayWrite(type: MetaType, subtype: string, key: string, objectId: number, user: CurrentUser): boolean;
  /** The schema of the `meta` field. */
  metaSchema(type: MetaType, subtype: string): FieldSchema;
  /** The value of the `meta` field; an empty list where no key is registered. */
  metaValue(type: MetaType, subtype: string, values: MetaValues, request: RestRequest): Record<string, unknown> | [];
  /**
   * Stores what a request sets in the `meta` field. Throws an error object: `rest_cannot_update`,
   * `rest_cannot_delete`, `rest_invalid_stored_value`, or the schema's own; what could be stored is stored.
   * @param object the loaded object, if the caller has not found out that the user may edit it
   */
  updateMeta(
    type: MetaType,
    subtype: string,
    id: number,
    input: unknown,
    request: RestRequest,
    object?: unknown,
  ): Promise<void>;
}

/** The token of the registry of metadata keys. */
export const MetaRegistry = serviceToken('meta-registry', {
  requiredPermissions: ['content:write', 'users:write'],
  open: ['registered', 'mayWrite', 'metaSchema', 'metaValue'],
  requiredPermissionsOf: (_member, [type]) =>
    typeof type === 'string' && type !== 'user' ? 'content:write' : 'users:write',
});

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'meta-registry': MetaRegistry;
  }
}

/** The most bytes of a value that a client writes, for users and for all else. */
interface MostBytes {
  readonly value: number;
  readonly userValue: number;
}

/** The registry of one generation. */
export class GenerationMetaRegistry implements MetaRegistry {
  readonly #store: MetaStore;
  readonly #mostBytes: MostBytes;
  readonly #registrations = new Map<MetaType, Map<string, Map<string, MetaRegistration>>>();
  readonly #fields = new Map<string, readonly MetaField[]>();

  readonly #hooks: PluginHooks;

  constructor(store: MetaStore, hooks: PluginHooks, mostBytes: MostBytes) {
    this.#store = store;
    this.#hooks = hooks;
    this.#mostBytes = mostBytes;
  }

  register(type: MetaType, key: string, registration: MetaRegistration): void {
    const { object_subtype = '', show_in_rest, type: valueType } = registration;
    if (this.#store.isReserved(type, key)) throw reservedError('the metadata key', key);
    const schema = typeof show_in_rest === 'object' ? show_in_rest.schema : undefined;
    if (show_in_rest && valueType === 'array' && schema?.items === undefined) {
      throw new TypeError(`meta "${key}" is a list that the interface shows: say in show_in_rest.schema.items of what`);
    }
    const ofType = this.#registrations.get(type) ?? new Map<string, Map<string, MetaRegistration>>();
    this.#registrations.set(type, ofType);
    ofType.set(object_subtype, (ofType.get(object_subtype) ?? new Map()).set(key, deepFreeze(claim(registration))));
    this.#fields.clear();
  }

  registered(type: MetaType, subtype: string): ReadonlyMap<string, MetaRegistration> {
    const ofType = this.#registrations.get(type);
    return new Map([...(ofType?.get('') ?? []), ...(ofType?.get(subtype) ?? [])]);
  }

  mayWrite(type: MetaType, subtype: string, key: string, objectId: number, user: CurrentUser): boolean {
    const allowed = !key.startsWith('_');
    const callback = this.registered(type, subtype).get(key)?.auth_callback;
    return callback === undefined ? allowed : callback(allowed, key, objectId, user);
  }

  metaSchema(type: MetaType, subtype: string): FieldSchema {
    const fields = this.#fieldsOf(type, subtype);
    return {
      description: 'Further values of the object, by name.',
      type: 'object',
      context: ['view', 'edit'],
      properties:
        fields.length === 0
          ? []
          : (Object.fromEntries(fields.map(({ name, schema }) => [name, schema])) as Record<string, FieldSchema>),
      arg_options: {
        sanitize_callback: null,
        validate_callback: (value) => typeof value === 'object' && value !== null,
      },
    };
  }

  metaValue(type: MetaType, subtype: string, values: MetaValues, request: RestRequest): Record<string, unknown> | [] {
    const fields = this.#fieldsOf(type, subtype);
    if (fields.length === 0) return [];
    for (const { registration } of fields) {
      const { show_in_rest } = registration;
      const isOwn = typeof show_in_rest === 'object' && show_in_rest.prepare_callback !== undefined;
      if (isOwn) this.#hooks.noteParticipant(ownerOf(registration), request);
    }
    return Object.fromEntries(
      fields.map((field) => [field.name, fieldValue(field, values.get(field.key) ?? [], request)]),
    );
  }

  async updateMeta(
    type: MetaType,
    subtype: string,
    id: number,
    input: unknown,
    request: RestRequest,
    object?: unknown,
  ): Promise<void> {
    const { user } = request;
    const mayWrite = (key: string) =>
      (object === undefined || user.can(`edit_${type}` as string, object)) &&
      this.mayWrite(type, subtype, key, id, user);
    const mostBytes = type === 'user' ? this.#mostBytes.userValue : this.#mostBytes.value;
    const target = { store: this.#store, type, id, mayWrite, mostBytes };
    await updateMetaFields(target, this.#fieldsOf(type, subtype), input, request);
  }

  #fieldsOf(type: MetaType, subtype: string): readonly MetaField[] {
    const place = `${type}:${subtype}`;
    let fields = this.#fields.get(place);
    if (fields === undefined) {
      const made = [...this.registered(type, subtype)].map(([key, registration]) => makeField(key, registration));
      fields = made.filter((field) => field !== null);
      this.#fields.set(place, fields);
    }
    return fields;
  }
}
