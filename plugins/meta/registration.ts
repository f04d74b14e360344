import type { ArgumentSchema, CurrentUser, RestRequest } from '../../core/index.ts';
import { closeObjects } from '../../core/schema/index.ts';

/** The types that a registered value may have. */
export type MetaValueType = 'string' | 'boolean' | 'integer' | 'number' | 'array' | 'object';

/** How a key is shown in the interface, where plain `true` is not enough. */
export interface RestMetaSettings {
  /** The property's name in the `meta` field; the key when left out. */
  readonly name?: string;
  /** Adds to the schema of a value, or changes it. */
  readonly schema?: ArgumentSchema;
  /** Makes the answer's value of a stored one; without it the stored one is brought into its schema. */
  readonly prepare_callback?: (value: unknown, request: RestRequest, field: MetaField) => unknown;
}

/** The options with which a key is registered. */
export interface MetaRegistration {
  /** The one content type, taxonomy or comment type that has the key; all when left out. */
  readonly object_subtype?: string;
  readonly type: MetaValueType;
  /** Whether the key has one value; when left out, it has a list of them. */
  readonly single?: boolean;
  /** The value where none is stored. */
  readonly default?: unknown;
  readonly description?: string;
  /** Whether the `meta` field of the interface has the key. */
  readonly show_in_rest?: boolean | RestMetaSettings;
  /** Cleans a value before it is stored. */
  readonly sanitize_callback?: (value: unknown, key: string, type: string) => unknown;
  /** Whether a user may write the key of an object; `allowed` is whether it does not begin with `_`. */
  readonly auth_callback?: (allowed: boolean, key: string, objectId: number, user: CurrentUser) => boolean;
}

/** A registered key as the `meta` field has it. */
export interface MetaField {
  readonly key: string;
  readonly name: string;
  readonly single: boolean;
  readonly registration: MetaRegistration;
  /** The schema of the property: of one value, or of the list of them. */
  readonly schema: ArgumentSchema;
  /** The schema of one value. */
  readonly valueSchema: ArgumentSchema;
}

const EMPTY: Readonly<Record<MetaValueType, unknown>> = {
  string: '',
  boolean: false,
  integer: 0,
  number: 0,
  array: [],
  object: [],
};

/** The empty value of a type. */
export const emptyValue = (type: unknown): unknown =>
  typeof type === 'string' && Object.hasOwn(EMPTY, type) ? EMPTY[type as MetaValueType] : undefined;

/** Makes the field of a registered key; null when the interface does not show it. */
export function makeField(key: string, registration: MetaRegistration): MetaField | null {
  const { show_in_rest, type, description = '', default: standard, single = false } = registration;
  if (!show_in_rest) return null;
  const settings = show_in_rest === true ? {} : show_in_rest;
  const own: ArgumentSchema = { type, description, ...settings.schema };
  // A default of null is one, for a value that may be null.
  const fallback = own.default === undefined ? (standard ?? emptyValue(own.type)) : own.default;
  const valueSchema = closeObjects({ ...own, default: fallback });
  const schema: ArgumentSchema = single ? valueSchema : { type: 'array', items: valueSchema };
  return { key, name: settings.name ?? key, single, registration, schema, valueSchema };
}
