/** A mistake that authors make: the code of a module of a plugin, whose line with the mark is where it is to be found. */
export interface PlantedFault {
  readonly fact: string;
  readonly rule: string;
  /** What the finding says among other things. */
  readonly says: string;
  readonly above?: string;
  readonly setup: string;
}

/** Marks the line of a finding. */
export const MARK = '// !';

const route = (endpoint: string) => `hooks.action('rest_api_init').tap('many', (server) => {
  server.registerRoute('many/v1', '/it', ${endpoint});
});`;

const field = (callback: string) => `const posts = use(serviceToken('post-store'));
const meta = use(serviceToken('meta-store'));
const { db } = use(serviceToken('database'));
void [posts, meta, db];
hooks.action('rest_api_init').tap('many', (server) => {
  server.registerField('post', 'near', {
    schema: { type: 'string' },
    get_callback: ${callback},
  });
});`;

const permission = (answer: string) =>
  route(`{
    callback: () => 1,
    permission_callback: ({ user }) => ${answer}, ${MARK}
  }`);

/** The faults in modules, which all belong to one plugin. */
export const IN_MODULES: readonly PlantedFault[] = [
  {
    fact: 'a filter that is misspelt',
    rule: 'unknown-hook',
    says: 'did you mean "rest_post_dispatch"?',
    setup: `hooks.filter('rest_post_dispach').tap('many', (response) => response); ${MARK}`,
  },
  {
    fact: 'an action that is misspelt',
    rule: 'unknown-hook',
    says: 'did you mean "save_post"?',
    setup: `hooks.action('save_pots').tapPromise('many', async () => undefined); ${MARK}`,
  },
  {
    fact: 'a hook of a family that is misspelt',
    rule: 'unknown-hook',
    says: 'did you mean "rest_prepare_post"?',
    setup: `hooks.filter('rest_prepar_post').tap('many', (response) => response); ${MARK}`,
  },
  {
    fact: 'an action that is taken for a filter',
    rule: 'hook-kind',
    says: 'is an action',
    setup: `hooks.filter('rest_api_init').tap('many', () => undefined); ${MARK}`,
  },
  {
    fact: 'a filter that is taken for an action',
    rule: 'hook-kind',
    says: 'is a filter',
    setup: `hooks.action('the_title').tap('many', () => undefined); ${MARK}`,
  },
  {
    fact: 'a hook of a plugin that need not be there',
    rule: 'hook-owner',
    says: 'is of plugin "smilies"',
    setup: `hooks.filter('smilies').tap('many', (all) => all); ${MARK}`,
  },
  {
    fact: 'an asynchronous tap of a synchronous filter',
    rule: 'TS2322',
    says: 'a synchronous filter of (title, id)',
    setup: `hooks.filter('the_title').tap('many', async (title) => title); ${MARK}`,
  },
  {
    fact: 'a promise that an action would not wait for',
    rule: 'TS2322',
    says: 'its result is ignored',
    setup: `hooks.action('rest_api_init').tap('many', async () => undefined); ${MARK}`,
  },
  {
    fact: 'tapPromise on a synchronous hook',
    rule: 'TS2345',
    says: 'a synchronous filter',
    setup: `hooks.filter('the_title').tapPromise('many', async (title: string) => title); ${MARK}`,
  },
  {
    fact: 'an answer of another type than that of the filter',
    rule: 'TS2322',
    says: 'answer with title, or with nothing',
    setup: `hooks.filter('the_title').tap('many', (title) => title.length); ${MARK}`,
  },
  {
    fact: 'a service that is misspelt',
    rule: 'TS2345',
    says: '"post-store"',
    setup: `void use(serviceToken('post-stor')); ${MARK}`,
  },
  {
    fact: 'a route that everybody may write with',
    rule: 'open-route',
    says: 'everybody may write with',
    setup: route(`{ methods: 'POST', callback: () => 1 } ${MARK}\n`),
  },
  {
    fact: 'a route that everybody may read without that being said',
    rule: 'open-route',
    says: 'everybody may read',
    setup: route(`{ callback: () => 1 } ${MARK}\n`),
  },
  {
    fact: 'a route in a namespace that the plugin has no capability for',
    rule: 'capability',
    says: "'routes:cms/v2'",
    setup: `hooks.action('rest_api_init').tap('many', (server) => {
  const callback = () => 1;
  server.registerRoute('cms/v2', '/it', { callback, permission_callback: () => true }); ${MARK}
});`,
  },
  {
    fact: 'a tap that the plugin has no capability for',
    rule: 'capability',
    says: "'pages'",
    setup: `hooks.action('http_routes').tap('many', () => undefined); ${MARK}`,
  },
  {
    fact: 'a process that a callback waits for',
    rule: 'blocking',
    says: 'a callback calls execSync',
    above: "import { execSync } from 'node:child_process';",
    setup: route(`{
      permission_callback: () => true,
      callback: () => String(execSync('uptime')), ${MARK}
    }`),
  },
  {
    fact: 'a file that a tap reads at once',
    rule: 'blocking',
    says: 'calls readFileSync',
    above: "import { readFileSync } from 'node:fs';",
    setup: `hooks.filter('the_title').tap('many', (title) => title + readFileSync('suffix.txt', 'utf8')); ${MARK}`,
  },
  {
    fact: 'a slow hash in a permission check',
    rule: 'blocking',
    says: 'while it computes',
    above: "import { scryptSync } from 'node:crypto';",
    setup: permission("user.id === 1 && scryptSync('a', 'b', 64).length > 0"),
  },
  {
    fact: 'a loop that waits in a circle',
    rule: 'blocking',
    says: 'loops without end',
    setup: `const jobs: string[] = [];
hooks.filter('the_title').tap('many', (title) => {
  while (true) jobs.push(title); ${MARK}
});`,
  },
  {
    fact: 'what blocks in a function that a callback calls',
    rule: 'blocking',
    says: 'a callback calls pbkdf2Sync',
    above: `import { pbkdf2Sync } from 'node:crypto';
const digest = (text: string) => pbkdf2Sync(text, 'salt', 100_000, 64, 'sha512').toString('hex'); ${MARK}`,
    setup: route("{ permission_callback: () => true, callback: () => digest('x') }"),
  },
  {
    fact: 'an import of what is private to the host',
    rule: 'private-import',
    says: "import what you need from 'tappet'",
    setup: `const { createHost } = await import('tappet/dist/host/index.js'); ${MARK}\nvoid createHost;`,
  },
  {
    fact: 'an import of a plugin that need not be there',
    rule: 'missing-requirement',
    says: 'add it to requires or after',
    above: `import { Sessions } from 'tappet/plugins/sessions'; ${MARK}`,
    setup: 'void Sessions;',
  },
  {
    fact: 'an id in place of an item',
    rule: 'can',
    says: "can('edit_post', 7) is given an id",
    setup: permission("user.can('edit_post', 7)"),
  },
  {
    fact: 'a capability on an item without the item',
    rule: 'can',
    says: 'asks of one object, and is false without it',
    setup: permission("user.can('delete_post')"),
  },
  {
    fact: 'an id after a primitive capability',
    rule: 'can',
    says: 'asks of no object',
    setup: permission("user.can('edit_posts', 7)"),
  },
  {
    fact: 'an item that a field reads by itself',
    rule: 'n-plus-one',
    says: 'field "near" awaits posts.byId for each item of a list; posts.loader reads them together',
    setup: field(`async ({ parent }) => (await posts.byId(Number(parent)))?.title, ${MARK}`),
  },
  {
    fact: 'meta that a field reads by itself',
    rule: 'n-plus-one',
    says: 'field "near" awaits meta.get for each item of a list; meta.loader reads',
    setup: field(`async ({ id }) => (await meta.get('post', Number(id), 'near'))[0], ${MARK}`),
  },
  {
    fact: 'a statement that a field runs by itself',
    rule: 'n-plus-one',
    says: 'awaits a statement',
    setup: field(
      `({ id }) => db.selectFrom('posts').select('post_name').where('ID', '=', Number(id)).execute(), ${MARK}`,
    ),
  },
  {
    fact: 'an item that a tap reads by itself as each is prepared',
    rule: 'n-plus-one',
    says: 'a tap of "rest_prepare_post" awaits',
    setup: `const posts = use(serviceToken('post-store'));
hooks.filter('rest_prepare_post').tapPromise('many', async (response, post) => {
  const parent = await posts.byId(post.parent); ${MARK}
  return response.header('X-Parent', String(parent?.id));
});`,
  },
  {
    fact: 'a user that a function which a field calls reads by itself',
    rule: 'n-plus-one',
    says: 'awaits users.byId',
    above: `import type { UserStore } from 'tappet/plugins/users';
const nameOf = async (users: UserStore, id: number) => (await users.byId(id))?.login; ${MARK}`,
    setup: `const users = use(serviceToken('user-store'));
hooks.action('rest_api_init').tap('many', (server) => {
  server.registerField('post', 'writer', { get_callback: ({ author }) => nameOf(users, Number(author)) });
});`,
  },
  {
    fact: 'a promise that a callback does not wait for',
    rule: 'unawaited',
    says: 'a callback does not wait for posts.delete',
    setup: `const posts = use(serviceToken('post-store'));
${route(`{
      methods: 'DELETE',
      permission_callback: ({ user }) => user.can('delete_posts'),
      callback: (request) => {
        posts.delete(Number(request.getParam('id'))); ${MARK}
        return { deleted: true };
      },
    }`)}`,
  },
];

/** The definition of a plugin with faults, which are told by its lines. */
export const DEFINITION = `import { definePlugin } from 'tappet';
import { object, string } from 'tappet/superstruct';

export default definePlugin({
  name: 'defined',
  version: '1.0',
  description: '',
  requires: {
    postz: '^0.1.0',
    posts: '^9.0.0',
    terms: 'newest',
  },
  after: ['taxonomys'],
  options: object({ key: string() }),
  setup() {},
});
`;

/** Its `package.json`. */
export const MANIFEST = `{
  "name": "tappet-plugin-defined",
  "version": "2.0.0",
  "type": "module",
  "peerDependencies": {
    "tappet": "^9.0.0"
  }
}
`;

/** The findings in both. */
export const IN_DEFINITION: readonly (readonly [fact: string, place: string, rule: string, says: string])[] = [
  ['a version that is none', 'index.ts:6', 'version', '"1.0" is no semantic version'],
  ['that it does not say what it does', 'index.ts:7', 'description', 'says nothing of itself'],
  ['a required plugin that nobody knows', 'index.ts:9', 'missing-requirement', 'did you mean "posts"?'],
  ['a required plugin of another version', 'index.ts:10', 'requirement-range', 'which is not in ^9.0.0'],
  ['a requirement that is no range', 'index.ts:11', 'requirement-range', '"newest" is no range of versions'],
  ['a misspelt plugin to come after', 'index.ts:13', 'missing-requirement', 'did you mean "taxonomies"?'],
  ['an option without a default', 'index.ts:14', 'options-default', 'option "key" has no default'],
  ['another version of its package', 'package.json:3', 'version', 'the definition says 1.0; write the same'],
  ['a package for another tappet', 'package.json:6', 'version', 'which is not in ^9.0.0'],
];
