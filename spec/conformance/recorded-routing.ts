import type { Generation } from '../../core/generation.ts';
import {
  definePlugin,
  type EndpointGroup,
  RestError,
  RestRequest,
  RestResponse,
  type RouteArgs,
} from '../../core/index.ts';
import allowHeader from '../../plugins/allow-header/index.ts';
import fields from '../../plugins/fields/index.ts';
import optionsDescription from '../../plugins/options-description/index.ts';
import { buildTestGeneration } from '../support/generation.ts';
import { userWith } from '../support/serve.ts';

// biome-ignore lint/suspicious/noExplicitAny: the vectors' own shape, which their README describes.
type Recorded = any;

const refusal = (words: readonly string[]) =>
  new RestError(words[1]!, 'Refused.', words[2] === undefined ? null : { status: Number(words[2]) });

/** The results of permission callbacks, by the words of the vectors. */
const VERDICTS: Record<string, unknown> = {
  true: true,
  false: false,
  null: null,
  one: 1,
  zero: 0,
  string: 'yes',
  empty: '',
};

/** Sanitize callbacks, by the words of the vectors. */
const CLEANING: Record<string, (value: unknown) => unknown> = {
  int: (value) => Number.parseInt(String(value), 10) || 0,
  upper: (value) => String(value).toUpperCase(),
  reverse: (value) => [...String(value)].reverse().join(''),
};

function callback(word: string, trace: string[]): EndpointGroup['callback'] {
  const [kind = '', ...rest] = word.split(':');
  return (request) => {
    trace.push('callback');
    if (kind === 'error') return refusal(word.split(':'));
    if (kind === 'respond') return new RestResponse({ ok: true }, Number(rest[0]));
    if (kind === 'value') return JSON.parse(rest.join(':'));
    return { handler: rest[0], params: request.getParams(), url: request.paramsOf('url') };
  };
}

function group(recorded: Recorded, trace: string[]): EndpointGroup {
  const { permission_callback: permission, callback: word, args = {}, ...others } = recorded;
  const named = Object.entries<Recorded>(args).map(([name, { validate_callback, sanitize_callback, ...schema }]) => {
    const validate = () => trace.push(`validate:${name}`) > 0 && VERDICTS[validate_callback];
    const sanitize = (value: unknown) => trace.push(`sanitize:${name}`) > 0 && CLEANING[sanitize_callback]!(value);
    return [
      name,
      {
        ...schema,
        ...(validate_callback === undefined ? {} : { validate_callback: validate }),
        ...(sanitize_callback === undefined ? {} : { sanitize_callback: sanitize }),
      },
    ];
  });
  const permit = () => {
    trace.push('permission');
    return permission.startsWith('error:') ? refusal(permission.split(':')) : VERDICTS[permission];
  };
  return {
    ...others,
    callback: callback(word, trace),
    ...(permission === undefined ? {} : { permission_callback: permit }),
    args: Object.fromEntries(named),
  };
}

/** Registers a scenario's routes and hooks, and records the results of the registrations. */
function scenarioPlugin({ routes, hooks = [] }: Recorded, trace: string[], registered: boolean[]) {
  return definePlugin({
    name: 'scenario',
    version: '1.0.0',
    description: 'A recorded scenario.',
    setup(host) {
      for (const { name, priority, does } of hooks) {
        host.hooks
          .filter(name as 'rest_pre_dispatch')
          .tap({ stage: priority }, () => JSON.parse(does.slice('value:'.length)));
      }
      host.hooks.action('rest_api_init').tap('scenario', (server) => {
        for (const { namespace, route, override, group: one, groups, options } of routes) {
          const args = groups?.map((each: Recorded) => group(each, trace)) ?? group(one, trace);
          const given: RouteArgs = options === undefined ? args : { ...args, ...options };
          registered.push(server.registerRoute(namespace, route, given, override));
        }
      });
    },
  });
}

/** Makes a recorded request, and returns its answer in the form of `expect`. */
async function ask(generation: Generation, recorded: Recorded, expected: Recorded, user: string, trace: string[]) {
  const { method, route, query, form, json } = recorded;
  const body =
    json === undefined ? {} : { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } };
  const request = new RestRequest(method, route, { query, form, ...body });
  if (user === 'loggedIn') request.context.user = userWith();
  trace.length = 0;
  const { server } = generation;
  const dispatched = await server.dispatch(request);
  const ran = [...trace];
  const response = await server.hooks.filter('rest_post_dispatch').promise(dispatched, server, request);
  const data = response.data as Recorded;
  const answer: Recorded = {
    status: response.status,
    allow: response.headers.Allow ?? null,
    matchedRoute: response.matchedRoute,
    trace: ran,
  };
  if (expected.code !== undefined) answer.code = data.code;
  if (expected.paramKeys !== undefined) {
    const { params } = data.data;
    answer.paramKeys = Array.isArray(params) ? params : Object.keys(params);
  }
  if (expected.description !== undefined) answer.description = outline(data);
  if (expected.data !== undefined) answer.data = data;
  return answer;
}

/** The part of a route's description that the vectors hold: methods, and whether arguments are required. */
const outline = ({ namespace, methods, endpoints }: Recorded) => ({
  namespace,
  methods,
  endpoints: endpoints.map((endpoint: Recorded) => ({
    methods: endpoint.methods,
    args: Object.fromEntries(
      Object.entries<Recorded>(endpoint.args).map(([name, { required }]) => [name, { required }]),
    ),
  })),
});

/**
 * The results of the registrations and the answers to the requests of one recorded scenario of routing, in the form of
 * the vectors.
 */
export async function routed(scenario: Recorded): Promise<unknown> {
  const trace: string[] = [];
  const registered: boolean[] = [];
  const plugin = scenarioPlugin(scenario, trace, registered);
  const generation = await buildTestGeneration([allowHeader, fields, optionsDescription, plugin]);
  const answers: unknown[] = [];
  for (const { expect: expected, ...recorded } of scenario.requests) {
    answers.push(await ask(generation, recorded, expected, scenario.user, trace));
  }
  return { registered, answers };
}
