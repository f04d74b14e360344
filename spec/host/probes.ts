import { trace } from '@opentelemetry/api';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { InactivePlugins } from '../../core/plugin/index.ts';
import { Credentials } from '../../core/rest/index.ts';
import { definePlugin, type Host, RequestContext, RestResponse, serviceToken } from '../../host/index.ts';
import { Abilities } from '../../plugins/abilities/index.ts';
import { Actors } from '../../plugins/actors/index.ts';
import { AuthKeys } from '../../plugins/auth-keys/index.ts';
import { AvatarUrls } from '../../plugins/avatars/index.ts';
import { BlockPatterns } from '../../plugins/block-patterns/index.ts';
import { BlockStyles } from '../../plugins/block-supports/index.ts';
import { PageClients } from '../../plugins/client-settings/index.ts';
import { BlockTypes, Renderer } from '../../plugins/content-rendering/index.ts';
import { Database } from '../../plugins/database/index.ts';
import { MailService } from '../../plugins/mail/index.ts';
import { MetaRegistry, MetaStore } from '../../plugins/meta/index.ts';
import { Nonces } from '../../plugins/nonces/index.ts';
import { Options } from '../../plugins/options/index.ts';
import { Passwords } from '../../plugins/passwords/index.ts';
import { PostLocks } from '../../plugins/post-locks/index.ts';
import { Preloader } from '../../plugins/preloading/index.ts';
import { PublicWeb } from '../../plugins/public-web/index.ts';
import { Roles } from '../../plugins/roles/index.ts';
import { Throttles } from '../../plugins/throttles/index.ts';
import { UserStore } from '../../plugins/users/index.ts';
import { WidgetTypes } from '../../plugins/widgets/index.ts';
import { runCommand } from '../support/run-command.ts';

/** How many spans begin while work is done. */
async function spansDuring(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const nothing = async () => undefined;
  const counting = { onStart: () => void count++, onEnd: () => undefined, forceFlush: nothing, shutdown: nothing };
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [counting] }));
  await work();
  trace.disable();
  return count;
}

/** A plugin with all kinds of routes that the plugins of the framework affect. */
export const sample = definePlugin({
  name: 'sample',
  version: '1.0.0',
  description: 'Routes of a spec.',
  setup({ hooks, site, brand, use }) {
    const credentials = use(Credentials);
    const base = () => `${site.home}/${brand.urlPrefix}/t/v1`;
    // A header grants all capabilities, even if the plugins of users and roles are off.
    hooks.filter('rest_pre_dispatch').tap({ name: 'may-all', stage: -20_000 }, (result, _server, request) => {
      if (request.getHeader('X-May-All') !== null) request.context.user = credentials.vouch({ id: 1, can: () => true });
      return result;
    });
    hooks.action('rest_api_init').tap('sample', (server) => {
      const permission_callback = () => true;
      server.registerRoute('t/v1', '/item', {
        methods: ['GET', 'POST', 'DELETE'],
        permission_callback,
        callback: (request) => {
          hooks.action('deprecated_argument_run').call('old', '', '1.0', request);
          const data = { id: 1, method: request.method, user: request.user.id };
          const response = new RestResponse(data).addLink('self', `${base()}/item`);
          return response.addLink('up', `${base()}/items`, { embeddable: true });
        },
      });
      server.registerRoute('t/v1', '/items', {
        permission_callback,
        args: { words: { type: 'array', items: { type: 'string' } } },
        callback: () => {
          const response = new RestResponse([{ id: 1 }]);
          response.pagination = { total: 1, totalPages: 1, page: 1, base: `${base()}/items` };
          return response;
        },
      });
    });
  },
});

// biome-ignore lint/suspicious/noExplicitAny: each probe knows the shape of its answer.
const json = async (answer: Promise<Response>): Promise<any> => (await answer).json();

/** A host whose behaviour is probed. */
export class Probed {
  readonly #host: Host;
  readonly #url: string;
  #signedIn: Promise<string> | undefined;

  constructor(host: Host, url: string) {
    this.#host = host;
    this.#url = url;
  }

  get services() {
    return this.#host.generation.services;
  }

  /** Whether lists of the items of a type have an argument. */
  async listArgument(type: string, name: string): Promise<boolean> {
    const { hooks } = this.#host.generation.server;
    if (!hooks.has('rest_{post_type}_collection_params')) return false;
    return name in hooks.filter('rest_{post_type}_collection_params').for(type).call({}, type);
  }

  /** Whether what is stored for a content holds a text. */
  async savesContent(content: string, text: string): Promise<boolean> {
    const { hooks } = this.#host.generation.server;
    return (
      hooks.has('content_save_pre') &&
      hooks
        .filter('content_save_pre')
        .call(content, { id: 0, can: () => true })
        .includes(text)
    );
  }

  /** Whether a plugin has a part in every request by HTTP. */
  addsMiddleware(plugin: string): boolean {
    return this.taps(plugin, 'http_app');
  }

  /** Whether a plugin taps a hook. */
  taps(plugin: string, hook: string): boolean {
    const { hooks } = this.#host.generation.server;
    return hooks.declared().some(({ name, taps }) => name === hook && taps.some((tap) => tap.plugin === plugin));
  }

  get additionalFields() {
    return this.#host.generation.server.additionalFields;
  }

  /** Requests a path of the site; the answer is not compressed unless it is asked for. */
  ask(path: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
    const accepted = { 'Accept-Encoding': 'identity', ...(headers as Record<string, string>) };
    return fetch(this.#url + path, { redirect: 'manual', ...init, headers: accepted });
  }

  /** Requests a route of the interface. */
  route(path: string, init: RequestInit = {}): Promise<Response> {
    return this.ask(`/cms-json${path}`, init);
  }

  /** Requests the sample's item; returns the JSON of the answer. */
  async item(query = '', init: RequestInit = {}) {
    return json(this.route(`/t/v1/item${query}`, init));
  }

  /** Whether a route exists, even if its use is forbidden. */
  async hasRoute(path: string, namespace = 'cms/v2'): Promise<boolean> {
    return (await json(this.route(`/${namespace}${path}`))).code !== 'rest_no_route';
  }

  /** Whether there is a command. */
  async hasCommand(name: string): Promise<boolean> {
    return this.#host.generation.commands.some((known) => known.name === name);
  }

  /** The output of a command; undefined if there is no such command. */
  async command(name: string, args: Record<string, string>, flags = {}): Promise<string | undefined> {
    const { generation } = this.#host;
    if (!(await this.hasCommand(name))) return undefined;
    return (await runCommand(generation, name, args, flags)).join('\n');
  }

  /** Creates a user once, with the password `secret of LOGIN`. */
  async #user(login: string): Promise<void> {
    const users = this.services.find(UserStore);
    if (users === undefined || (await users.byLogin(login)) !== null) return;
    await users.create({ login, email: `${login}@example.org`, password: `secret of ${login}`, roles: ['author'] });
  }

  /** Signs in with the login page; returns the cookie, empty if there is none. */
  async cookie(): Promise<string> {
    this.#signedIn ??= (async () => {
      await this.#user('visitor');
      const body = new URLSearchParams({ log: 'visitor', pwd: 'secret of visitor' });
      const { headers } = await this.ask('/login', { method: 'POST', body });
      return headers.getSetCookie().map((each) => each.split(';')[0])[0] ?? '';
    })();
    return this.#signedIn;
  }

  /** Creates an application password; returns the `Authorization` header, empty if there is none. */
  async basic(): Promise<string> {
    await this.#user('robot');
    const flags = { porcelain: true };
    const secret = await this.command('user application-password create', { user: 'robot', name: 'spec' }, flags);
    return secret === undefined ? '' : `Basic ${btoa(`robot:${secret}`)}`;
  }

  /** Renders a content; empty if no plugin renders it. */
  async rendered(content: string): Promise<string> {
    return (await this.services.find(Renderer)?.content(content, null)) ?? '';
  }
}

type Probe = (site: Probed) => Promise<boolean>;

const post = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

const headerOf = async (answer: Promise<Response>, name: string) => (await answer).headers.get(name);

/** For each first-party plugin, a condition that is true if and only if it runs. */
export const PROBES: Readonly<Record<string, Probe>> = {
  abilities: async ({ services }) => services.find(Abilities)?.get('core/get-site-info') !== undefined,
  activation: async ({ services }) => Array.isArray(services.find(InactivePlugins)?.switched().off),
  actors: async ({ services }) => (await services.find(Actors)?.current())?.kind === 'nobody',
  'allow-header': async (site) => (await headerOf(site.route('/t/v1/item'), 'allow')) === 'GET, POST, DELETE',
  'application-passwords': async (site) => {
    const Authorization = await site.basic();
    return Authorization !== '' && (await site.item('', { headers: { Authorization } })).user > 0;
  },
  'argument-limits': async (site) => (await site.route(`/t/v1/items?words=${'a,'.repeat(1500)}`)).status === 400,
  'audit-log': (site) => site.hasRoute('/audit-log', 'tappet/v1'),
  'auth-keys': async ({ services }) => typeof services.find(AuthKeys)?.sign('spec', 'text') === 'string',
  'autosave-support': async (site) => {
    const asked = site.route('/cms/v2/types/post?context=edit', { headers: { 'X-May-All': 'yes' } });
    return (await json(asked)).supports?.autosave === true;
  },
  autosaves: (site) => site.hasRoute('/posts/1/autosaves'),
  avatars: async ({ services }) => services.find(AvatarUrls)?.('a@example.org')[24] !== undefined,
  'block-directory': (site) => site.hasRoute('/block-directory/search'),
  batch: async (site) => (await site.route('/batch/v1', post({ requests: [{ path: '/t/v1/item' }] }))).status === 207,
  'block-editor-settings': (site) => site.hasRoute('/settings', 'cms-block-editor/v1'),
  'block-patterns': (site) => site.hasRoute('/block-patterns/patterns'),
  'block-renderer': (site) => site.hasRoute('/block-renderer/core/archives'),
  'block-supports': async ({ services }) => services.find(BlockStyles) !== undefined,
  'block-types': (site) => site.hasRoute('/block-types'),
  'class-list': async ({ additionalFields }) => additionalFields.of('post').has('class_list'),
  'client-media': async (site) =>
    (await json(site.route('/cms/v2/media/1/finalize', { method: 'POST' }))).code !== 'rest_no_route',
  'client-settings': async ({ services }) => services.find(PageClients) !== undefined,
  'comment-blocks': async ({ services }) => services.find(BlockTypes)?.get('core/comment-template') !== undefined,
  comments: (site) => site.hasRoute('/comments'),
  'content-rendering': async (site) => (await site.rendered('<!-- wp:a -->b<!-- /wp:a -->')).includes('b'),
  'content-statuses': (site) => site.hasRoute('/statuses'),
  'content-types': (site) => site.hasRoute('/types'),
  'cookie-auth': async (site) => {
    const cookie = await site.cookie();
    const asked = await site.ask('/nonce', { headers: { cookie } });
    const nonce = asked.ok ? await asked.text() : '';
    return cookie !== '' && (await site.item('', { headers: { cookie, 'X-CMS-Nonce': nonce } })).user > 0;
  },
  compression: (site) =>
    headerOf(site.route('/t/v1/item', { headers: { 'Accept-Encoding': 'gzip' } }), 'content-encoding').then(Boolean),
  cors: async (site) => {
    const asked = site.route('/t/v1/item', { headers: { Origin: 'https://a.example' } });
    return (await headerOf(asked, 'access-control-allow-origin')) === 'https://a.example';
  },
  database: async ({ services }) => (services.find(Database)?.statements.count ?? 0) > 0,
  'default-content': async (site) => (await json(site.route('/cms/v2/posts'))).length === 1,
  'default-patterns': async ({ services }) => (services.find(BlockPatterns)?.list().length ?? 0) > 0,
  'default-widgets': async ({ services }) => services.find(WidgetTypes)?.get('text') !== undefined,
  deprecation: async (site) => (await headerOf(site.route('/t/v1/item'), 'x-cms-deprecatedparam')) !== null,
  discovery: async (site) =>
    /rel="https:\/\/api\.w\.org\/"/.test((await headerOf(site.route('/t/v1/item'), 'link')) ?? ''),
  'doing-it-wrong': async (site) => site.taps('doing-it-wrong', 'rest_served'),
  'dynamic-blocks': async (site) => (await site.rendered('<!-- wp:search /-->')).includes('<form'),
  editor: async (site) => (await site.ask('/editor')).status !== 404,
  embed: async (site) => (await site.item('?_embed'))._embedded?.up !== undefined,
  'empty-trash': (site) => site.hasCommand('trash empty'),
  envelope: async (site) => (await site.item('?_envelope')).body?.id === 1,
  feeds: async (site) => (await site.ask('/feed/')).status === 200,
  fields: async (site) => (await site.item('?_fields=id')).method === undefined,
  fonts: (site) => site.hasRoute('/font-families'),
  formatting: async (site) => (await site.rendered('"a"')).includes('&#8220;a'),
  health: async (site) => (await site.ask('/healthz')).status === 200,
  explain: async (site) => 'hooks' in (await site.item('?_explain', { headers: { 'X-May-All': 'yes' } })),
  explorer: async (site) => (await site.ask('/explorer')).status === 302,
  export: async (site) =>
    (await site.command('export', {}, { post__in: 'none' }).catch((error: Error) => error.message)) !== undefined,
  'global-styles': (site) => site.hasRoute('/global-styles/themes/default'),
  'hook-reference': async (site) => (await site.ask('/cms-docs/hooks')).status === 200,
  'ignore-sticky': (site) => site.listArgument('post', 'ignore_sticky'),
  import: async (site) =>
    (await site.command('import', { source: 'none.xml' }).catch((error: Error) => error.message)) !== undefined,
  jobs: (site) => site.hasCommand('job list'),
  jsonp: async (site) => (await (await site.route('/t/v1/item?_jsonp=call')).text()).startsWith('/**/call({'),
  mail: async ({ services }) =>
    (await services.find(MailService)?.send({ to: 'a@site.example', subject: 'Spec', text: '' })) === true,
  media: (site) => site.hasRoute('/media'),
  'media-blocks': async ({ services }) => services.find(BlockTypes)?.get('core/image') !== undefined,
  'media-shortcodes': async (site) => (await site.rendered('[audio src="https://a.example/b.mp3"]')).includes('<audio'),
  menus: (site) => site.hasRoute('/menus'),
  meta: async ({ services }) => {
    const meta = services.find(MetaStore);
    await meta?.set('post', 999, 'spec', 'kept');
    return (await meta?.load('post', [999])) !== undefined;
  },
  'method-override': async (site) => (await site.item('?_method=DELETE', { method: 'POST' })).method === 'DELETE',
  metrics: async (site) => (await (await site.ask('/metrics')).text()).includes('http_requests_total'),
  navigation: (site) => site.hasRoute('/navigation'),
  'navigation-blocks': async ({ services }) => services.find(BlockTypes)?.get('core/navigation') !== undefined,
  nonces: async ({ services }) => {
    const holder = { userId: 1, sessionToken: '' };
    const nonces = services.find(Nonces);
    return nonces !== undefined && nonces.verify(nonces.create('spec', holder), 'spec', holder) === 1;
  },
  oembed: (site) => site.hasRoute('/embed?url=x', 'oembed/1.0'),
  opentelemetry: async (site) => (await spansDuring(() => site.route('/t/v1/item'))) > 0,
  openapi: async (site) => '/t/v1/item' in ((await json(site.ask('/openapi.json')).catch(() => ({}))).paths ?? {}),
  options: async ({ services }) => services.find(Options)?.get('blogname') === 'Tappet',
  'options-description': async (site) =>
    (await json(site.route('/t/v1/item', { method: 'OPTIONS' }))).namespace === 't/v1',
  pagination: async (site) => (await headerOf(site.route('/t/v1/items'), 'x-cms-total')) === '1',
  'password-policy': async ({ services }) => {
    const made = services.find(UserStore)?.create({ login: 'shorty', email: 'shorty@example.org', password: 'abc' });
    return (await made?.catch(({ code }) => code)) === 'rest_user_invalid_password';
  },
  'password-reset': async (site) => (await site.ask('/lost-password')).status === 200,
  passwords: async ({ services }) => (await services.find(Passwords)?.hash('a'))?.startsWith('$scrypt$') === true,
  'pattern-directory': (site) => site.hasRoute('/pattern-directory/patterns'),
  'pattern-categories': (site) => site.hasRoute('/cms_pattern_category'),
  'persisted-preferences': async ({ services }) =>
    services.find(MetaRegistry)?.registered('user', '').has('cms_persisted_preferences') === true,
  'plugins-api': (site) => site.hasRoute('/plugins'),
  'post-blocks': async ({ services }) => services.find(BlockTypes)?.get('core/post-title') !== undefined,
  'post-locks': async ({ services }) => services.find(PostLocks) !== undefined,
  posts: (site) => site.hasRoute('/posts'),
  preloading: async ({ services }) => {
    const loaded = await services.find(Preloader)?.preload(['/t/v1/item'], new RequestContext());
    return Object.keys(loaded ?? {}).join() === '/t/v1/item';
  },
  'preview-links': async (site) =>
    (await json(site.route('/cms/v2/posts/1/preview-link', { method: 'POST' }))).code !== 'rest_no_route',
  'pretty-json': async (site) => (await (await site.route('/t/v1/item?_pretty')).text()).startsWith('{\n    "id"'),
  // Nothing is cached while debug is on, as it is here.
  'public-web': async ({ services }) => services.find(PublicWeb) !== undefined,
  'query-blocks': async ({ services }) => services.find(BlockTypes)?.get('core/query') !== undefined,
  'response-cache': async ({ services }) => services.find(serviceToken('response-cache'))?.figures.entries === 0,
  'response-headers': async (site) => (await headerOf(site.route('/t/v1/item'), 'x-robots-tag')) === 'noindex',
  'responsive-images': async (site) =>
    (await site.rendered('<img src="/a.png" width="1" height="1">')).includes('async'),
  'rest-index': async (site) => (await json(site.route('/?_fields=namespaces'))).namespaces?.includes('t/v1') === true,
  'reusable-blocks': async ({ services }) =>
    services.find(Roles)?.createUser(1, { author: true }).can('edit_blocks') === true,
  revisions: (site) => site.hasRoute('/posts/1/revisions'),
  roles: async ({ services }) => services.find(Roles)?.createUser(1, { author: true }).can('edit_posts') === true,
  'search-columns': (site) => site.listArgument('page', 'search_columns'),
  'rss-block': async ({ services }) => services.find(BlockTypes)?.get('core/rss') !== undefined,
  search: (site) => site.hasRoute('/search'),
  'server-timing': async (site) => (await site.route('/t/v1/item')).headers.has('server-timing'),
  sessions: async (site) => (await site.cookie()).startsWith('cms_logged_in_'),
  settings: (site) => site.hasRoute('/settings'),
  'site-health': (site) => site.hasRoute('/directory-sizes', 'cms-site-health/v1'),
  'static-blocks': async ({ services }) => services.find(BlockTypes)?.get('core/quote') !== undefined,
  'target-hints': async (site) => (await site.item())._links.self[0].targetHints !== undefined,
  taxonomies: (site) => site.hasRoute('/taxonomies'),
  templates: (site) => site.hasRoute('/templates'),
  terms: (site) => site.hasRoute('/categories'),
  'site-blocks': async ({ services }) => services.find(BlockTypes)?.get('core/site-title') !== undefined,
  'slow-log': async (site) => site.addsMiddleware('slow-log'),
  'surrogate-keys': async (site) => site.taps('surrogate-keys', 'rest_response_data'),
  smilies: async (site) => (await site.rendered('a :) b')).includes('🙂'),
  sitemaps: async (site) => (await site.ask('/robots.txt')).status === 200,
  theme: async (site) => (await site.ask('/')).status === 200,
  themes: (site) => site.hasRoute('/themes'),
  throttles: async ({ services }) => {
    const subject = { purpose: 'spec', account: 'spec', address: '' };
    return (await services.find(Throttles)?.attempt(subject, () => 'tried', Boolean)) === 'tried';
  },
  'targeted-links': (site) => site.savesContent('<a href="b" target="_blank">c</a>', 'noopener'),
  'two-factor': (site) => site.hasRoute('/users/1/two-factor'),
  upstream: async (site) => (await site.route('/php/v1/anything')).status === 502,
  'url-details': (site) => site.hasRoute('/url-details', 'cms-block-editor/v1'),
  users: (site) => site.hasRoute('/users'),
  'wordpress-doctor': (site) => site.hasCommand('doctor wordpress'),
  widgets: (site) => site.hasRoute('/widgets'),
};
