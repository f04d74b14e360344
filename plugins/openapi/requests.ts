import type { Endpoint, EndpointArgument } from '../../core/index.ts';
import type { OpenApiObject } from './hooks.ts';
import type { JsonSchema } from './json-schema.ts';
import { toJsonSchema } from './json-schema.ts';
import type { PathParameter } from './path-templates.ts';

const REQUEST = { of: 'request' } as const;

type NamedArgument = [name: string, argument: EndpointArgument];

/** The parameters of a path: what the route's pattern says of them, and their arguments. */
export function pathParameters(parameters: readonly PathParameter[], endpoints: readonly Endpoint[]): OpenApiObject[] {
  return parameters.map(({ name, pattern }) => {
    const argument = endpoints.find(({ args }) => Object.hasOwn(args, name))?.args[name] ?? { type: 'string' };
    const { description, default: _, ...schema } = toJsonSchema(argument, REQUEST) as Record<string, unknown>;
    const whole = pattern === undefined ? {} : schema.pattern === undefined ? { pattern } : { allOf: [{ pattern }] };
    return { name, in: 'path', required: true, ...described(description), schema: { ...schema, ...whole } };
  });
}

/** The arguments of an endpoint that are not in its path. */
export const argumentsBeside = (endpoint: Endpoint, parameters: readonly PathParameter[]): NamedArgument[] =>
  Object.entries(endpoint.args).filter(([name]) => parameters.every((parameter) => parameter.name !== name));

/** Arguments as parameters of the query. Lists are written with commas, objects as `name[member]`. */
export const queryParameters = (args: readonly NamedArgument[]): OpenApiObject[] =>
  args.map(([name, argument]) => {
    const { description, deprecated, ...schema } = toJsonSchema(argument, REQUEST) as Record<string, unknown>;
    const types = [argument.type ?? []].flat();
    return {
      name,
      in: 'query',
      ...described(description),
      ...(argument.required === true ? { required: true } : {}),
      ...(deprecated === true ? { deprecated } : {}),
      ...(types.includes('array') ? { style: 'form', explode: false } : {}),
      ...(types.includes('object') && !types.includes('array') ? { style: 'deepObject', explode: true } : {}),
      schema,
    };
  });

/** Arguments as the members of a JSON body. */
export const bodySchema = (args: readonly NamedArgument[]): JsonSchema => {
  const members = args.map(([name, argument]) => [name, isRendered(argument) ? orText(argument) : argument]);
  return toJsonSchema({ type: 'object', properties: Object.fromEntries(members) }, REQUEST);
};

/** Whether an argument is a text that answers show rendered: not checked by its schema, which is that of the answer. */
const isRendered = ({ type, properties, sanitize_callback, validate_callback }: EndpointArgument): boolean =>
  type === 'object' && properties?.raw !== undefined && sanitize_callback === null && validate_callback === null;

/** Such an argument is sent as a text, or as an object with the text as `raw`. */
const orText = (argument: EndpointArgument): EndpointArgument => ({ ...argument, type: ['string', 'object'] });

const described = (description: unknown): OpenApiObject => (description === undefined ? {} : { description });
