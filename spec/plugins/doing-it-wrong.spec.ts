import { expect } from 'chai';
import { definePlugin, serviceToken } from '../../core/index.ts';
import { request, type TestHost, testHost } from '../../host/testing/index.ts';

/** Does each thing in the wrong way, and in the right one. */
const careless = definePlugin({
  name: 'careless',
  version: '1.0.0',
  description: 'Reads for each item.',
  capabilities: ['content:read'],
  requires: { meta: '^0.1.0', posts: '^0.1.0' },
  setup({ hooks, use }) {
    const meta = use(serviceToken('meta-store'));
    const posts = use(serviceToken('post-store'));
    hooks.action('rest_api_init').tap('careless', (server) => {
      server.registerField('post', 'alone', {
        get_callback: async ({ id }) => (await meta.get('post', Number(id), 'near')).length,
      });
      server.registerField('post', 'together', {
        get_callback: async ({ id }, _name, { context }) => (await meta.loader('post', context).load(Number(id))).size,
      });
      const route = (path: string, ask: (can: (capability: string, ...objects: unknown[]) => boolean) => boolean) =>
        server.registerRoute('careless/v1', path, {
          permission_callback: ({ user }) => ask((capability, ...objects) => user.can(capability, ...objects)),
          callback: () => 1,
        });
      route('/none', (can) => can('edit_post'));
      route('/many', (can) => can('edit_posts', 7));
      route('/id', (can) => can('edit_post', 7));
      server.registerRoute('careless/v1', '/right', {
        permission_callback: async ({ user }) => {
          const post = (await posts.query({ perPage: 1 })).posts[0]!;
          const terms =
            user.can('manage_categories') && user.can('edit_term', { taxonomy: 'category', id: 1 } as never);
          return user.can('edit_post', post) && user.can('edit_posts') && user.can('edit_user', 1) && terms;
        },
        callback: () => 1,
      });
    });
    hooks.filter('rest_prepare_page').tapPromise('careless', async (response, post) => {
      await meta.get('post', post.id, 'near');
      return response;
    });
  },
});

describe('doing-it-wrong', () => {
  const PLUGINS = [careless, 'doing-it-wrong', 'posts', 'users', 'terms'] as const;
  let host: TestHost;
  before(async () => {
    host = await testHost({ plugins: PLUGINS, debug: true });
    for (const type of ['post', 'post', 'post', 'page', 'page']) await host.fixtures.post({ type });
  });
  after(() => host.close());

  /** The warnings that requests lead to. */
  async function warnings(of: TestHost, ...paths: string[]): Promise<string[]> {
    const before = of.log.length;
    for (const path of paths) await request(of, 'GET', path, { as: 'administrator' });
    return of.log.slice(before).flatMap(({ level, message }) => (level === 'warn' ? [String(message)] : []));
  }

  it('warns once of a field that reads for each item by itself, and not of one that reads by a loader', async () => {
    const [line, ...more] = await warnings(host, '/cms/v2/posts', '/cms/v2/posts');
    expect(more).to.deep.equal([]);
    expect(line).to.match(
      /^plugin "careless": field "alone" ran one statement for each of 3 items; a loader reads them/,
    );
    const told = host.log.find(({ message }) => message === line)!;
    expect(told.details).to.include({
      plugin: 'careless',
      field: 'alone',
      method: 'GET',
      route: '/cms/v2/posts',
      times: 3,
    });
  });

  it('warns of a tap that does as each item is prepared, but not as one is', async () => {
    const { id } = await host.fixtures.post({ type: 'page' });
    expect(await warnings(host, `/cms/v2/pages/${id}`)).to.deep.equal([]);
    const lines = await warnings(host, '/cms/v2/pages');
    expect(lines).to.have.length(1);
    expect(lines[0]).to.match(/^plugin "careless": hook "rest_prepare_page" ran one statement for each of 3 items/);
  });

  it('warns of a capability on an object without one, and of a primitive one with an object', async () => {
    expect(await warnings(host, '/careless/v1/none', '/careless/v1/none', '/careless/v1/many')).to.deep.equal([
      'plugin "careless": route "/careless/v1/none": can(\'edit_post\') asks of one object, and is false without it; give the object after it, loaded by its store',
      'plugin "careless": route "/careless/v1/many": can(\'edit_posts\') asks of no object, and looks at none; leave the object out, or ask for the capability on one, like \'edit_post\'',
    ]);
  });

  it('names the plugin in the error of a capability that is given an id', async () => {
    const { status } = await request(host, 'GET', '/careless/v1/id', { as: 'administrator' });
    expect(status).to.equal(500);
    const { err } = host.log.findLast(({ level }) => level === 'error')!.details as { err: Error };
    expect(err.message).to.equal(
      'plugin "careless", in "/careless/v1/id": can(\'edit_post\', 7) is given an id; load the object by its store, and give that',
    );
  });

  it('says nothing of what is asked rightly', async () => {
    expect(await warnings(host, '/careless/v1/right')).to.deep.equal([]);
    expect((await request(host, 'GET', '/careless/v1/right', { as: 'administrator' })).status).to.equal(200);
  });

  it('taps nothing while debug is off', async () => {
    const quiet = await testHost({ plugins: PLUGINS });
    try {
      const taps = quiet.generation.hooks.list().flatMap(({ hooks }) => hooks.flatMap((hook) => hook.taps));
      expect(taps.filter(({ plugin }) => plugin === 'doing-it-wrong')).to.deep.equal([]);
      for (let made = 0; made < 2; made++) await quiet.fixtures.post();
      expect(await warnings(quiet, '/cms/v2/posts', '/careless/v1/none')).to.deep.equal([]);
    } finally {
      await quiet.close();
    }
  });
});
