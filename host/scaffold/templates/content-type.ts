import { listOf, type Names, type Template } from '../template.ts';

const CAPABILITIES = ['content:write'] as const;

/** The name of a content type may have at most twenty characters. */
const typeOf = ({ key }: Names): string => key.slice(0, 20);

/** A content type with a field of its own. */
export const contentType: Template = {
  capabilities: CAPABILITIES,
  about: () => 'Adds a content type with routes of its own, and a field that counts words.',
  path: ({ name }) => `/cms/v2/${name}`,
  options: [['archive', '`true`', 'whether the type has an archive']],
  host: () => 'plugin',
  index: (names) => `import { definePlugin, serviceToken } from 'tappet';
import { boolean, defaulted, object } from 'tappet/superstruct';

const countWords = (html: string): number =>
  html
    .replace(/<[^>]*>/g, ' ')
    .split(/\\s+/)
    .filter((word) => word !== '').length;

export default definePlugin({
  name: '${names.name}',
  version: '0.1.0',
  description: 'Adds the content type ${typeOf(names)}.',
  requires: { 'content-types': '^0.1.0', posts: '^0.1.0' },
  capabilities: ${listOf(CAPABILITIES)},
  options: object({
    /** Whether the type has an archive. */
    archive: defaulted(boolean(), true),
  }),
  setup({ hooks, use }, { archive }) {
    const types = use(serviceToken('content-types'));
    hooks.action('init').tap('${names.name}', () => {
      types.register('${typeOf(names)}', {
        label: '${names.title}',
        public: true,
        show_in_rest: true,
        rest_base: '${names.name}',
        has_archive: archive,
        supports: ['title', 'editor', 'excerpt', 'author'],
      });
    });
    hooks.action('rest_api_init').tap('${names.name}', (server) => {
      server.registerField('${typeOf(names)}', 'word_count', {
        get_callback: ({ content }) => countWords((content as { rendered?: string } | undefined)?.rendered ?? ''),
        schema: { description: 'How many words the content has.', type: 'integer', context: ['view'], readonly: true },
      });
    });
  },
});
`,
  facts: (names) => `  it('shows items with their number of words', async () => {
    const { id } = await host.fixtures.post({ type: '${typeOf(names)}', content: '<p>One two</p> three' });
    const { json } = await request(host, 'GET', '/cms/v2/${names.name}');
    assert.deepEqual([json[0].id, json[0].word_count], [id, 3]);
  });

  it('lets authors write, and nobody else', async () => {
    const statuses = [];
    for (const as of ['author', 'subscriber'] as const) {
      statuses.push((await request(host, 'POST', '/cms/v2/${names.name}', { as, json: { title: 'New' } })).status);
    }
    assert.deepEqual(statuses, [201, 403]);
  });

  it('says in its type whether it has an archive', async () => {
    const { json } = await request(host, 'GET', '/cms/v2/types/${typeOf(names)}');
    assert.equal(json.has_archive, true);
  });
`,
};
