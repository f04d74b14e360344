import type { EndpointArgument, Route } from './endpoint.ts';

/** Which keys of an argument's schema a description shows. */
const SHOWN = [
  'type',
  'format',
  'enum',
  'items',
  'properties',
  'additionalProperties',
  'patternProperties',
  'minProperties',
  'maxProperties',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'anyOf',
  'oneOf',
  'title',
  'description',
] as const;

/** What a description is made for: the index (`view`), or OPTIONS and `context=help`, which add the schema. */
export type DescriptionContext = 'view' | 'embed' | 'help';

function describeArgument(argument: EndpointArgument): Record<string, unknown> {
  const described: Record<string, unknown> = {};
  for (const key of SHOWN) if (argument[key] !== undefined) described[key] = argument[key];
  if (argument.default !== undefined) described.default = argument.default;
  described.required = argument.required === true;
  return described;
}

/** Describes a route (4.3): namespace, methods, endpoints with their arguments, and in `help` the schema. */
export function describeRoute(
  route: Route,
  context: DescriptionContext,
  urlOf: (path: string) => string,
): Record<string, unknown> | undefined {
  const shown = route.endpoints.filter((endpoint) => endpoint.show_in_index);
  if (shown.length === 0) return undefined;
  const data: Record<string, unknown> = {
    namespace: route.namespace,
    methods: [...new Set(shown.flatMap((endpoint) => endpoint.methods))],
    endpoints: shown.map((endpoint) => {
      const args = Object.entries(endpoint.args).map(([name, argument]) => [name, describeArgument(argument)]);
      return {
        methods: endpoint.methods,
        ...(endpoint.allow_batch === undefined ? {} : { allow_batch: endpoint.allow_batch }),
        // A map without members is an empty list on the wire.
        args: args.length === 0 ? [] : Object.fromEntries(args),
      };
    }),
  };
  if (context === 'help' && typeof route.options.schema === 'function') data.schema = route.options.schema();
  if (!route.pattern.includes('(?P<') && !route.pattern.includes('(?<')) {
    data._links = { self: [{ href: urlOf(route.pattern) }] };
  }
  return data;
}
