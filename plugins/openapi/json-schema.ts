import { portablePattern } from './portable-pattern.ts';

/** A schema of JSON Schema 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a schema describes: what a request may send, or what an answer holds in a context. */
export interface SchemaUse {
  readonly of: 'request' | 'response';
  /** The context whose fields are shown (2.3); all fields when left out. */
  readonly context?: string | undefined;
}

/** Keywords that mean the same in both. */
const SAME = [
  'title',
  'description',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'examples',
  'const',
] as const;

/** Dates of the interface (4.6) may come without a zone, which the format `date-time` does not allow. */
const DATE =
  '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)?$';

/** What the formats of section 2.3 are in JSON Schema; other formats allow every text. */
const FORMATS: Readonly<Record<string, JsonSchema>> = {
  'date-time': { pattern: DATE },
  email: { format: 'email' },
  ip: { anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] },
  // An address without a host, or an empty one, is allowed too.
  uri: { format: 'uri-reference' },
  uuid: { format: 'uuid' },
  'hex-color': { pattern: '^#(?:[0-9A-Fa-f]{3}){1,2}$' },
};

type Source = Readonly<Record<string, unknown>>;

const isMap = (value: unknown): value is Source => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Translates a schema of an argument or a resource (2.3), written in draft 4 with additions of the interface, to JSON
 * Schema 2020-12. A value that is no schema allows everything.
 */
export function toJsonSchema(schema: unknown, use: SchemaUse): JsonSchema {
  return isMap(schema) ? translate(schema, use, true) : {};
}

function translate(schema: Source, use: SchemaUse, isWhole = false): JsonSchema {
  const made: Record<string, unknown> = {};
  if (schema.type !== undefined) made.type = schema.type;
  for (const key of SAME) if (schema[key] !== undefined) made[key] = schema[key];
  // These are the values that may be sent; an answer may hold others, such as the status of an item in the trash.
  if (Array.isArray(schema.enum) && schema.enum.length > 0)
    made[use.of === 'request' ? 'enum' : 'examples'] = [...schema.enum];
  if (use.of === 'request' && schema.default !== undefined) made.default = schema.default;
  if (use.of === 'response' && schema.readonly === true) made.readOnly = true;
  if (schema.deprecated === true) made.deprecated = true;
  addBounds(made, schema);
  addText(made, schema, use);
  addParts(made, schema, use);
  if (use.of === 'response' && !isWhole) allowEmptyMap(made);
  return made;
}

/** `exclusiveMinimum: true` beside `minimum` is a number of its own. */
function addBounds(made: Record<string, unknown>, schema: Source): void {
  const bounds = [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const;
  for (const [bound, exclusive] of bounds) {
    if (typeof schema[exclusive] === 'number') made[exclusive] = schema[exclusive];
    if (schema[bound] !== undefined) made[schema[exclusive] === true ? exclusive : bound] = schema[bound];
  }
}

function addText(made: Record<string, unknown>, schema: Source, use: SchemaUse): void {
  const pattern = typeof schema.pattern === 'string' ? portablePattern(schema.pattern) : undefined;
  if (pattern !== undefined) made.pattern = pattern;
  const types = [schema.type ?? 'string'].flat();
  const named = types.includes('string') ? FORMATS[String(schema.format)] : undefined;
  if (named === undefined) return;
  // Answers hold an empty text where a value is missing.
  const format = use.of === 'request' ? named : { anyOf: [named, { maxLength: 0 }] };
  if (Object.keys(format).some((key) => key in made)) made.allOf = [format];
  else Object.assign(made, format);
}

function addParts(made: Record<string, unknown>, schema: Source, use: SchemaUse): void {
  if (isMap(schema.items)) made.items = translate(schema.items, use);
  if (isMap(schema.additionalProperties)) made.additionalProperties = translate(schema.additionalProperties, use);
  else if (typeof schema.additionalProperties === 'boolean') made.additionalProperties = schema.additionalProperties;
  if (isMap(schema.properties)) made.properties = translateAll(schema.properties, use);
  if (isMap(schema.patternProperties)) {
    const byPattern = Object.entries(translateAll(schema.patternProperties, use));
    made.patternProperties = Object.fromEntries(
      byPattern.flatMap(([pattern, part]) => {
        const portable = portablePattern(pattern);
        return portable === undefined ? [] : [[portable, part]];
      }),
    );
  }
  // The fields of an answer depend on the request, so none of them is required.
  const required = use.of === 'request' ? requiredOf(schema) : [];
  if (required.length > 0) made.required = required;
  for (const key of ['anyOf', 'oneOf'] as const) {
    const parts = schema[key];
    if (!Array.isArray(parts)) continue;
    const combined = parts.map((part) => (isMap(part) ? translate(part, use) : {}));
    // Without its required members, an answer may fit several.
    const word = use.of === 'response' ? 'anyOf' : key;
    if (made[word] === undefined) made[word] = combined;
    else made.allOf = [...((made.allOf as unknown[]) ?? []), { [word]: combined }];
  }
}

function translateAll(parts: Source, use: SchemaUse): Record<string, JsonSchema> {
  const shown = Object.entries(parts).filter(([, part]) => isMap(part) && isShown(part, use));
  return Object.fromEntries(shown.map(([name, part]) => [name, translate(part as Source, use)]));
}

const isShown = ({ context }: Source, use: SchemaUse): boolean =>
  use.context === undefined || !Array.isArray(context) || context.includes(use.context);

/** The names of required properties: as the list of draft 4, and as the properties say themselves. */
function requiredOf(schema: Source): string[] {
  const listed = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const properties = isMap(schema.properties) ? Object.entries(schema.properties) : [];
  const marked = properties.filter(([, part]) => isMap(part) && part.required === true).map(([name]) => name);
  return [...new Set([...listed, ...marked])];
}

/** A map without members is an empty list on the wire. */
function allowEmptyMap(made: Record<string, unknown>): void {
  const types = [made.type ?? []].flat();
  if (!types.includes('object') || types.includes('array')) return;
  const hasKnown = isMap(made.properties) && Object.keys(made.properties).length > 0;
  if (hasKnown && !isMap(made.additionalProperties)) return;
  made.type = [...types, 'array'];
  made.maxItems = 0;
}
