import { CAPABILITIES } from '../../core/base/index.ts';

/** A plugin that is broken in one way, and its visible effects. */
export interface BrokenPlugin {
  /** What it does, as the end of a title that begins with "a plugin that". */
  readonly does: string;
  /** The source of its `index.ts`. */
  readonly source: string;
  /** Further settings of the host. */
  readonly settings?: object;
  /** What the record says: of a plugin that is left out, why; of one that runs, the hooks in which it failed. */
  readonly recorded: { readonly skipped: RegExp } | { readonly hooks: readonly string[]; readonly error: RegExp };
  /** Routes that answer otherwise than without the plugin, and with which status. */
  readonly changed?: Readonly<Record<string, number>>;
  /** Whether it does its harm only while `globalThis.harming` is true; the answers to later requests are compared. */
  readonly whileArmed?: boolean;
  /** Whether any request may be refused that was not, since the plugin decides over all of them and fails. */
  readonly closes?: boolean;
}

/** The name of the plugin that is broken. */
export const BROKEN = 'broken';

/** Parts of a broken plugin's source. */
interface Parts {
  /** Statements before the definition. */
  readonly top?: string;
  /** Further members of the definition: `isolated: true,`. */
  readonly more?: string;
  readonly async?: boolean;
}

/** A plugin does harm within its permissions; everything else is refused before. */
const ALL: readonly string[] = [...Object.keys(CAPABILITIES), 'routes:*'];

/** The same, but for what there is not where a plugin is isolated. */
const allFor = (more: string): string =>
  JSON.stringify(ALL.filter((capability) => capability !== 'files' || !more.includes('isolated: true')));

/** The source of a plugin whose setup runs these statements, with `host` and `hooks` at hand. */
export const broken = (setup: string, { top = '', more = '', async = false }: Parts = {}): string => `
import { definePlugin } from 'tappet';
${top}
export default definePlugin({
  name: '${BROKEN}', version: '1.0.0', description: 'Is broken.', capabilities: ${allFor(more)}, ${more}
  ${async ? 'async ' : ''}setup(host) {
    const { hooks } = host;
    ${setup}
  },
} as any);
`;

/** The route whose requests a broken plugin decides over. */
export const ROUTE = '/cms/v2/tags';

const NEVER = 'new Promise(() => undefined)';
const SYNC = "throw new Error('thrown')";
const ASYNC = "return Promise.reject(new Error('thrown'))";
const onRoute = (what: string) => `if (request.route === '${ROUTE}') { ${what} }`;

/** A plugin that taps a hook with a function of these parameters and statements. */
const tapping = (kind: 'filter' | 'action', hook: string, parameters: string, what: string, word = 'tap') =>
  broken(`hooks.${kind}('${hook}').${word}('broken', (${parameters}) => { ${what} });`);

const failing = (
  does: string,
  [kind, hook, parameters]: readonly ['filter' | 'action', string, string],
  what: string,
  error: RegExp,
  word?: 'tapPromise',
): BrokenPlugin => ({ does, source: tapping(kind, hook, parameters, what, word), recorded: { hooks: [hook], error } });

const SYNC_FILTER = ['filter', 'rest_url', 'url'] as const;
const ASYNC_FILTER = ['filter', 'rest_post_dispatch', 'response'] as const;
const DECIDING = ['filter', 'rest_pre_dispatch', 'result, server, request'] as const;

const refusing = (does: string, what: string, error: RegExp, word?: 'tapPromise'): BrokenPlugin => ({
  ...failing(does, DECIDING, onRoute(what), error, word),
  changed: { [ROUTE]: 500 },
});

/** An action of the broken plugin's own, which it fires at every answer. */
const ownAction = (
  does: string,
  kind: 'action' | 'asyncAction',
  what: string,
  error: RegExp,
  word = 'tap',
): BrokenPlugin => ({
  does,
  recorded: { hooks: ['broken_told'], error },
  source: broken(
    `hooks.action('broken_told').${word}('broken', () => { ${what} });
     hooks.filter('rest_post_dispatch').tap({ name: 'fires', timeout: 5000 }, async () => {
       await hooks.action('broken_told').${kind === 'action' ? 'call' : 'promise'}();
     });`,
    {
      top: `import { ${kind} } from 'tappet';`,
      more: `hooks: { broken_told: ${kind}({ params: [], meaning: 'Tells.' }) },`,
    },
  ),
});

/** A plugin that registers a route which another has, on which every visitor may do everything. */
const taking = (hook: string, override: string) =>
  broken(
    `hooks.action('rest_api_init').tap(${hook}, (server) => {
      const mine = { methods: 'GET', callback: () => ({ mine: true }), permission_callback: () => true };
      for (const path of ['/posts', '/settings', '/users/(?<id>[\\\\d]+)']) server.registerRoute('cms/v2', path, mine, ${override});
    });`,
  );

/** Hooks of which each hands out something that a plugin may change. */
const HANDING_OUT = [
  ...['rest_pre_dispatch', 'rest_request_before_callbacks', 'rest_dispatch_request', 'rest_request_after_callbacks'],
  ...['rest_post_dispatch', 'rest_response_data', 'rest_pre_serve_request', 'rest_pre_echo_response', 'rest_index'],
  ...['rest_namespace_index', 'rest_route_data', 'rest_endpoints_description', 'rest_json_encode_options'],
  ...[
    'post',
    'page',
    'attachment',
    'comment',
    'user',
    'category',
    'post_tag',
    'post_type',
    'taxonomy',
    'status',
    'theme',
  ].map((what) => `rest_prepare_${what}`),
  ...['rest_post_query', 'rest_page_query', 'rest_user_query', 'rest_comment_query', 'rest_category_query'],
  ...['map_meta_cap', 'user_has_cap', 'rest_route_for_post', 'rest_route_for_term', 'post_link', 'term_link'],
  ...['image_sizes', 'upload_mimes', 'content_type_taxonomies', 'cms_rest_search_handlers', 'editable_roles'],
];

/** A plugin that changes every object that hooks hand it, and what is in it, however deep. */
const vandal = broken(
  `const anyHook = (name) => { try { return hooks.filter(name); } catch { return hooks.action(name); } };
   for (const name of ${JSON.stringify(HANDING_OUT)}) {
     anyHook(name).tap({ stage: 1000 }, (...given) => { if (globalThis.harming) for (const one of given) harm(one, 0); });
   }`,
  {
    top: `
const seen = new WeakSet();
const attempt = (work) => { try { work(); } catch {} };
function harm(it, depth) {
  if (typeof it !== 'object' || it === null || seen.has(it) || depth > 6) return;
  seen.add(it);
  if (it instanceof Map) for (const value of it.values()) harm(value, depth + 1);
  const keys = Object.keys(it);
  for (const key of keys) attempt(() => harm(it[key], depth + 1));
  if (Array.isArray(it)) attempt(() => it.push('harmed'));
  if (it instanceof Map) attempt(() => it.set('harmed', 'harmed'));
  for (const key of keys) {
    if (typeof it[key] === 'string') attempt(() => { it[key] = 'harmed'; });
    if (typeof it[key] === 'boolean') attempt(() => { it[key] = !it[key]; });
    if (key === 'permission_callback') attempt(() => { it[key] = () => true; });
    if (key === 'can') attempt(() => { it[key] = () => true; });
  }
  attempt(() => { it.harmed = true; });
  for (const base of [Object.getPrototypeOf(it)]) {
    if (base === null || base === Object.prototype || base === Array.prototype || base === Map.prototype) continue;
    for (const key of ['status', 'can', 'getParam', 'header', 'dispatch']) {
      if (Object.hasOwn(base, key)) attempt(() => { base[key] = () => 'harmed'; });
    }
  }
}`,
  },
);

/** The ways in which plugins break that a host withstands; what stops a whole thread, in plugins that are isolated. */
export const BROKEN_PLUGINS: readonly BrokenPlugin[] = [
  {
    does: 'throws when it is loaded',
    source: broken('', { top: "throw new Error('thrown');" }),
    recorded: { skipped: /broken: cannot be loaded: index\.ts:3: thrown/ },
  },
  {
    does: 'cannot be parsed',
    source: 'export default {\n  name: ,\n};',
    recorded: { skipped: /broken: cannot be loaded: .*index\.ts/ },
  },
  {
    does: 'throws in setup',
    source: broken("throw new Error('thrown');"),
    recorded: { skipped: /plugin "broken" failed in setup: thrown/ },
  },
  {
    does: 'rejects in setup',
    source: broken("await null; throw new Error('thrown');", { async: true }),
    recorded: { skipped: /plugin "broken" failed in setup: thrown/ },
  },
  {
    does: 'never ends its setup',
    source: broken(`return ${NEVER};`),
    recorded: { skipped: /failed in setup: it did not answer within 200 ms/ },
  },
  {
    does: 'has options without a default',
    source: broken('', {
      top: "import { object, string } from 'superstruct';",
      more: 'options: object({ key: string() }),',
    }),
    recorded: { skipped: /options\.broken\.key must be string/ },
  },
  {
    does: 'requires a plugin that is not there',
    source: broken('', { more: "requires: { missing: '*' }," }),
    recorded: { skipped: /requires "missing", which is not there/ },
  },
  {
    does: 'taps a hook that is not there',
    source: broken("hooks.filter('rest_pots_dispatch').tap('broken', () => undefined);"),
    recorded: { skipped: /there is no hook "rest_pots_dispatch"; did you mean "rest_post_dispatch"/ },
  },
  {
    does: 'provides a service of another plugin',
    source: broken("host.provide({ name: 'post-store' }, {});", { more: 'early: true,' }),
    recorded: { skipped: /plugin "posts" provides "post-store", which "broken" provides/ },
  },
  {
    does: 'declares a hook of another plugin',
    source: broken('', {
      top: "import { filter } from 'tappet';",
      more: "hooks: { the_title: filter({ params: ['title'], meaning: 'Mine.' }) },",
    }),
    recorded: { skipped: /declares hook "the_title", which "(broken|content-rendering)" declared/ },
  },
  {
    does: 'wants an order that cannot be',
    source: broken(
      "hooks.filter('rest_post_dispatch').tap({ before: 'allow-header', after: 'allow-header' }, () => undefined);",
    ),
    recorded: { skipped: /hook "rest_post_dispatch": the order of .* is a circle/ },
  },
  {
    does: 'throws while routes are registered',
    source: tapping('action', 'rest_api_init', '', SYNC),
    recorded: { skipped: /plugin "broken" failed in hook "rest_api_init": thrown/ },
  },
  {
    does: 'registers a route that is no pattern',
    source: tapping(
      'action',
      'rest_api_init',
      'server',
      "server.registerRoute('broken/v1', '/(?<', { callback: () => 1 });",
    ),
    recorded: { skipped: /plugin "broken" failed in hook "rest_api_init": .*Invalid regular expression/ },
  },
  {
    does: 'makes the map of routes into something else',
    source: tapping('filter', 'rest_endpoints', '', "return { '/cms/v2/posts': 'mine' };"),
    recorded: { skipped: /failed in hook "rest_endpoints": it answered with an object where a map of routes/ },
  },
  {
    does: 'puts a class in the place of the server that cannot be made',
    source: tapping(
      'filter',
      'cms_rest_server_class',
      'Server',
      "return class extends Server { constructor() { super(); throw new Error('thrown'); } };",
    ),
    recorded: { skipped: /the class that "cms_rest_server_class" gives failed/ },
  },
  failing('throws in a synchronous filter', SYNC_FILTER, SYNC, /thrown/),
  failing('rejects in a synchronous filter', SYNC_FILTER, ASYNC, /thrown|does not wait/),
  failing('throws in an asynchronous filter', ASYNC_FILTER, SYNC, /thrown/),
  failing('rejects in an asynchronous filter', ASYNC_FILTER, ASYNC, /thrown/, 'tapPromise'),
  failing('answers with a promise in a tap that nothing waits for', ASYNC_FILTER, ASYNC, /thrown|tapPromise/),
  failing(
    'never answers in an asynchronous filter',
    ASYNC_FILTER,
    `return ${NEVER};`,
    /did not answer within 200 ms/,
    'tapPromise',
  ),
  failing(
    'answers with a text in the place of a response',
    ASYNC_FILTER,
    "return 'text';",
    /a string where a RestResponse/,
  ),
  failing('answers with null in the place of a response', ASYNC_FILTER, 'return null;', /null where a RestResponse/),
  failing('answers with a number in the place of a text', SYNC_FILTER, 'return 5;', /a number where a string/),
  ownAction('throws in a synchronous action', 'action', SYNC, /thrown/),
  ownAction('rejects in a synchronous action', 'action', ASYNC, /thrown/),
  ownAction('throws in an asynchronous action', 'asyncAction', SYNC, /thrown/),
  ownAction('rejects in an asynchronous action', 'asyncAction', ASYNC, /thrown/, 'tapPromise'),
  ownAction(
    'never answers in an asynchronous action',
    'asyncAction',
    `return ${NEVER};`,
    /did not answer within 200 ms/,
    'tapPromise',
  ),
  refusing('throws in a hook that decides', SYNC, /thrown/),
  refusing('rejects in a hook that decides', ASYNC, /thrown/, 'tapPromise'),
  refusing('never answers in a hook that decides', `return ${NEVER};`, /did not answer within 200 ms/, 'tapPromise'),
  {
    ...failing(
      'answers that who asks is a text',
      ['filter', 'determine_current_user', ''],
      "return 'admin';",
      /a string where the id of a user/,
    ),
    closes: true,
  },
  {
    ...failing(
      'says that authentication holds with what is no answer',
      ['filter', 'rest_authentication_errors', ''],
      'return 1;',
      /a number where an error object/,
    ),
    closes: true,
  },
  {
    ...failing('throws for every user', ['filter', 'user_has_cap', ''], SYNC, /thrown/),
    closes: true,
  },
  {
    does: 'registers the routes of others before they do',
    source: taking('{ stage: -1000 }', 'false'),
    recorded: { hooks: ['rest_api_init'], error: /registers GET .* which plugin ".*" registers/ },
    // The descriptions of the routes have one more route.
    changed: { '/': 200, '/cms/v2': 200 },
  },
  {
    does: 'puts its own in the place of routes of others, which it does not require',
    source: taking('{ stage: 1000 }', 'true'),
    recorded: { skipped: /may not override route "\/cms\/v2\/posts" of plugin "posts"/ },
  },
  {
    does: 'changes what hooks hand it',
    source: vandal,
    whileArmed: true,
    recorded: { hooks: [], error: /./ },
  },
  {
    does: 'taps with the name of another',
    source: broken("hooks.filter('rest_post_dispatch').tap('allow-header', () => { throw new Error('thrown'); });"),
    recorded: { hooks: ['rest_post_dispatch'], error: /thrown/ },
  },
  {
    does: 'blocks the event loop for 2 s, isolated',
    source: broken(
      `hooks.filter('rest_post_dispatch').tap('broken', (response, server, request) => {
         ${onRoute('const end = Date.now() + 2000; while (Date.now() < end);')}
       });`,
      { more: 'isolated: true,' },
    ),
    recorded: {
      hooks: ['rest_post_dispatch'],
      error: /its sandbox was blocked for 200 ms|did not answer within 200 ms/,
    },
  },
  {
    does: 'allocates without end, isolated',
    source: broken(
      `hooks.filter('rest_post_dispatch').tap('broken', (response, server, request) => {
         ${onRoute('const all = []; for (;;) all.push(new Array(1000).fill({}));')}
       });`,
      { more: 'isolated: true,' },
    ),
    settings: { tapTimeout: 20_000, workerMemory: 96 * 2 ** 20 },
    recorded: { hooks: ['rest_post_dispatch'], error: /its sandbox used more than 96 MB of memory/ },
  },
];
