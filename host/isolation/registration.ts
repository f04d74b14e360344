import type { Registration } from './messages.ts';
import { pathPatternFault, textPatternFault } from './patterns.ts';

/** The most routes and fields of an isolated plugin, and the most characters of a pattern. */
const MOST_REGISTRATIONS = 1000;
const MOST_CHARACTERS = 500;

/** The most characters of a text that a pattern is tested on. */
const MOST_TESTED = 1000;

const NAMESPACE = /^[\w.-]+(?:\/[\w.-]+)*$/;

const refuse = (what: string): never => {
  throw new TypeError(`an isolated plugin ${what}`);
};

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Throws for a schema in which a pattern may take long; the host tests patterns, whatever they came from. */
function checkSchema(schema: unknown): void {
  if (Array.isArray(schema)) schema.forEach(checkSchema);
  if (!isMap(schema)) return;
  const { pattern, maxLength, patternProperties } = schema;
  if (typeof pattern === 'string') {
    const fault = pattern.length > MOST_CHARACTERS ? 'is too long' : textPatternFault(pattern);
    if (fault !== undefined) refuse(`gives the pattern ${pattern.slice(0, 60)}, which ${fault}; write a simpler one`);
    if (!(typeof maxLength === 'number' && maxLength <= MOST_TESTED))
      refuse(`gives the pattern ${pattern} without a maxLength of at most ${MOST_TESTED}; add one`);
  }
  if (patternProperties !== undefined) refuse('cannot give patternProperties; name the properties');
  Object.values(schema).forEach(checkSchema);
}

function checkRoute(route: Registration & { readonly what: 'route' }): Registration {
  const { namespace, path, groups, options, schema, override } = route;
  if (typeof namespace !== 'string' || !NAMESPACE.test(namespace)) refuse('registers a route in what is no namespace');
  if (typeof path !== 'string' || path.length > MOST_CHARACTERS)
    refuse('registers a route whose path is no text, or long');
  const fault = pathPatternFault(path);
  if (fault !== undefined) refuse(`registers the route ${path.slice(0, 60)}, which ${fault}; write a simpler one`);
  if (!Array.isArray(groups) || !groups.every((group) => isMap(group) && isMap(group.data)))
    refuse('registers a route without endpoints');
  checkSchema(schema);
  for (const { data } of groups) checkSchema(data.args);
  const own = Object.entries(isMap(options) ? options : {}).filter(([key]) => !/^(?:\d+|schema|callback)$/.test(key));
  checkSchema(Object.fromEntries(own));
  return {
    what: 'route',
    namespace,
    path,
    override: override === true,
    options: Object.fromEntries(own),
    schema: isMap(schema) ? schema : undefined,
    groups,
  };
}

function checkField(field: Registration & { readonly what: 'field' }): Registration {
  const types = Array.isArray(field.types) ? field.types : [field.types];
  if (!types.every((type) => typeof type === 'string') || typeof field.attribute !== 'string')
    refuse('registers a field without types or a name');
  checkSchema(field.schema);
  return field;
}

/** The routes and fields that an isolated plugin has sent; throws for those that the host could not bear. */
export function checkRegistrations(sent: unknown): Registration[] {
  if (!Array.isArray(sent) || sent.length > MOST_REGISTRATIONS || !sent.every(isMap))
    return refuse(`registers what is no list of at most ${MOST_REGISTRATIONS} routes and fields`);
  return (sent as unknown as Registration[]).map((one) => (one.what === 'field' ? checkField(one) : checkRoute(one)));
}
