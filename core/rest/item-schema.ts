import type { ArgumentSchema } from '../schema/index.ts';
import { sanitizeRequestArg, validateRequestArg } from './arguments.ts';
import type { EndpointArgument } from './endpoint.ts';

/** The schema of one field of a resource: an argument schema, its contexts, and how it is written. */
export interface FieldSchema extends Omit<ArgumentSchema, 'properties' | 'items'> {
  /** The contexts that show the field: of `view`, `edit`, `embed`. All when left out. */
  readonly context?: readonly string[];
  readonly readonly?: boolean;
  readonly properties?: Readonly<Record<string, FieldSchema>> | readonly never[];
  readonly items?: FieldSchema;
  /** What the field's argument has beside its schema: callbacks, `required`, `default`. */
  readonly arg_options?: Partial<EndpointArgument>;
}

/** The schema of a resource: one source for its arguments, contexts and OPTIONS answer. */
export interface ItemSchema {
  readonly $schema: string;
  /** The resource's type, to which additional fields are attached. */
  readonly title: string;
  readonly type: 'object';
  readonly properties: Readonly<Record<string, FieldSchema>>;
  readonly links?: readonly object[];
}

/** The version of JSON Schema that resource schemas name. */
export const JSON_SCHEMA = 'http://json-schema.org/draft-04/schema#';

/** Makes a resource's schema of its fields. */
export const itemSchema = (
  title: string,
  properties: Readonly<Record<string, FieldSchema>>,
  links?: readonly object[],
): ItemSchema => ({
  $schema: JSON_SCHEMA,
  title,
  type: 'object',
  properties,
  ...(links && links.length > 0 ? { links } : {}),
});

/** A field that is shown in some contexts and never written. */
export const readonlyField = (
  type: FieldSchema['type'],
  context: readonly string[],
  description: string,
  more: Partial<FieldSchema> = {},
): FieldSchema => ({ description, type, context, readonly: true, ...more });

/** The schema as it is shown: without what only its arguments need. */
export function publicItemSchema(schema: ItemSchema): ItemSchema {
  const properties = Object.entries(schema.properties).map(([name, { arg_options: _, ...shown }]) => [name, shown]);
  return { ...schema, properties: Object.fromEntries(properties) as ItemSchema['properties'] };
}

/** The arguments that create (`POST`) or update (`PUT`) a resource: its writable fields. */
export function endpointArgsForSchema(schema: ItemSchema, method: 'POST' | 'PUT'): Record<string, EndpointArgument> {
  const args: Record<string, EndpointArgument> = {};
  for (const [name, field] of Object.entries(schema.properties)) {
    if (field.readonly === true) continue;
    const { arg_options = {}, context: _, readonly: __, default: standard, required, ...keywords } = field;
    const creating = method === 'POST' ? { default: standard, required: required === true ? true : undefined } : {};
    const { default: argDefault, required: argRequired, ...own } = arg_options;
    const createOnly =
      method === 'POST' ? { default: argDefault ?? creating.default, required: argRequired ?? creating.required } : {};
    args[name] = {
      validate_callback: validateRequestArg,
      sanitize_callback: sanitizeRequestArg,
      ...(keywords as EndpointArgument),
      ...own,
      ...withoutUndefined(createOnly),
    };
  }
  return args;
}

const withoutUndefined = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

/** Keeps of an item's data what a context shows, nested objects and lists included. */
export function filterByContext(
  data: Record<string, unknown>,
  schema: Pick<ItemSchema, 'properties'>,
  context: string,
): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(data)) {
    const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (field === undefined) kept[name] = value;
    else if (field.context === undefined || field.context.includes(context)) kept[name] = nested(value, field, context);
  }
  return kept;
}

function nested(value: unknown, field: FieldSchema, context: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return field.items?.properties === undefined ? value : value.map((member) => nested(member, field.items!, context));
  }
  if (field.properties === undefined || Array.isArray(field.properties)) return value;
  return filterByContext(
    value as Record<string, unknown>,
    { properties: field.properties as ItemSchema['properties'] },
    context,
  );
}
