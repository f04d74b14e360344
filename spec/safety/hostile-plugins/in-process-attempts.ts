/** An attempt of a hostile plugin that declares nothing but what stands here: the body of its setup, which may call `steal(loot)`. */
export interface Attempt {
  readonly does: string;
  readonly capabilities?: readonly string[];
  readonly setup: string;
  /** Whether nothing is thrown, and it just has no effect. */
  readonly isUnheeded?: boolean;
}

const init = (body: string) =>
  `hooks.action('rest_api_init').tap({ name: 'x', stage: 200 }, (server) => attempt(() => { ${body} }));`;
const during = (body: string) => `hooks.action('init').tap('x', () => attempt(() => { ${body} }));`;
const service = (name: string) => `use(serviceToken('${name}'))`;
const tapping = (kind: string, hook: string) =>
  `hooks.${kind}('${hook}').tap('x', (...args) => { steal(args); return args[0]; });`;
/** A user who was made up. */
const FAKE = '{ id: 1, can: () => true }';
const EVIL = "{ callback: () => 'stolen', permission_callback: () => true }";

/** What is tried without any capability, but for those that are named. */
export const ATTEMPTS: readonly Attempt[] = [
  // Hooks that carry users and credentials.
  { does: 'reads passwords of new users', setup: tapping('action', 'user_register') },
  { does: 'reads hashes of changed users', setup: tapping('action', 'profile_update') },
  { does: 'reads users that are shown', setup: tapping('filter', 'rest_prepare_user') },
  { does: 'reads users that are stored', setup: tapping('action', 'rest_after_insert_user') },
  { does: 'deletes with users', setup: tapping('action', 'delete_user') },
  { does: 'says who makes a request', setup: tapping('filter', 'determine_current_user') },
  { does: 'maps capabilities', setup: "hooks.filter('map_meta_cap').tap('x', () => []);" },
  {
    does: 'gives capabilities',
    setup: "hooks.filter('user_has_cap').tap('x', (all) => ({ ...all, manage_options: true }));",
  },
  { does: 'hears of signing in', setup: tapping('action', 'cms_login') },
  { does: 'hears what is typed as a login', setup: tapping('action', 'cms_login_failed') },
  { does: 'reads application passwords', setup: tapping('action', 'cms_create_application_password') },
  { does: 'reads requests with a bad login cookie', setup: tapping('action', 'auth_cookie_bad_hash') },
  {
    does: 'gets a field on users',
    setup: init("server.registerField('user', 'x', { get_callback: (data) => steal(data) });"),
  },
  {
    does: 'gets a field on users past the server',
    setup: init("server.additionalFields.register('user', 'x', { update_callback: (v, user) => steal(user) });"),
  },
  // Hooks that carry content, options and requests.
  { does: 'reads all requests', setup: tapping('filter', 'rest_post_dispatch') },
  { does: 'reads requests before they run', setup: tapping('filter', 'rest_request_before_callbacks') },
  { does: 'reads bodies on their way out', setup: tapping('filter', 'rest_served') },
  { does: 'traces requests', setup: tapping('filter', 'rest_trace_request') },
  {
    does: 'adds middleware',
    setup: "hooks.action('http_app').tap('x', (app) => app.use((c, next) => { steal(c.headers); return next(); }));",
  },
  { does: 'adds pages', setup: "hooks.action('http_routes').tap('x', (router) => router.get('/x', (c) => steal(c)));" },
  { does: 'puts a script into pages', setup: "hooks.filter('cms_head').tap('x', () => '<script></script>');" },
  { does: 'reads drafts as they are stored', setup: tapping('action', 'save_post') },
  {
    does: 'reads items of a type by its placeholder',
    setup: "hooks.filter('rest_prepare_{post_type}').for('post').tap('x', (r, post) => { steal(post); return r; });",
  },
  { does: 'reads content', setup: tapping('filter', 'the_content') },
  { does: 'reads options that change', setup: tapping('action', 'updated_option') },
  { does: 'gives settings other values', setup: tapping('filter', 'rest_pre_get_setting') },
  { does: 'cleans options', setup: "hooks.filter('sanitize_option_{option}').for('blogname').tap('x', () => 'mine');" },
  {
    does: 'opens the capabilities of a type',
    setup:
      "hooks.filter('register_post_type_args').tap('x', (args) => ({ ...args, capabilities: { edit_posts: 'read' } }));",
  },
  {
    does: 'moves the addresses of the interface',
    setup: "hooks.filter('rest_url').tap('x', () => 'https://evil.example/');",
  },
  // Firing the hooks of others.
  {
    does: 'has the content of a user deleted',
    setup: init("hooks.action('delete_user').promise(1, null, { id: 1 });"),
  },
  {
    does: 'has it deleted by the hooks of the server',
    setup: init("server.hooks.action('delete_user').promise(1, null, { id: 1 }).then(steal);"),
  },
  // Registries.
  {
    does: 'makes the roles a meta of users',
    setup: during(
      `${service('meta-registry')}.register('user', 'wp_capabilities', { type: 'object', show_in_rest: true });`,
    ),
  },
  {
    does: 'names the type of meta as a list',
    capabilities: ['content:write'],
    setup: during(`${service('meta-registry')}.register(['user'], 'wp_capabilities', { type: 'object' });`),
  },
  {
    does: 'makes the roles a setting',
    setup: during(`${service('settings')}.register('wp_user_roles', { type: 'object', show_in_rest: true });`),
  },
  {
    does: 'makes the roles a setting with the options',
    capabilities: ['options:write'],
    setup: during(`${service('settings')}.register('wp_user_roles', { type: 'object', show_in_rest: true });`),
  },
  {
    does: 'registers posts anew',
    setup: during(`${service('content-types')}.register('post', { capabilities: { edit_posts: 'read' } });`),
  },
  {
    does: 'changes the capabilities of posts',
    setup: init(`${service('content-types')}.get('post').cap.edit_posts = 'read';`),
  },
  { does: 'registers a taxonomy', setup: during(`${service('taxonomies')}.register('category', 'post', {});`) },
  {
    does: 'registers a status',
    setup: during(`${service('content-statuses')}.register('private', { public: true });`),
  },
  {
    does: 'changes a setting that is registered',
    setup: init(`${service('settings')}.all()[0].option_name = 'wp_user_roles';`),
  },
  // Services.
  {
    does: 'writes meta of users as that of items',
    capabilities: ['content:write'],
    setup: init(`${service('meta-store')}.set(['user'], 1, 'wp_capabilities', {}).then(steal);`),
  },
  {
    does: 'writes the roles of a user',
    capabilities: ['users:write'],
    setup: init(`steal(0, ${service('meta-store')}.set('user', 1, 'wp_capabilities', {}));`),
  },
  {
    does: 'reads sessions',
    capabilities: ['users:read'],
    setup: init(`steal(0, ${service('meta-store')}.get('user', 1, 'session_tokens'));`),
  },
  {
    does: 'reads the signing keys',
    isUnheeded: true,
    capabilities: ['options:read'],
    setup: init(`steal(${service('options')}.get('tappet_auth_keys'));`),
  },
  {
    does: 'writes the roles of the site',
    capabilities: ['options:write'],
    setup: init(`steal(0, ${service('options')}.set('wp_user_roles', {}));`),
  },
  {
    does: 'switches plugins on',
    capabilities: ['options:write'],
    setup: init(`steal(0, ${service('options')}.set('tappet_active_plugins', ['evil']));`),
  },
  {
    does: 'guesses passwords',
    capabilities: ['users:read'],
    setup: init(`steal(0, ${service('user-store')}.authenticate('admin', 'admin'));`),
  },
  {
    does: 'becomes another user',
    capabilities: ['users:read'],
    setup: init(`steal(0, ${service('user-loader')}.load(1));`),
  },
  { does: 'gives a service in the place of another', setup: "provide(serviceToken('sessions'), { verify: steal });" },
  {
    does: 'takes services of the server',
    setup: init("steal(server.services.get('users', serviceToken('user-store')));"),
  },
  {
    does: 'takes services of the server by another way',
    setup: init("steal(server.services.find(serviceToken('user-store')));"),
  },
  { does: 'makes nonces', setup: init(`steal(${service('nonces')}.create('rest', { userId: 1, sessionToken: '' }));`) },
  { does: 'reads secrets of users', setup: init(`steal(${service('user-secrets')});`) },
  // Routes.
  {
    does: 'takes /settings by its namespace',
    setup: init(`server.registerRoute('cms/v2', '/settings', ${EVIL}, true);`),
  },
  {
    does: 'takes /settings by its pattern',
    setup: init(`server.registerPattern('/cms/v2/settings', 'NAME', ${EVIL}, true);`),
  },
  {
    does: 'takes /settings by an alternative',
    setup: init(`server.registerPattern('/NAME|/cms/v2/settings', 'NAME', ${EVIL});`),
  },
  {
    does: 'takes /settings in the map of routes',
    isUnheeded: true,
    setup: init(
      `server.routes.set('/cms/v2/settings', { pattern: '/cms/v2/settings', namespace: 'cms/v2', options: {}, endpoints: [{ methods: ['GET'], args: {}, ...${EVIL} }] });`,
    ),
  },
  {
    does: 'changes an endpoint in the map of routes',
    setup: init('for (const route of server.routes.values()) route.endpoints[0].permission_callback = () => true;'),
  },
  {
    does: 'runs the callback of a route',
    setup: init(
      "steal(server.routes.get('/cms/v2/settings')?.endpoints[0].callback({}) ?? server.routes.get('/').endpoints[0].callback({}));",
    ),
  },
  {
    does: 'replaces the rules of routes',
    setup: init('server.routeRules.owners = { isFirst: () => true }; steal(1);'),
  },
  { does: 'replaces a member of the server', setup: init('server.services = { get: steal };') },
  { does: 'changes the class of the server', setup: init('Object.getPrototypeOf(server).dispatch = steal;') },
  {
    does: 'registers a route in the constructor of a controller',
    setup: during(
      `class Evil extends RestController { constructor(server) { super(server, 'cms/v2', 'x'); server.registerRoute('cms/v2', '/settings', ${EVIL}, true); steal(1); } registerRoutes() {} } ${service('content-types')}.register('x', { show_in_rest: true, controller: Evil });`,
    ),
  },
  {
    does: 'gives the server another class',
    setup: "hooks.filter('cms_rest_server_class').tap('x', (Server) => class extends Server {});",
  },
  { does: 'changes the endpoints', setup: "hooks.filter('rest_endpoints').tap('x', () => ({}));" },
  // Made-up users.
  {
    does: 'dispatches as a user of its own making',
    isUnheeded: true,
    setup: init(
      `server.registerRoute('NAME', '/go', { permission_callback: () => true, callback: async () => { const { data, status } = await server.dispatch('/cms/v2/users?context=edit', new RequestContext({ user: ${FAKE} })); if (status < 400) steal(data); return null; } });`,
    ),
  },
];

/** What is heard with the capability that it needs, and must not hold a secret. */
export const LISTENERS: readonly Attempt[] = [
  { does: 'hears of new users', capabilities: ['users:read'], setup: tapping('action', 'user_register') },
  { does: 'hears of changed users', capabilities: ['users:read'], setup: tapping('action', 'profile_update') },
  { does: 'hears of stored users', capabilities: ['users:read'], setup: tapping('action', 'rest_after_insert_user') },
  { does: 'sees shown users', capabilities: ['users:read'], setup: tapping('filter', 'rest_prepare_user') },
  { does: 'adjusts users', capabilities: ['users:write'], setup: tapping('filter', 'rest_pre_insert_user') },
  {
    does: 'has a field on users',
    capabilities: ['users:write'],
    setup: init(
      "server.registerField('user', 'x', { get_callback: (...args) => { steal(args); return 1; }, update_callback: (...args) => steal(args) });",
    ),
  },
  { does: 'sees answers', capabilities: ['requests'], setup: tapping('filter', 'rest_post_dispatch') },
  { does: 'sees results', capabilities: ['requests'], setup: tapping('filter', 'rest_request_after_callbacks') },
  { does: 'sees what is served', capabilities: ['requests'], setup: tapping('filter', 'rest_served') },
  { does: 'hears of options', capabilities: ['options:write'], setup: tapping('action', 'updated_option') },
  {
    does: 'hears of application passwords',
    capabilities: ['authentication'],
    setup: tapping('action', 'cms_create_application_password'),
  },
  {
    does: 'answers requests',
    setup: init(
      "server.registerRoute('NAME', '/go', { methods: 'GET', permission_callback: () => true, callback: (request) => { steal([request]); return null; } });",
    ),
  },
];
