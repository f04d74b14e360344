/** A type name of an argument schema (section 2.3). */
export type SchemaType = 'array' | 'object' | 'null' | 'integer' | 'number' | 'boolean' | 'string';

/** The format of a text. `date-time`, `email`, `ip` and `uri` are of section 2.3, the others came later. */
export type SchemaFormat =
  | 'date-time'
  | 'email'
  | 'ip'
  | 'uri'
  | 'uuid'
  | 'hex-color'
  | 'text-field'
  | 'textarea-field';

/**
 * What a value must look like, and how it is cleaned (section 2.3 and the keywords that newer systems added).
 * The same object describes an argument, an element, a property and a field of a resource.
 */
export interface ArgumentSchema {
  /** One type, or a list of which the value must satisfy one. */
  type?: SchemaType | readonly SchemaType[];
  title?: string;
  description?: string;
  default?: unknown;
  /** The contexts (`view`, `edit`, `embed`) in which a field is shown; all when left out. */
  context?: readonly string[];
  readonly?: boolean;
  /** Whether clients are to do without it. */
  deprecated?: boolean;
  /** On a property: it must be there. On an object: the names of the properties that must be there. */
  required?: boolean | readonly string[];
  /** The allowed values, compared strictly with the value as given. An empty list allows everything. */
  enum?: readonly unknown[];
  format?: SchemaFormat | (string & {});
  /** A regular expression that must match somewhere in the text. */
  pattern?: string;
  /** Lengths count characters (code points). */
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: boolean;
  exclusiveMaximum?: boolean;
  multipleOf?: number;
  items?: ArgumentSchema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Readonly<Record<string, ArgumentSchema>>;
  /** Schemas for the properties whose name matches the regular expression. */
  patternProperties?: Readonly<Record<string, ArgumentSchema>>;
  /** `false` forbids properties that are not named; a schema applies to them. */
  additionalProperties?: boolean | ArgumentSchema;
  minProperties?: number;
  maxProperties?: number;
  anyOf?: readonly ArgumentSchema[];
  oneOf?: readonly ArgumentSchema[];
}

/** A failed validation as data. */
export interface SchemaIssue {
  /** The code by the specification: `rest_invalid_param`, `rest_invalid_date` or `rest_invalid_email` (section 7). */
  code: string;
  /** The code that newer systems give to this kind of failure; it is in `data.details` on the wire. */
  inner: string;
  /** A sentence for people. It names parameters and properties, never the value that was sent. */
  message: string;
  /** The place of the failure: the parameter's name, perhaps with `[index]` and `[property]` behind it. */
  param: string;
  data?: Record<string, unknown>;
}

/** A schema turned into functions. A valid value is checked without allocating for scalars. */
export interface CompiledSchema {
  /** Checks a value of the parameter named `param`. */
  validate(value: unknown, param: string): SchemaIssue | undefined;
  /** Cleans a value, whether it is valid or not (section 4.5, table "Sanitization"). */
  sanitize(value: unknown): unknown;
}
