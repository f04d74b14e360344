import { listOf, type Template } from '../template.ts';

const CAPABILITIES = ['authentication'] as const;

/** An authentication scheme: a secret token in a header identifies a user. */
export const authentication: Template = {
  capabilities: CAPABILITIES,
  about: () => 'Signs requests in whose header `Authorization: Bearer …` holds a token that is configured.',
  path: ({ name }) => `/${name}/v1/me`,
  options: [['tokens', '`{}`', 'ids of users by token']],
  host: ({ name }) => `{ plugins: [plugin], options: { '${name}': { tokens: { secret: 1 } } } }`,
  index: ({ name, key }) => `import { createHash, timingSafeEqual } from 'node:crypto';
import { definePlugin, RestError, type RestRequest } from 'tappet';
import { defaulted, integer, object, record, string } from 'tappet/superstruct';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const tokenOf = (request: RestRequest): string | undefined =>
  /^Bearer (\\S+)$/i.exec(request.getHeader('authorization') ?? '')?.[1];

export default definePlugin({
  name: '${name}',
  version: '0.1.0',
  description: 'Signs in by tokens.',
  requires: { users: '^0.1.0' },
  capabilities: ${listOf(CAPABILITIES)},
  options: object({
    /** The ids of users, by token. */
    tokens: defaulted(record(string(), integer()), {}),
  }),
  setup({ hooks }, { tokens }) {
    const known = Object.entries(tokens).map(([token, user]) => ({ digest: digest(token), user }));
    // Every token is compared, in constant time, so that answers tell nothing of how near a guess was.
    const userOf = (token: string): number | undefined =>
      known.filter((entry) => timingSafeEqual(entry.digest, digest(token)))[0]?.user;

    hooks.filter('determine_current_user').tap('${name}', (userId, request) => {
      const token = tokenOf(request);
      return userId === false && token !== undefined ? (userOf(token) ?? false) : userId;
    });
    hooks.filter('rest_authentication_errors').tap('${name}', (errors, request) => {
      const token = tokenOf(request);
      if (errors !== null || token === undefined) return errors;
      return userOf(token) === undefined
        ? new RestError('${key}_unknown_token', 'The token is not known.', { status: 401 })
        : true;
    });
    hooks.action('rest_api_init').tap('${name}', (server) => {
      server.registerRoute('${name}/v1', '/me', {
        permission_callback: () => true,
        callback: ({ user }) => ({ id: user.id }),
      });
    });
  },
});
`,
  facts: ({ name, key }) => `  const ask = (authorization: string) =>
    request(host, 'GET', '/${name}/v1/me', { headers: { authorization } });

  it('signs in who has a token', async () => {
    assert.deepEqual((await ask('Bearer secret')).json, { id: 1 });
  });

  it('refuses a token that is not known', async () => {
    const { status, json } = await ask('Bearer guess');
    assert.deepEqual([status, json.code], [401, '${key}_unknown_token']);
  });

  it('leaves requests without a token alone', async () => {
    assert.deepEqual((await request(host, 'GET', '/${name}/v1/me')).json, { id: 0 });
    const { json } = await request(host, 'GET', '/${name}/v1/me', { as: 'editor' });
    assert.equal(json.id, host.users.editor.id);
  });
`,
};
