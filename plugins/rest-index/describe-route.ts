import { deepFreeze } from '../../core/base/index.ts';
import type { EndpointArgument, RestRequest, RestServer, Route } from '../../core/index.ts';
import { describedArgument } from '../argument-limits/index.ts';

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
type DescriptionContext = 'view' | 'help';

type Description = Readonly<Record<string, unknown>>;

/**
 * What is known of routes but for their links, which depend on the address of a request. The routes of a generation do
 * not change, so each is described once.
 */
const known = { view: new WeakMap<Route, Description | null>(), help: new WeakMap<Route, Description | null>() };

/**
 * Describes a route (4.3): namespace, methods, endpoints with their arguments, and in `help` the schema; undefined where
 * it shows no endpoint. What is in the members is frozen and shared between requests.
 */
export function describeRoute(
  route: Route,
  context: DescriptionContext,
  server: RestServer,
  request: RestRequest,
): Record<string, unknown> | undefined {
  let description = known[context].get(route);
  if (description === undefined) {
    // By way of JSON, so that nothing of a plugin's own is frozen.
    description = deepFreeze(JSON.parse(JSON.stringify(described(route, context)))) as Description | null;
    known[context].set(route, description);
  }
  if (description === null) return undefined;
  if (route.pattern.includes('(?P<') || route.pattern.includes('(?<')) return { ...description };
  return { ...description, _links: { self: [{ href: server.restUrl(route.pattern, request.context) }] } };
}

function described(route: Route, context: DescriptionContext): Description | null {
  const shown = route.endpoints.filter((endpoint) => endpoint.show_in_index);
  if (shown.length === 0) return null;
  return {
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
    ...(context === 'help' && typeof route.options.schema === 'function' ? { schema: route.options.schema() } : {}),
  };
}

function describeArgument(given: EndpointArgument): Record<string, unknown> {
  const described: Record<string, unknown> = {};
  // The interface fixes which keywords an argument shows: limits that were added stand in its description.
  const argument = describedArgument(given);
  for (const key of SHOWN) if (argument[key] !== undefined) described[key] = argument[key];
  if (argument.default !== undefined) described.default = argument.default;
  described.required = argument.required === true;
  return described;
}
