import {
  definePlugin,
  type EndpointGroup,
  type Generation,
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

// biome-ignore lint/suspicious/noExplicitAny: the vectors' own shape, told in their README.
type Recorded = any;

const refusal = (words: readonly string[]) =>
  new RestError(words[1]!, 'Refused.', words[2] === undefined ? null : { status: Number(words[2]) });

/** What the words of a permission callback answer. */
const VERDICTS: Record<string, unknown> = {
  true: true,
  false: false,
  null: null,
  one: 1,
  zero: 0,
  string: 'yes',
  empty: '',
};

/** The cleaning that the words of a sanitize callback name. */
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

/** Registers a scenario's routes and hooks, and keeps what registration answered. */
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

/** Asks as recorded, and tells the answer in the words of `expect`. */
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
  const told: Recorded = {
    status: response.status,
    allow: response.headers.Allow ?? null,
    matchedRoute: response.matchedRoute,
    trace: ran,
  };
  if (expected.code !== undefined) told.code = data.code;
  if (expected.paramKeys !== undefined) {
    const { params } = data.data;
    told.paramKeys = Array.isArray(params) ? params : Object.keys(params);
  }
  if (expected.description !== undefined) told.description = outline(data);
  if (expected.data !== undefined) told.data = data;
  return told;
}

/** Of a description what the vectors hold: methods, and of arguments whether they are required. */
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

/** What registration answered and every request was answered in one recorded scenario of routing, as the vectors tell it. */
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
