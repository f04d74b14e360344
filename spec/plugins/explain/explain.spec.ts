import { expect } from 'chai';
import { type CurrentUser, definePlugin, type PluginHost } from '../../../core/index.ts';
import { ANONYMOUS } from '../../../core/rest/index.ts';
import embed from '../../../plugins/embed/index.ts';
import explain from '../../../plugins/explain/index.ts';
import serverTiming from '../../../plugins/server-timing/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import { samplePlugin, serve, userWith } from '../../support/serve.ts';

const MANAGER = userWith('manage_options');

const sample = samplePlugin((server) => {
  const permission_callback = () => true;
  server.registerRoute('t/v1', '/item', {
    callback: () => ({ id: 1, title: { rendered: 'One' }, dropped: true }),
    permission_callback,
  });
  server.registerRoute('t/v1', '/list', {
    callback: () => [
      { id: 1, tags: [1] },
      { id: 2, tags: [2], only: 'here' },
    ],
    permission_callback,
  });
  server.registerRoute('t/v1', '/closed', { callback: () => 1, permission_callback: () => false });
  server.registerRoute('t/v1', '/made', { methods: 'POST', callback: () => ({ made: true }), permission_callback });
});

const plugin = (name: string, setup: (host: PluginHost) => void) =>
  definePlugin({ name, version: '1.0.0', description: 'Taps.', setup });

const changing = plugin('changing', ({ hooks }) =>
  hooks.filter('rest_post_dispatch').tap({ name: 'shout' }, (response) => {
    const data = response.data as { title?: { rendered: string }; dropped?: boolean };
    if (data.title) data.title.rendered = data.title.rendered.toUpperCase();
    delete data.dropped;
    return response.header('X-Shouted', 'yes');
  }),
);
const adding = plugin('adding', ({ hooks }) =>
  hooks
    .filter('rest_response_data')
    .tap('adding', (data) =>
      Array.isArray(data)
        ? data.map((item) => ({ ...item, added: item.id }))
        : { ...(data as object), added: { deep: true } },
    ),
);

const ask = async (path: string, user: CurrentUser = MANAGER, plugins = [changing, adding], method = 'GET') => {
  const generation = await buildTestGeneration([sample, explain, ...plugins]);
  return serve(generation, method, path, { user });
};

interface Entry {
  readonly field?: string;
  readonly header?: string;
}
const named = <T extends Entry>(entries: readonly T[], name: string): T =>
  entries.find(({ field, header }) => (field ?? header) === name)!;

describe('_explain', () => {
  it('shows for each field which plugin set it, and which taps changed it', async () => {
    const { status, json } = await ask('/t/v1/item?_explain');
    expect(status).to.equal(200);
    expect(json).to.include({ status: 200, plugin: 'sample' });
    expect(json.request).to.deep.equal({ method: 'GET', route: '/t/v1/item', user: 7 });
    expect(json.fields).to.deep.equal([
      { field: 'id', set_by: 'sample' },
      {
        field: 'title.rendered',
        set_by: 'sample',
        changed_by: [
          { plugin: 'changing', tap: 'shout', hook: 'rest_post_dispatch', count: 1, before: '"One"', after: '"ONE"' },
        ],
      },
      { field: 'added.deep', set_by: 'adding' },
    ]);
  });

  it('shows which tap removed a field, and who set each header', async () => {
    const { json } = await ask('/t/v1/item?_explain');
    expect(json.removed).to.deep.equal([
      {
        field: 'dropped',
        by: [{ plugin: 'changing', tap: 'shout', hook: 'rest_post_dispatch', count: 1, before: 'true' }],
      },
    ]);
    expect(named(json.headers, 'X-Shouted')).to.deep.equal({ header: 'X-Shouted', set_by: 'changing' });
  });

  it('groups the fields of the items of a list', async () => {
    const { json } = await ask('/t/v1/list?_explain');
    expect(json.fields).to.deep.equal([
      { field: 'id', items: 2, set_by: 'sample' },
      { field: 'tags', items: 2, set_by: 'sample' },
      { field: 'added', items: 2, set_by: 'adding' },
      { field: 'only', items: 1, set_by: 'sample' },
    ]);
  });

  it('shows the hooks as they fired, with their taps and times', async () => {
    const { json } = await ask('/t/v1/item?_explain');
    const hooks = json.hooks.map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`);
    const inOrder = ['request GET /t/v1/item', 'hook rest_post_dispatch', 'hook rest_response_data'];
    expect(hooks.filter((name: string) => inOrder.includes(name))).to.deep.equal(inOrder);
    const fired = json.hooks.find(({ name }: { name: string }) => name === 'rest_post_dispatch');
    expect(fired.within[0]).to.include({ kind: 'tap', plugin: 'changing', name: 'shout', count: 1 });
    expect(fired.within[0].duration).to.be.within(0, fired.duration);
  });

  it('is ignored for users who may not manage the site, whose answer stays the same to the byte', async () => {
    for (const user of [ANONYMOUS, userWith('edit_posts')]) {
      const with_ = await ask('/t/v1/item?_explain', user);
      const without = await ask('/t/v1/item', user);
      expect(with_).to.deep.equal(without);
    }
  });

  it('is ignored by other methods', async () => {
    expect((await ask('/t/v1/made?_explain', MANAGER, [], 'POST')).json).to.deep.equal({ made: true });
    expect((await ask('/t/v1/item?_explain', MANAGER, [], 'HEAD')).text).to.equal('');
  });

  it('changes nothing for requests that are served at the same time', async () => {
    const generation = await buildTestGeneration([sample, explain, changing]);
    const [explained, plain] = await Promise.all([
      serve(generation, 'GET', '/t/v1/item?_explain', { user: MANAGER }),
      serve(generation, 'GET', '/t/v1/item', { user: MANAGER }),
    ]);
    expect(explained.json.fields).to.be.an('array');
    expect(plain.json).to.deep.equal({ id: 1, title: { rendered: 'ONE' } });
  });

  it('is never cached: no-store, and nothing to revalidate by', async () => {
    const tagging = plugin('tagging', ({ hooks }) =>
      hooks
        .filter('rest_post_dispatch')
        .tap('tagging', (response) => response.header('etag', '"x"').header('Cache-Control', 'max-age=60')),
    );
    const { headers } = await ask('/t/v1/item?_explain', MANAGER, [tagging]);
    expect(headers['Cache-Control']).to.equal('no-store');
    expect(headers).not.to.have.property('etag');
    expect((await ask('/t/v1/item', MANAGER, [tagging])).headers.etag).to.equal('"x"');
  });

  it('explains errors, too', async () => {
    const { status, json } = await ask('/t/v1/closed?_explain');
    expect(status).to.equal(403);
    expect(json.plugin).to.equal('sample');
    expect(json.fields.map(({ field }: Entry) => field)).to.include.members(['code', 'message', 'data.status']);
  });

  it('names the plugin that answers in place of a route', async () => {
    const instead = plugin('instead', ({ hooks }) =>
      hooks
        .filter('rest_pre_dispatch')
        .tap('instead', (result, _server, { route }) => (route === '/t/v1/item' ? { other: 1 } : result)),
    );
    const { json } = await ask('/t/v1/item?_explain', MANAGER, [instead]);
    expect(json.plugin).to.equal('instead');
    expect(json.fields).to.deep.equal([{ field: 'other', set_by: 'instead' }]);
  });

  it('attributes embedded data to the embedding plugin, and not changes within it to the answer', async () => {
    const linking = plugin('linking', ({ hooks }) =>
      hooks.filter('rest_post_dispatch').tap('linking', (response, server, { route }) => {
        if (route === '/t/v1/list') return response;
        return response.addLink('up', server.restUrl('/t/v1/list'), { embeddable: true });
      }),
    );
    const { json } = await ask('/t/v1/item?_explain&_embed', MANAGER, [linking, embed as never]);
    expect(named(json.fields, '_embedded.up')).to.deep.equal({ field: '_embedded.up', set_by: 'embed' });
    expect(named(json.fields, 'id')).to.deep.equal({ field: 'id', set_by: 'sample' });
  });

  it('keeps Server-Timing, also for refused users', async () => {
    const generation = await buildTestGeneration([sample, explain, serverTiming], { site: { debug: true } });
    for (const user of [ANONYMOUS, MANAGER]) {
      const { headers } = await serve(generation, 'GET', '/t/v1/item?_explain', { user });
      expect(headers['Server-Timing']).to.include('sample;dur=');
    }
  });

  it('is of a bounded size', async () => {
    const large = samplePlugin((server) => {
      const data = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`field${at}`, 'x'.repeat(1000)]));
      server.registerRoute('t/v1', '/large', { callback: () => Array(50).fill(data), permission_callback: () => true });
    });
    const generation = await buildTestGeneration([large, explain, adding]);
    const { json, text } = await serve(generation, 'GET', '/t/v1/large?_explain', { user: MANAGER });
    expect(json.fields).to.have.lengthOf(500);
    expect(text.length).to.be.below(200_000);
  });
});
