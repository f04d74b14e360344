import type { Template } from '../template.ts';

/** A dynamic block, and a route that renders it alone. */
export const block: Template = {
  capabilities: [],
  about: ({ name }) => `Adds the block \`${name}/greeting\`, which is rendered anew each time it is shown.`,
  path: ({ name }) => `/${name}/v1/preview?name=Ann`,
  options: [['word', '`Hello`', 'the word of the greeting']],
  host: () => "[plugin, 'posts']",
  index: ({ name }) => `import { definePlugin, serviceToken } from 'tappet';
import { defaulted, object, string } from 'tappet/superstruct';
import { escapeHtml } from 'tappet/text';

const attributes = {
  name: { description: 'Whom to greet.', type: 'string', maxLength: 50, default: 'world' },
} as const;

export default definePlugin({
  name: '${name}',
  version: '0.1.0',
  description: 'Adds a block that greets.',
  requires: { 'content-rendering': '^0.1.0' },
  options: object({
    /** The word of the greeting. */
    word: defaulted(string(), 'Hello'),
  }),
  setup({ hooks, use }, { word }) {
    const render = ({ name }: Readonly<Record<string, unknown>>) =>
      \`<p class="${name}">\${escapeHtml(\`\${word}, \${name}!\`)}</p>\`;
    use(serviceToken('block-types')).register({ name: '${name}/greeting', title: 'Greeting', attributes, render });
    hooks.action('rest_api_init').tap('${name}', (server) => {
      server.registerRoute('${name}/v1', '/preview', {
        args: attributes,
        permission_callback: () => true,
        callback: (request) => ({ rendered: render(request.getParams()) }),
      });
    });
  },
});
`,
  facts: ({ name }) => `  it('is rendered where content names it, as text', async () => {
    const { id } = await host.fixtures.post({ content: '<!-- wp:${name}/greeting {"name":"<b>"} /-->' });
    const { json } = await request(host, 'GET', \`/cms/v2/posts/\${id}\`);
    assert.match(json.content.rendered, /<p class="${name}">Hello, &lt;b&gt;!<\\/p>/);
  });

  it('is shown alone', async () => {
    const { json } = await request(host, 'GET', '/${name}/v1/preview?name=Ann');
    assert.equal(json.rendered, '<p class="${name}">Hello, Ann!</p>');
  });

  describeRoute(() => host, '/${name}/v1/preview');

  // Needs playwright-core and Chromium, and is skipped without.
  describeInEditor(plugin, (editor) => {
    it('is inserted, edited and saved', async () => {
      await editor.insert('Greeting');
      await editor.set('Whom to greet', 'Ann');
      await editor.block('${name}/greeting').getByText('Hello, Ann!').waitFor();
      assert.equal((await editor.save()).content, '<!-- wp:${name}/greeting {"name":"Ann"} /-->');
    });
  });
`,
};
