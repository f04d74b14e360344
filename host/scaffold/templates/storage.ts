import { listOf, type Template } from '../template.ts';

const CAPABILITIES = ['database'] as const;

/** A table of its own, a service for other plugins, and routes that use it. */
export const storage: Template = {
  capabilities: CAPABILITIES,
  about: ({ name }) => `Keeps texts by key in a table of its own, and gives other plugins the service \`${name}\`.`,
  path: ({ name }) => `/${name}/v1/texts/first`,
  options: [['longest', '`1000`', 'the most characters of a text']],
  host: () => 'plugin',
  index: ({ name, key }) => `import { definePlugin, RestError, serviceToken } from 'tappet';
import { defaulted, integer, object } from 'tappet/superstruct';

type Tables = {
  ${key}_texts: { name: string; text: string };
};

/** Texts by name. */
export interface Texts {
  get(name: string): Promise<string | undefined>;
  set(name: string, text: string): Promise<void>;
}

declare module 'tappet' {
  interface ServiceCatalogue {
    '${name}': Texts;
  }
}

/** The token of the texts. */
export const Texts = serviceToken('${name}');

export default definePlugin({
  name: '${name}',
  version: '0.1.0',
  description: 'Keeps texts by name.',
  requires: { database: '^0.1.0' },
  capabilities: ${listOf(CAPABILITIES)},
  options: object({
    /** The most characters of a text. */
    longest: defaulted(integer(), 1000),
  }),
  async setup({ hooks, use, provide }, { longest }) {
    const database = use(serviceToken('database'));
    await database.migrate('${name}', [
      {
        name: '0001-texts',
        up: (db) =>
          db.schema
            .createTable('${key}_texts')
            .addColumn('name', 'varchar(50)', (column) => column.primaryKey())
            .addColumn('text', 'text', (column) => column.notNull())
            .execute(),
      },
    ]);
    database.ownTables('${key}_texts');
    const db = database.db.withTables<Tables>();
    const texts: Texts = {
      async get(name) {
        const rows = db.selectFrom('${key}_texts').where('name', '=', name);
        return (await rows.select('text').executeTakeFirst())?.text;
      },
      async set(name, text) {
        await database.insertAll('${key}_texts', [{ name, text }], ['name']);
      },
    };
    provide(Texts, texts);

    hooks.action('rest_api_init').tap('${name}', (server) => {
      server.registerRoute('${name}/v1', '/texts/(?<name>[a-z0-9-]{1,50})', [
        {
          methods: 'GET',
          permission_callback: () => true,
          callback: async (request) => {
            const text = await texts.get(String(request.getParam('name')));
            if (text === undefined) throw new RestError('${key}_unknown', 'There is no such text.', { status: 404 });
            return { text };
          },
        },
        {
          methods: 'PUT',
          args: { text: { description: 'The text.', type: 'string', maxLength: longest, required: true } },
          permission_callback: ({ user }) => user.can('edit_posts'),
          callback: async (request) => {
            await texts.set(String(request.getParam('name')), String(request.getParam('text')));
            return { text: request.getParam('text') };
          },
        },
      ]);
    });
  },
});
`,
  facts: ({ name, key }) => `  const put = (text: string, as?: 'author') =>
    request(host, 'PUT', '/${name}/v1/texts/first', { as, json: { text } });

  it('keeps the last text of a name', async () => {
    for (const text of ['one', 'two']) assert.equal((await put(text, 'author')).status, 200);
    assert.deepEqual((await request(host, 'GET', '/${name}/v1/texts/first')).json, { text: 'two' });
    assert.equal(await host.generation.services.get('spec', Texts).get('first'), 'two');
  });

  it('answers 404 for a name that has none', async () => {
    assert.equal((await request(host, 'GET', '/${name}/v1/texts/second')).json.code, '${key}_unknown');
  });

  it('takes texts from those who may write', async () => {
    assert.equal((await put('three')).status, 401);
  });

  describeRoute(() => host, '/${name}/v1/texts/third');
`,
};
