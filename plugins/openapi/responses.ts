import type { Brand, Endpoint, Route } from '../../core/index.ts';
import { type Components, pascalCase } from './components.ts';
import type { OpenApiObject } from './hooks.ts';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';
import type { Shape } from './shapes.ts';

const CONTEXTS = ['view', 'edit', 'embed'];

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });
const reference = (name: string) => ({ $ref: `#/components/responses/${name}` });
const schemaReference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Schemas that every document has: the error object (7), and the links of items (4.2). */
export const COMMON_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Error: {
    type: 'object',
    description: 'An error object. Programs go by its code, people read its message.',
    required: ['code', 'message', 'data'],
    properties: {
      code: { type: ['string', 'integer'], examples: ['rest_no_route', 'rest_forbidden', 'rest_invalid_param'] },
      message: { type: 'string' },
      data: {
        type: ['object', 'null'],
        properties: {
          status: { type: 'integer', description: 'The HTTP status.' },
          params: { description: 'The parameters in error; of those that are invalid, why.' },
          details: { type: ['object', 'array'], description: 'The error object of each invalid parameter, by name.' },
        },
      },
      additional_errors: { type: 'array', items: schemaReference('Error') },
      additional_data: { type: 'array' },
    },
  },
  Links: {
    type: 'object',
    description: 'Links to other resources, by relation.',
    additionalProperties: {
      type: 'array',
      items: {
        type: 'object',
        required: ['href'],
        properties: { href: { type: 'string', description: 'An address, or a template of one.' } },
      },
    },
  },
};

const ERRORS: Readonly<Record<string, readonly [name: string, description: string]>> = {
  400: [
    'BadRequest',
    'An argument is missing or invalid: `rest_missing_callback_param`, `rest_invalid_param`, `rest_invalid_json` and others.',
  ],
  401: ['Unauthorized', 'Nobody is signed in, and somebody has to be: `rest_forbidden` and others.'],
  403: [
    'Forbidden',
    'The user who is signed in may not do it: `rest_forbidden`, `rest_cookie_invalid_nonce` and others.',
  ],
  404: ['NotFound', 'There is no such resource: `rest_no_route`, `rest_post_invalid_id` and others.'],
  default: ['Failure', 'Any other error.'],
};

/** The answers of errors that operations refer to. */
export const ERROR_RESPONSES: OpenApiObject = Object.fromEntries(
  Object.values(ERRORS).map(([name, description]) => [name, { description, content: json(schemaReference('Error')) }]),
);

/** The headers of lists: totals, and links to the neighbouring pages. */
export const pageHeaders = (brand: Brand): OpenApiObject => ({
  [brand.header('Total')]: { description: 'How many items the collection has.', schema: { type: 'integer' } },
  [brand.header('TotalPages')]: { description: 'How many pages it has.', schema: { type: 'integer' } },
  Link: { description: 'The addresses of the next page and the one before.', schema: { type: 'string' } },
});

/** What answers are described from: the route, the kind of its GET answer, and the collected schemas. */
export interface AnswerSource {
  readonly route: Route;
  readonly shape: Shape;
  readonly components: Components;
  readonly brand: Brand;
  readonly hasPathParameters: boolean;
}

/** The answers of one method of an endpoint, by status. */
export function responsesOf(method: string, endpoint: Endpoint, source: AnswerSource): OpenApiObject {
  return { ...successes(method, endpoint, source), ...errors(endpoint, source) };
}

function errors(endpoint: Endpoint, { hasPathParameters }: AnswerSource): OpenApiObject {
  const statuses = [
    ...(Object.keys(endpoint.args).length > 0 || hasPathParameters ? ['400'] : []),
    ...(endpoint.permission_callback === undefined ? [] : ['401', '403']),
    ...(hasPathParameters ? ['404'] : []),
    'default',
  ];
  return {
    ...Object.fromEntries(statuses.map((status) => [status, reference(ERRORS[status]![0])])),
    ...declaredErrors(endpoint),
  };
}

/** The errors that an endpoint declares, by statuses that other endpoints do not have. */
function declaredErrors({ errors: declarations = {} }: Endpoint): OpenApiObject {
  const byStatus = new Map<string, [code: string, message: string][]>();
  for (const [code, [declaredStatus, message]] of Object.entries(declarations)) {
    const status = String(declaredStatus ?? 500);
    if (status === 'authorization' || status in ERRORS) continue;
    byStatus.set(status, [...(byStatus.get(status) ?? []), [code, message]]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, found]) => {
      const description = found.map(([code, message]) => `\`${code}\`: ${message}`).join(' ');
      const examples = found.map(([code]) => code);
      const schema = { allOf: [schemaReference('Error'), { properties: { code: { examples } } }] };
      return [status, { description, content: json(schema) }];
    }),
  );
}

function successes(method: string, endpoint: Endpoint, source: AnswerSource): OpenApiObject {
  const { route, shape } = source;
  const resource = route.options.schema;
  if (resource === undefined) return { '2XX': { description: 'The answer.', content: json({}) } };
  const ok = (description: string, schema: JsonSchema, more: OpenApiObject = {}) => ({
    description,
    ...more,
    content: json(schema),
  });
  const edited = () => itemOf(resource, 'edit', source.components);
  if (method === 'GET' || method === 'HEAD') {
    const items = shownItems(endpoint, resource, source.components);
    const whole = (item: JsonSchema): JsonSchema => {
      if (shape === 'item') return item;
      if (shape === 'list') return { type: 'array', items: item };
      return { type: ['object', 'array'], additionalProperties: item, maxItems: 0 };
    };
    const isPaged = shape === 'list' && 'per_page' in endpoint.args;
    const description = isPaged ? 'A page of the list.' : ANSWERS[shape];
    const different = [...new Map(Object.values(items).map((item) => [item.$ref, item])).values()];
    const byContext = different.length === 1 ? {} : { 'x-contexts': mapValues(items, whole) };
    const headers = isPaged ? { headers: headerReferences(source.brand) } : {};
    const item = different.length === 1 ? different[0]! : { anyOf: different };
    return { 200: ok(description, whole(item), { ...headers, ...byContext }) };
  }
  if (method === 'DELETE') {
    const deleted = {
      type: 'object',
      required: ['deleted'],
      properties: { deleted: { const: true }, previous: edited() },
    };
    return { 200: ok('What was deleted, or the item in the trash.', { anyOf: [deleted, edited()] }) };
  }
  if (method === 'POST' && shape === 'list') {
    return { 200: ok('The item, where there was one.', edited()), 201: ok('The new item.', edited()) };
  }
  return { 200: ok('The item as it is now.', edited()) };
}

const headerReferences = (brand: Brand): OpenApiObject =>
  Object.fromEntries(Object.keys(pageHeaders(brand)).map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const ANSWERS: Readonly<Record<Shape, string>> = {
  item: 'The item.',
  list: 'The list.',
  map: 'The items, by name.',
};

const mapValues = <T, U>(of: Readonly<Record<string, T>>, make: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, make(value)]));

/** The item in each of the contexts that can be requested. */
function shownItems(endpoint: Endpoint, resource: Resource, components: Components): Record<string, JsonSchema> {
  const requested = endpoint.args.context?.enum;
  const contexts = CONTEXTS.filter((context) =>
    requested === undefined ? context === 'view' : requested.includes(context),
  );
  const shown = contexts.length === 0 ? ['view'] : contexts;
  return Object.fromEntries(shown.map((context) => [context, itemOf(resource, context, components)]));
}

/** Makes the schema of a resource; the routes of one resource have the same. */
type Resource = () => object;

/** The reference to the schema of a resource as a context shows it: `Post`, `PostEdit`, `PostEmbed`. */
const itemOf = (resource: Resource, context: string, components: Components): JsonSchema =>
  components.once(resource, context, () => makeItem(resource(), context, components));

function makeItem(resource: object, context: string, components: Components): JsonSchema {
  const { title } = resource as { title?: unknown };
  const name = pascalCase(String(title ?? 'Item'));
  const inContext = (one: string) => toJsonSchema(resource, { of: 'response', context: one });
  const made = inContext(context);
  const isVariant = context !== 'view' && JSON.stringify(made) !== JSON.stringify(inContext('view'));
  const suffix = isVariant ? pascalCase(context) : '';
  const { properties, ...rest } = made as { properties?: object; type?: unknown };
  const whole = {
    ...rest,
    // `_fields` may select no field at all, and an empty map is written as an empty list.
    ...(rest.type === 'object' ? { type: ['object', 'array'], maxItems: 0 } : {}),
    properties: { ...properties, _links: schemaReference('Links'), _embedded: { type: 'object' } },
  };
  return components.add(name + suffix, whole);
}
