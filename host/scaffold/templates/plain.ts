import { listOf, type Template } from '../template.ts';

const CAPABILITIES = ['requests'] as const;

/** A route with a schema, a filter and an option. */
export const plain: Template = {
  capabilities: CAPABILITIES,
  about: () => 'Greets by name, and signs every answer of the interface.',
  path: ({ name }) => `/${name}/v1/greeting?name=Ann`,
  options: [['word', '`Hello`', 'the word of the greeting']],
  host: () => 'plugin',
  index: ({ name }) => `import { definePlugin } from 'tappet';
import { defaulted, object, string } from 'tappet/superstruct';

export default definePlugin({
  name: '${name}',
  version: '0.1.0',
  description: 'Greets by name, and signs every answer.',
  capabilities: ${listOf(CAPABILITIES)},
  options: object({
    /** The word of the greeting. */
    word: defaulted(string(), 'Hello'),
  }),
  setup({ hooks }, { word }) {
    hooks.action('rest_api_init').tap('${name}', (server) => {
      server.registerRoute('${name}/v1', '/greeting', {
        args: {
          name: { description: 'Whom to greet.', type: 'string', minLength: 1, maxLength: 50, default: 'world' },
        },
        permission_callback: () => true,
        callback: (request) => ({ greeting: \`\${word}, \${request.getParam('name')}!\` }),
      });
    });
    hooks.filter('rest_post_dispatch').tap('${name}', (response) => response.header('X-Greeted-By', '${name}'));
  },
});
`,
  facts: ({ name }) => `  it('greets by name', async () => {
    const { status, json } = await request(host, 'GET', '/${name}/v1/greeting?name=Ann');
    assert.deepEqual([status, json], [200, { greeting: 'Hello, Ann!' }]);
  });

  it('signs every answer', async () => {
    const { headers } = await request(host, 'GET', '/${name}/v1/greeting');
    assert.equal(headers['x-greeted-by'], '${name}');
  });

  it('takes another word as an option', async () => {
    const other = await testHost({ plugins: [plugin], options: { '${name}': { word: 'Good day' } } });
    assert.equal((await request(other, 'GET', '/${name}/v1/greeting')).json.greeting, 'Good day, world!');
    await other.close();
  });

  describeRoute(() => host, '/${name}/v1/greeting');
`,
};
