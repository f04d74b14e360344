import { type ArgumentSchema, type EndpointArgument, RestError, type RestRequest } from '../../core/index.ts';
import { parseList } from '../../core/schema/index.ts';

/** The most that an argument may hold. */
export interface ArgumentLimits {
  /** Of the members of a list. */
  readonly items: number;
  /** Of the characters of a text. */
  readonly characters: number;
  /** Of the characters of a content, as it is written. */
  readonly content: number;
}

/** The names of arguments and their parts that hold contents. */
const CONTENTS: ReadonlySet<string> = new Set(['content', 'raw']);

/** The limits of an argument or a part of it, by its name. */
const limitsOf = (name: string, { content, ...limits }: ArgumentLimits): ArgumentLimits => ({
  ...limits,
  content,
  ...(CONTENTS.has(name) && { characters: content }),
});

const WITHOUT_LENGTH: ReadonlySet<string | undefined> = new Set(['date-time']);

/** A schema with limits where it declares none, in its parts too. */
function limitSchema<T extends ArgumentSchema>(schema: T, limits: ArgumentLimits): T {
  const limit = (part: ArgumentSchema) => limitSchema(part, limits);
  const { items, properties, oneOf, anyOf } = schema;
  return {
    ...schema,
    ...ownLimits(schema, limits),
    ...(items && { items: limit(items) }),
    // No properties are written as an empty list.
    ...(properties && !Array.isArray(properties) && { properties: limitEach(properties, limits) }),
    ...(oneOf && { oneOf: oneOf.map(limit) }),
    ...(anyOf && { anyOf: anyOf.map(limit) }),
  };
}

const limitEach = (parts: Readonly<Record<string, ArgumentSchema>>, limits: ArgumentLimits) =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, limitSchema(part, limitsOf(name, limits))]));

function ownLimits(schema: ArgumentSchema, { items, characters }: ArgumentLimits): ArgumentSchema {
  const types = [schema.type].flat();
  const isFreeText = types.includes('string') && schema.enum === undefined && !WITHOUT_LENGTH.has(schema.format);
  return {
    ...(types.includes('array') && schema.maxItems === undefined && { maxItems: items }),
    ...(isFreeText && schema.maxLength === undefined && { maxLength: characters }),
  };
}

/** The arguments as they are described, by what they became. */
const described = new WeakMap<EndpointArgument, EndpointArgument>();

/** An argument as it was declared, with the limits that were added to it in its description. */
export const describedArgument = (argument: EndpointArgument): EndpointArgument => described.get(argument) ?? argument;

/** Limits an argument of a name. */
export function limitArgument(name: string, argument: EndpointArgument, all: ArgumentLimits): EndpointArgument {
  const limits = limitsOf(name, all);
  const { maxItems, maxLength } = ownLimits(argument as ArgumentSchema, limits);
  const told = [
    ...(argument.description === undefined ? [] : [argument.description]),
    ...(maxItems === undefined ? [] : [`At most ${maxItems} items.`]),
    ...(maxLength === undefined ? [] : [`At most ${maxLength} characters.`]),
  ];
  // What cleans a value itself is not checked by the schema.
  const isUnchecked = argument.sanitize_callback !== undefined && argument.validate_callback === undefined;
  const limited = limitSchema(argument as ArgumentSchema, limits) as EndpointArgument;
  const made = { ...limited, ...(isUnchecked && { validate_callback: checkLimits }) };
  described.set(made, told.length === 0 ? argument : { ...argument, description: told.join(' ') });
  return made;
}

/** Checks no more than the limits of an argument. */
function checkLimits(value: unknown, request: RestRequest, name: string): true | RestError {
  const { maxItems, maxLength } = request.endpoint!.args[name]!;
  if (maxItems !== undefined && parseList(value).length > maxItems) {
    return new RestError('rest_too_many_items', `${name} takes at most ${maxItems} items.`, { param: name });
  }
  if (maxLength !== undefined && typeof value === 'string' && value.length > maxLength) {
    return new RestError('rest_too_long', `${name} takes at most ${maxLength} characters.`, { param: name });
  }
  return true;
}
