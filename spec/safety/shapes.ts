import type { Generation } from '../../core/generation.ts';
import type { CurrentUser, Endpoint, Route } from '../../core/index.ts';
import { RequestContext, RestRequest } from '../../core/index.ts';
import { type Params, parseQuery } from '../../core/rest/index.ts';
import { pathTemplates } from '../../plugins/openapi/path-templates.ts';
import type { Cast } from '../access/cast.ts';

/** Values of a kind that few parameters are of, as JSON bodies have them. */
const JSON_SHAPES: readonly unknown[] = [
  { toString: 1, valueOf: {}, constructor: null, length: 3 },
  [[1], { a: [null] }, 'x'],
  9e99,
  null,
  '\0',
  'x'.repeat(5000),
];

/** The same of queries, where all is text: `%s` is the name of the parameter. */
const QUERY_SHAPES: readonly string[] = ['%s[a]=1', '%s[][a]=1', '%s=%00', '%s='];

/** What stands in paths for the parameters of a route, by the beginning of its pattern: words of `Cast`, or a text. */
const OBJECTS: readonly (readonly [pattern: RegExp, values: Readonly<Record<string, string>>])[] = [
  [/posts.*preview-link/, { id: '<post own draft>' }],
  [/posts.*revisions/, { parent: '<post own publish>', id: '<revision post own publish>' }],
  [/posts.*autosaves/, { parent: '<post own publish>', id: '<post own publish>' }],
  [/pages.*revisions/, { parent: '<page own publish>', id: '<revision page own publish>' }],
  [/blocks.*revisions/, { parent: '<block own publish>', id: '<revision block own publish>' }],
  [/navigation.*revisions/, { parent: '<navigation own publish>', id: '<revision navigation own publish>' }],
  [/global-styles\/themes/, { stylesheet: '<theme>' }],
  [/global-styles.*revisions/, { parent: '<styles>', id: '1' }],
  [/(templates|template-parts)\/.*(revisions|autosaves)\//, { parent: '<theme>//<template templates>', id: '1' }],
  [/template-parts/, { id: '<theme>//<template template-parts>', parent: '<theme>//<template template-parts>' }],
  [/templates/, { id: '<theme>//<template templates>', parent: '<theme>//<template templates>' }],
  [/users\/.*user_id/, { user_id: '<user other>', uuid: '<password other>' }],
  [/v2\/posts/, { id: '<post own publish>', parent: '<post own publish>' }],
  [/v2\/pages/, { id: '<page own publish>', parent: '<page own publish>' }],
  [/v2\/blocks/, { id: '<block own publish>', parent: '<block own publish>' }],
  [/v2\/navigation/, { id: '<navigation own publish>', parent: '<navigation own publish>' }],
  [/v2\/global-styles/, { id: '<styles>', parent: '<styles>' }],
  [/v2\/media/, { id: '<media own>' }],
  [/v2\/users/, { id: '<user other>' }],
  [/v2\/categories/, { id: '<category>' }],
  [/v2\/tags/, { id: '<tag>' }],
  [/v2\/menus/, { id: '<menu>' }],
  [/v2\/menu-items/, { id: '<menu-item own publish>' }],
  [/v2\/menu-locations/, { location: 'primary' }],
  [/v2\/comments/, { id: '<comment other approved on other publish>' }],
  [/types\/.*namespace.*name/, { namespace: 'core', name: 'search' }],
  [/types\/.*namespace/, { namespace: 'core' }],
  [/block-renderer/, { name: 'core/search' }],
  [/abilities\/v1\/abilities/, { name: 'core/get-site-info' }],
  [/abilities\/v1\/categories/, { slug: 'site' }],
  [/v2\/types/, { type: 'post' }],
  [/v2\/statuses/, { status: 'publish' }],
  [/v2\/taxonomies/, { taxonomy: 'category' }],
  [/v2\/themes/, { stylesheet: '<theme>' }],
  [/v2\/menu-locations/, { location: 'primary' }],
  [/v2\/sidebars/, { id: 'sidebar-1' }],
  [/v2\/widgets/, { id: 'text-2' }],
  [/v2\/widget-types/, { id: 'text' }],
];

/** What stands for any other parameter, the first that its pattern takes: a version's dot, a number, a name. */
const ANYTHING = ['1', 'me', 'a', 'a/b', 'a//b', '.'];

/** Values that requests need beside the one that is tried, by the pattern of their route. */
const COMPANIONS: readonly (readonly [pattern: RegExp, method: string, values: object])[] = [
  [/block-renderer/, '*', { context: 'edit' }],
  [/./, 'DELETE', { force: true, reassign: 0 }],
  [/comments$/, 'POST', { content: 'Said', post: 1 }],
  [/users$/, 'POST', { username: 'new', email: 'new@example.org', password: 'secret' }],
  [/(categories|tags|menus)$/, 'POST', { name: 'New' }],
  [/menu-items$/, 'POST', { title: 'New', url: 'http://localhost/' }],
  [/(templates|template-parts)$/, 'POST', { slug: 'new', content: 'New' }],
  [/application-passwords$/, 'POST', { name: 'New' }],
  [/widgets$/, 'POST', { id_base: 'text', sidebar: 'sidebar-1' }],
  [/oembed.*embed$/, '*', { url: 'http://localhost/' }],
];

/** Parameters that every route takes. */
const GENERAL = ['_fields', '_embed', '_envelope', '_jsonp', '_locale', '_method', '_pretty', '_cmsnonce', 'context'];

/** An endpoint that requests can be sent to: its method, a path to something that exists, and all its parameters. */
export interface Place {
  readonly method: string;
  readonly path: string;
  /** The parameters of the path, which a query may name as well. */
  readonly inPath: readonly string[];
  readonly names: readonly string[];
  readonly companions: Readonly<Record<string, unknown>>;
}

/** Every endpoint of a generation, with a path to an object that a cast makes. */
export async function placesOf({ server }: Generation, cast: Cast): Promise<Place[]> {
  const places: Place[] = [];
  for (const route of server.routes.values()) {
    for (const endpoint of route.endpoints) {
      // The methods of an endpoint share its code, so one of those that send a body stands for them.
      const method = endpoint.methods.includes('POST') ? 'POST' : endpoint.methods[0]!;
      places.push(await placeOf(route, endpoint, method, cast));
    }
  }
  return [...places, { method: 'GET', path: '/cms/v2/posts', inPath: [], names: GENERAL, companions: {} }];
}

async function placeOf(route: Route, endpoint: Endpoint, method: string, cast: Cast): Promise<Place> {
  const { path: template, parameters } = pathTemplates(route.pattern)[0]!;
  const values = OBJECTS.find(([pattern]) => pattern.test(route.pattern))?.[1] ?? {};
  let path = template;
  for (const { name, pattern } of parameters) {
    const fits = (text: string) => pattern === undefined || new RegExp(pattern, 'u').test(text);
    const value = values[name] ?? ANYTHING.find(fits);
    if (value === undefined) throw new Error(`what is the ${name} of ${route.pattern}?`);
    path = path.replace(`{${name}}`, await cast.fill(value));
  }
  const fitting = COMPANIONS.filter(([pattern, of]) => pattern.test(route.pattern) && (of === '*' || of === method));
  const companions = Object.assign({}, ...fitting.map(([, , added]) => added));
  const inPath = parameters.map(({ name }) => name);
  return { method, path, inPath, names: [...new Set([...inPath, ...Object.keys(endpoint.args)])], companions };
}

/** The requests to a place in which one parameter is of another shape: in the query, or in a body where it has one. */
export function* requestsTo({ method, path, inPath, names, companions }: Place, user: CurrentUser) {
  const http = { tls: false, serverName: 'localhost', remoteAddress: '127.0.0.1', cookie: () => undefined };
  for (const name of method === 'GET' ? names : inPath) {
    for (const shape of QUERY_SHAPES) {
      const text = shape.replaceAll('%s', name);
      const query: Params = { ...companions, ...parseQuery(text) };
      const context = new RequestContext({ user, http });
      yield { request: new RestRequest(method, path, { query, context }), sent: `${method} ${path}?${text}` };
    }
  }
  for (const name of method === 'GET' ? [] : names) {
    for (const shape of JSON_SHAPES) {
      const context = new RequestContext({ user, http });
      const body = JSON.stringify({ ...companions, [name]: shape });
      const headers = { 'content-type': 'application/json' };
      const request = new RestRequest(method, path, { body, headers, context });
      yield { request, sent: `${method} ${path} ${name} ${JSON.stringify(shape).slice(0, 80)}` };
    }
  }
}
