/** What hostile plugins do when they are loaded and set up, for which each is left out. */
export interface Loading {
  readonly does: string;
  /** Statements before the definition, further members of it, and the statements of its setup. */
  readonly top?: string;
  readonly more?: string;
  readonly setup?: string;
  /** Files of the plugin, and links, by their path in its folder. */
  readonly files?: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  /** Why it is left out. */
  readonly reason: RegExp;
}

const OUTSIDE =
  /outside of the plugin's folder|link that leads out of its folder|No loader is configured|Could not resolve/;

const route = (namespace: string, path: string, args = '{}') =>
  `host.hooks.action('rest_api_init').tap('x', (server) => {
    server.registerRoute('${namespace}', '${path}', { callback: () => 1, args: ${args} }, true);
  });`;

export const LOADINGS: readonly Loading[] = [
  {
    does: 'imports a file outside of its folder',
    top: `import secret from '../../outside/secret.json'; secret;`,
    reason: OUTSIDE,
  },
  {
    does: 'imports a file outside as text',
    top: `import secret from '../../outside/secret.json' with { type: 'text' }; secret;`,
    reason: OUTSIDE,
  },
  {
    does: 'imports a file outside by a pattern',
    top: `const name = 'secret'; await import(\`../../outside/\${name}.json\`);`,
    reason: OUTSIDE,
  },
  {
    does: 'imports a file outside by a link',
    top: `import secret from './inner.json'; secret;`,
    links: { 'inner.json': '../../outside/secret.json' },
    reason: OUTSIDE,
  },
  {
    does: 'imports a file outside by the map of its manifest',
    top: `import secret from '#secret'; secret;`,
    files: { 'package.json': '{"imports":{"#secret":"./../../outside/secret.json"}}' },
    reason: OUTSIDE,
  },
  {
    does: 'imports a file outside by a package that is a link',
    top: `import secret from 'inner/secret.json'; secret;`,
    files: { 'node_modules/other/index.js': '' },
    links: { 'node_modules/inner': '../../../outside' },
    reason: OUTSIDE,
  },
  {
    does: 'imports the host',
    top: `import { createHost } from 'tappet/testing'; createHost;`,
    reason: /which has "tappet", "tappet\/text" and/,
  },
  {
    does: 'imports another plugin',
    top: `import { Options } from 'tappet/plugins/options'; Options;`,
    reason: /which has "tappet", "tappet\/text" and/,
  },
  {
    does: 'registers a route of the interface',
    setup: route('cms/v2', '/settings'),
    reason: /add capabilities: \['routes:cms\/v2'\]/,
  },
  { does: 'registers a route in no namespace', setup: route('', '/x'), reason: /no namespace/ },
  { does: 'registers a namespace that is a pattern', setup: route('.*', '/x'), reason: /no namespace/ },
  {
    does: 'registers a path that fits those of others',
    setup: route('NAME/v1', '/a|/cms/v2/settings'),
    reason: /alternatives outside of a group/,
  },
  {
    does: 'registers a path that ends its group',
    setup: route('NAME/v1', '/a)|(?:/cms/v2/settings'),
    reason: /parenthesis/,
  },
  {
    does: 'registers a path that backtracks',
    setup: route('NAME/v1', '/(?P<a>(?:a+)+)'),
    reason: /repeats what repeats/,
  },
  {
    does: 'registers a path that takes a square of time',
    setup: route('NAME/v1', '/(?P<a>a*)(?P<b>a*)b'),
    reason: /repeats more than once/,
  },
  {
    does: 'registers an argument whose pattern backtracks',
    setup: route('NAME/v1', '/x', `{ a: { type: 'string', maxLength: 9, pattern: '^(a|a)*$' } }`),
    reason: /repeats what repeats or has alternatives/,
  },
  {
    does: 'registers an argument whose pattern is tested on anything',
    setup: route('NAME/v1', '/x', `{ a: { type: 'object', properties: { b: { pattern: 'a+b' } } } }`),
    reason: /without a maxLength/,
  },
  {
    does: 'registers without end',
    setup: `host.hooks.action('rest_api_init').tap('x', (server) => {
      for (let i = 0; i < 3000; i++) server.registerRoute('NAME/v1', '/' + i, { callback: () => 1 });
    });`,
    reason: /at most 1000|larger than|was blocked/,
  },
  {
    does: 'taps who a request is from',
    setup: `host.hooks.filter('determine_current_user').tap('x', () => 1);`,
    reason: /add capabilities: \['authentication'\]/,
  },
  {
    does: 'taps a hook that is a member of objects',
    setup: `host.hooks.filter('__proto__').tap('x', () => 1);`,
    reason: /./,
  },
  { does: 'is named as another', more: `name: 'options',`, reason: /the plugin is named "options"/ },
  { does: 'wants to be set up before all others', more: 'early: true,', reason: /early/ },
  {
    does: 'takes the address of the database',
    more: `settings: { database: 'url' },`,
    reason: /takes the setting "database"/,
  },
  {
    does: 'takes the options of all plugins',
    more: `settings: { options: 'all' },`,
    reason: /takes the setting "options"/,
  },
  {
    does: 'hides its capabilities',
    more: `...{ ['capa' + 'bilities']: ['options:write'] },`,
    reason: /must be written out once/,
  },
  { does: 'says that it is isolated, and is not', more: '...{ isolated: false },', reason: /what it defines does not/ },
  { does: 'describes itself in 30 MB', more: `description: 'x'.repeat(3e7),`, reason: /larger than|memory/ },
  { does: 'loops when it is loaded', top: 'for (;;);', reason: /was blocked|did not load/ },
  {
    does: 'loops when it is set up',
    setup: 'for (;;);',
    reason: /was blocked|did not set its plugin up|not set up within|did not/,
  },
  { does: 'throws a Proxy when it is loaded', top: 'throw new Proxy({}, { get() { throw 1; } });', reason: /./ },
  { does: 'throws 30 MB when it is set up', setup: `throw new Error('x'.repeat(3e7));`, reason: /xxxx/ },
];
