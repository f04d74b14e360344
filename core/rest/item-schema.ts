import { getOrMake } from '../base/get-or-make.ts';
import type { ArgumentSchema } from '../schema/index.ts';
import { sanitizeRequestArg, validateRequestArg } from './arguments.ts';
import type { EndpointArgument } from './endpoint.ts';

/** The schema of one field of a resource: an argument schema, and how the field is written. */
export interface FieldSchema extends Omit<ArgumentSchema, 'properties' | 'items'> {
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

/**
 * Makes a resource's schema of its fields.
 *
 * @param title the resource's type, to which other plugins attach fields
 * @param properties the fields by name
 * @param links what OPTIONS says of links, if anything
 *
 * ```ts
 * itemSchema('book', { id: readonlyField('integer', ['view', 'edit'], 'The id of the book.') });
 * ```
 */
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

/**
 * A field that is shown in some contexts and never written.
 *
 * @param type its JSON type, or several
 * @param context the contexts that show it: `view`, `edit`, `embed`
 * @param description one sentence, as OPTIONS shows it
 * @param more further members of its schema
 */
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
    const { default: ownDefault, required: isRequired = required === true || undefined, ...own } = arg_options;
    const creating = withoutUndefined({ default: ownDefault ?? standard, required: isRequired });
    args[name] = {
      validate_callback: validateRequestArg,
      sanitize_callback: sanitizeRequestArg,
      ...(keywords as EndpointArgument),
      ...own,
      ...(method === 'POST' ? creating : {}),
    };
  }
  return args;
}

const withoutUndefined = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

const MOST_CONTEXTS = 10;

type Properties = Readonly<Record<string, FieldSchema>>;

/** What becomes of a value: it is shown as it is, is left out, or its members are looked at. */
type Rule = 'keep' | 'drop' | ((value: unknown) => unknown);

/** The rules of properties by context: worked out once, for every item of a list is shown by the same. */
const rules = new WeakMap<Properties, Map<string, ReadonlyMap<string, Rule>>>();

/** Keeps of an item's data what a context shows, nested objects and lists included. */
export function filterByContext(
  data: Record<string, unknown>,
  schema: Pick<ItemSchema, 'properties'>,
  context: string,
): Record<string, unknown> {
  const byName = rulesOf(schema.properties, context);
  const shown: Record<string, unknown> = {};
  for (const name of Object.keys(data)) {
    const rule = byName.get(name) ?? 'keep';
    if (rule !== 'drop') shown[name] = rule === 'keep' ? data[name] : rule(data[name]);
  }
  return shown;
}

function rulesOf(properties: Properties, context: string): ReadonlyMap<string, Rule> {
  const byContext = getOrMake(rules, properties, () => new Map());
  let made = byContext.get(context);
  if (made === undefined) {
    made = new Map(Object.entries(properties).map(([name, field]) => [name, ruleOf(field, context)]));
    // A context is one of a few words, unless a caller takes it from somewhere unchecked.
    if (byContext.size < MOST_CONTEXTS) byContext.set(context, made);
  }
  return made;
}

function ruleOf(field: FieldSchema, context: string): Rule {
  if (field.context !== undefined && !field.context.includes(context)) return 'drop';
  const members = isNamed(field.properties) ? field.properties : undefined;
  const item = field.items;
  if (members === undefined && item?.properties === undefined) return 'keep';
  const ofItem = item?.properties === undefined ? 'keep' : membersRule(item, context);
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return ofItem === 'keep' ? value : value.map(ofItem);
    if (members === undefined || Object.keys(value).length === 0) return value;
    const shown = filterByContext(value as Record<string, unknown>, { properties: members }, context);
    // A map of which nothing is left is an empty list on the wire.
    return Object.keys(shown).length === 0 ? [] : shown;
  };
}

/** The rule of the members of a list, which are shown whatever the context of the list's own items says. */
function membersRule(item: FieldSchema, context: string): (value: unknown) => unknown {
  const { context: _, ...shown } = item;
  const rule = ruleOf(shown, context);
  return typeof rule === 'function' ? rule : (value) => value;
}

const isNamed = (properties: FieldSchema['properties']): properties is Properties =>
  properties !== undefined && !Array.isArray(properties);
