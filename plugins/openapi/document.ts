import type { Endpoint, PluginHooks, RestServer, Route } from '../../core/index.ts';
import { REST_API_VERSION } from '../../core/rest/index.ts';
import { Components, pascalCase } from './components.ts';
import type { OpenApiObject, SecurityWay } from './hooks.ts';
import { type PathTemplate, pathTemplates } from './path-templates.ts';
import { argumentsBeside, bodySchema, pathParameters, queryParameters } from './requests.ts';
import { COMMON_SCHEMAS, ERROR_RESPONSES, pageHeaders, responsesOf } from './responses.ts';
import { type Shape, shapesOf, titleOf } from './shapes.ts';

/** The methods that OpenAPI 3.1 has a word for. */
const METHODS = new Set(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']);
/** Those whose arguments come in a body. */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

type PathItem = Record<string, unknown>;

/**
 * Describes all registered routes as an OpenAPI 3.1 document: those that the index shows (4.2), with their arguments and
 * the schemas of their resources. `base` is the address of the interface, without a trailing slash.
 */
export function openApiDocument(server: RestServer, hooks: PluginHooks, base: string): OpenApiObject {
  const { brand, home } = server.site;
  const routes = [...server.routes.values()].map(shownPart).filter((route) => route.endpoints.length > 0);
  const paths = new Paths(server, hooks, shapesOf(routes));
  for (const route of routes) paths.add(route);
  const ways = hooks.filter('openapi_security').call([]);
  const document = {
    openapi: '3.1.0',
    info: { title: `REST interface of ${home}`, version: REST_API_VERSION },
    servers: [{ url: base }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    security: [{}, ...ways.map((way) => Object.fromEntries(Object.keys(way).map((name) => [name, []])))],
    paths: paths.items,
    components: {
      schemas: paths.components.schemas,
      parameters: paths.shared,
      responses: ERROR_RESPONSES,
      headers: pageHeaders(brand),
      securitySchemes: Object.assign({}, ...ways) as SecurityWay,
    },
  };
  return hooks.filter('openapi_document').call(document, server);
}

const shownPart = (route: Route): Route => ({
  ...route,
  endpoints: route.endpoints.filter(({ show_in_index }) => show_in_index),
});

const tagOf = ({ namespace }: Route): string => (namespace === '' ? 'index' : namespace);

/** The operations of methods that OpenAPI 3.1 has no word for. */
function othersOf(item: PathItem): PathItem {
  item['x-additional-operations'] ??= {};
  return item['x-additional-operations'] as PathItem;
}

/** The paths of a document, as routes are added to them. */
class Paths {
  readonly items: Record<string, PathItem> = {};
  readonly components = new Components();
  readonly #server: RestServer;
  readonly #hooks: PluginHooks;
  readonly #shapeOf: (route: Route) => Shape;
  /** The parameters that every request may have, by name. */
  readonly shared: Readonly<Record<string, OpenApiObject>>;
  readonly #ids = new Set<string>();
  /** Paths without the names of their parameters, which are the same path to OpenAPI. */
  readonly #nameless = new Set<string>();

  constructor(server: RestServer, hooks: PluginHooks, shapeOf: (route: Route) => Shape) {
    this.#server = server;
    this.#hooks = hooks;
    this.#shapeOf = shapeOf;
    this.shared = Object.fromEntries(
      hooks
        .filter('openapi_parameters')
        .call([])
        .map((parameter) => [String(parameter.name), parameter]),
    );
    for (const [name, schema] of Object.entries(COMMON_SCHEMAS)) this.components.add(name, schema);
  }

  add(route: Route): void {
    for (const template of pathTemplates(route.pattern)) {
      const key = this.#keyOf(template);
      this.items[key] ??= {};
      const item = this.items[key];
      if (template.parameters.length > 0) item.parameters = pathParameters(template.parameters, route.endpoints);
      for (const endpoint of route.endpoints) this.#addEndpoint(item, key, template, route, endpoint);
    }
  }

  /**
   * Where a path stands in the document. Two patterns may come to the same path, as of numbers and of names; the later
   * has the names of its parameters behind a `#`, which clients do not send.
   */
  #keyOf({ path, parameters }: PathTemplate): string {
    if (parameters.length === 0) return path;
    const nameless = path.replace(/\{\w+\}/g, '{}');
    let key = path;
    if (this.#nameless.has(nameless)) {
      const names = parameters.map(({ name }) => name).join('-');
      key = `${path}#${names}`;
      for (let number = 2; key in this.items; number++) key = `${path}#${names}-${number}`;
    }
    this.#nameless.add(nameless);
    return key;
  }

  #addEndpoint(item: PathItem, key: string, template: PathTemplate, route: Route, endpoint: Endpoint): void {
    for (const method of endpoint.methods) {
      const word = method.toLowerCase();
      const operations = METHODS.has(method) ? item : othersOf(item);
      // Of several endpoints for one method, the first answers.
      if (operations[word] !== undefined) continue;
      const operation = this.#operation(method, key, template, route, endpoint);
      const source = { route, endpoint, method, path: template.path };
      operations[word] = this.#hooks.filter('openapi_operation').call(operation, source);
    }
  }

  #operation(method: string, key: string, template: PathTemplate, route: Route, endpoint: Endpoint): OpenApiObject {
    const args = argumentsBeside(endpoint, template.parameters);
    const shape = this.#shapeOf(route);
    const hasBody = WITH_BODY.has(method) && args.length > 0;
    const hasPathParameters = template.parameters.length > 0;
    const taken = new Set([...args.map(([name]) => name), ...template.parameters.map(({ name }) => name)]);
    const parameters = [
      ...(hasBody ? [] : queryParameters(args)),
      ...Object.keys(this.shared)
        .filter((name) => !taken.has(name))
        .map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ];
    const { components } = this;
    const { brand } = this.#server.site;
    return {
      operationId: this.#idOf(method, key),
      tags: [tagOf(route)],
      'x-route': route.pattern,
      ...(endpoint.deprecated === true ? { deprecated: true } : {}),
      ...(endpoint.permission_callback === undefined ? { security: [] } : {}),
      ...(parameters.length === 0 ? {} : { parameters }),
      ...(hasBody ? { requestBody: this.#body(args, key, route, shape) } : {}),
      responses: responsesOf(method, endpoint, { route, shape, components, brand, hasPathParameters }),
    };
  }

  #body(args: Parameters<typeof bodySchema>[0], key: string, route: Route, shape: Shape): OpenApiObject {
    const schema = bodySchema(args);
    const title = titleOf(route);
    const name = title === undefined ? `${key}-body` : `${shape === 'list' ? 'create' : 'update'}-${title}`;
    return {
      ...(schema.required === undefined ? {} : { required: true }),
      content: { 'application/json': { schema: this.components.add(pascalCase(name), schema) } },
    };
  }

  /** The method and the path as one word: `getCmsV2PostsById`. */
  #idOf(method: string, key: string): string {
    const base = method.toLowerCase() + (pascalCase(key) || 'Index');
    let id = base;
    for (let number = 2; this.#ids.has(id); number++) id = `${base}_${number}`;
    this.#ids.add(id);
    return id;
  }
}
