import { expect } from 'chai';
import { definePlugin, serviceToken } from '../../core/index.ts';
import { createBrand } from '../../core/site/index.ts';
import { createHost } from '../../host/index.ts';
import fields from '../../plugins/fields/index.ts';
import restIndex from '../../plugins/rest-index/index.ts';
import { buildTestGeneration } from '../support/generation.ts';
import { samplePlugin, serve } from '../support/serve.ts';

let schemas = 0;
const sample = samplePlugin((server) => {
  const callback = () => null;
  server.registerRoute('t/v1', '/items', {
    0: { methods: 'GET', callback },
    1: { methods: 'POST', callback },
    schema: () => ({ title: `item ${++schemas}` }),
  });
  server.registerRoute('t/v1', '/items/(?P<id>[\\d]+)', { callback });
  server.registerRoute('t/v1', '/secret', { callback, show_in_index: false });
  server.registerRoute('u/v1', '/things', { callback });
});

const withOptions = (values: Record<string, unknown>) =>
  definePlugin({
    name: 'options',
    version: '0.1.0',
    description: 'Options of a spec.',
    setup: ({ provide }) =>
      provide(serviceToken<unknown>('options'), {
        get: (name: string, fallback?: unknown) => (Object.hasOwn(values, name) ? values[name] : fallback),
      }),
  });

describe('the rest-index plugin', () => {
  const generation = buildTestGeneration([restIndex, sample]);
  const get = async (path: string, init = {}) => (await serve(await generation, 'GET', path, init)).json;

  it('shows the front page to clients that name its fields', async () => {
    const site = await buildTestGeneration([
      restIndex,
      fields,
      withOptions({ show_on_front: 'page', page_on_front: '7' }),
    ]);
    const index = async (query: string) => (await serve(site, 'GET', `/${query}`)).json;
    expect(await index('?_fields=name,show_on_front,page_on_front,page_for_posts')).to.deep.include({
      show_on_front: 'page',
      page_on_front: 7,
      page_for_posts: 0,
    });
    expect(await index('?_fields[]=page_on_front'))
      .to.include({ page_on_front: 7 })
      .and.not.have.property('name');
    expect(await index('')).to.not.have.any.keys('show_on_front', 'page_on_front', 'page_for_posts');
    await site.dispose();
  });

  it('describes the site, the namespaces and the routes', async () => {
    const index = await get('/');
    expect(index).to.include({
      name: 'Tappet',
      description: '',
      url: 'http://localhost',
      home: 'http://localhost',
      gmt_offset: 0,
      timezone_string: 'UTC',
      site_logo: 0,
      site_icon: 0,
      site_icon_url: '',
    });
    expect(index.namespaces).to.deep.equal(['t/v1', 'u/v1']);
    expect(index.authentication).to.deep.equal([]);
    expect(index._links).to.deep.equal({ help: [{ href: 'https://developer.wordpress.org/rest-api/' }] });
    expect(index.routes).to.have.all.keys(
      ...['/', '/t/v1', '/u/v1', '/t/v1/items', '/t/v1/items/(?P<id>[\\d]+)', '/u/v1/things'],
    );
    expect(index.routes['/']).to.deep.equal({
      namespace: '',
      methods: ['GET'],
      endpoints: [{ methods: ['GET'], args: { context: { default: 'view', required: false } } }],
      _links: { self: [{ href: 'http://localhost/cms-json/' }] },
    });
  });

  it('takes the name and the clock of the site from its options, or from those of the plugin', async () => {
    const values = {
      blogname: 'Site',
      blogdescription: 'Words',
      gmt_offset: '2',
      timezone_string: '',
      siteurl: 'http://a.b',
    };
    const stored = await buildTestGeneration([restIndex, withOptions(values), sample]);
    expect((await serve(stored, 'GET', '/')).json).to.include({
      name: 'Site',
      description: 'Words',
      gmt_offset: '2',
      timezone_string: '',
      url: 'http://a.b',
      home: 'http://localhost',
    });
    const own = await buildTestGeneration([restIndex, sample], { options: { 'rest-index': { name: 'Mine' } } });
    expect((await serve(own, 'GET', '/')).json.name).to.equal('Mine');
  });

  it('links logo and icon so that they can be embedded', async () => {
    const other = await buildTestGeneration([restIndex, withOptions({ site_logo: '5', site_icon: '6' }), sample]);
    const { json } = await serve(other, 'GET', '/');
    expect([json.site_logo, json.site_icon]).to.deep.equal([5, 6]);
    expect(json._links['cms:featuredmedia']).to.deep.equal([
      { embeddable: true, type: 'site_logo', href: 'http://localhost/cms-json/cms/v2/media/5' },
      { embeddable: true, type: 'site_icon', href: 'http://localhost/cms-json/cms/v2/media/6' },
    ]);
  });

  it('shows schemas in the help context only, and makes descriptions once', async () => {
    schemas = 0;
    expect((await get('/')).routes['/t/v1/items']).to.not.have.property('schema');
    expect(schemas).to.equal(0);
    for (let times = 0; times < 3; times++) {
      expect((await get('/?context=help')).routes['/t/v1/items'].schema).to.deep.equal({ title: 'item 1' });
    }
  });

  it('makes links by the connection of the request', async () => {
    expect((await get('/')).routes['/t/v1']._links.self[0].href).to.equal('http://localhost/cms-json/t/v1');
    expect((await get('/', { tls: true })).routes['/t/v1']._links.self[0].href).to.match(/^https:/);
  });

  it('answers the index of a namespace at its root, with the routes under it and a link up', async () => {
    const index = await get('/t/v1');
    expect(index.namespace).to.equal('t/v1');
    expect(index.routes).to.have.all.keys('/t/v1', '/t/v1/items', '/t/v1/items/(?P<id>[\\d]+)');
    expect(index._links).to.deep.equal({ up: [{ href: 'http://localhost/cms-json/' }] });
    expect((await get('/T/V1')).namespace).to.equal('t/v1');
  });

  it('answers 404 for a namespace that is not there', async () => {
    expect((await serve(await generation, 'GET', '/none/v9')).json.code).to.equal('rest_no_route');
    const { status, json } = await serve(await generation, 'GET', '/t/v1?namespace=none');
    expect([status, json.code]).to.deep.equal([404, 'rest_invalid_namespace']);
  });

  it('has GET and HEAD only', async () => {
    expect((await serve(await generation, 'HEAD', '/')).status).to.equal(200);
    expect((await serve(await generation, 'POST', '/')).json.code).to.equal('rest_no_route');
  });

  it('is narrowed by _fields', async () => {
    const other = await buildTestGeneration([restIndex, fields, sample]);
    expect((await serve(other, 'GET', '/?_fields=name,url')).json).to.include({
      name: 'Tappet',
      url: 'http://localhost',
    });
    expect((await serve(other, 'GET', '/?_fields=name,url')).json).to.not.have.any.keys('home', 'routes');
  });

  it('fires its hooks: schemes of authentication, descriptions, and both indexes', async () => {
    const adjust = definePlugin({
      name: 'adjust',
      version: '1.0.0',
      description: 'Adjusts the index.',
      setup({ hooks }) {
        hooks.filter('rest_index_authentication').tap('adjust', (schemes) => ({ ...schemes, basic: true }));
        hooks.filter('rest_endpoints_description').tap('adjust', (data, route) => ({ ...data, by: route.pattern }));
        hooks.filter('rest_route_data').tap('adjust', ({ '/u/v1': _hidden, ...routes }) => routes);
        hooks.filter('rest_index').tapPromise('adjust', async (response) => {
          const data = response.data as { name: string; routes: Record<string, unknown> };
          delete data.routes['/t/v1'];
          data.name = 'Adjusted';
        });
        hooks.filter('rest_namespace_index').tap('adjust', (response) => {
          (response.data as { namespace: string }).namespace = 'adjusted';
        });
      },
    });
    const other = await buildTestGeneration([restIndex, adjust, sample]);
    const { json } = await serve(other, 'GET', '/');
    expect(json.authentication).to.deep.equal({ basic: true });
    expect(json.name).to.equal('Adjusted');
    expect(json.routes['/'].by).to.equal('/');
    expect(json.routes).to.not.have.any.keys('/u/v1', '/t/v1');
    const namespace = (await serve(other, 'GET', '/t/v1')).json;
    expect(namespace.namespace).to.equal('adjusted');
    expect(namespace.routes, 'a change to one answer stays in it').to.include.keys('/t/v1');
  });

  it('lists the core namespace under the brand', async () => {
    const core = samplePlugin((server) => {
      server.registerRoute(server.site.brand.namespace, '/posts', { callback: () => [] });
    });
    const branded = await buildTestGeneration([restIndex, core], { site: { brand: createBrand('wp') } });
    expect((await serve(branded, 'GET', '/wp/v2')).json.namespace).to.equal('wp/v2');
  });

  it('is sent as it is for each request, long as it is', async () => {
    const count = definePlugin({
      name: 'count',
      version: '1.0.0',
      description: 'Adds data of the request to the index.',
      setup({ hooks }) {
        hooks.filter('rest_index').tap('count', (response, request) => {
          const data = response.data as { asked: unknown };
          data.asked = request.getParam('asked');
        });
      },
    });
    const host = await createHost({
      database: 'sqlite::memory:',
      logLevel: 'silent',
      plugins: { folders: [count], disabled: ['response-cache'] },
    });
    try {
      const url = await host.listen(0, '127.0.0.1');
      for (const asked of ['é', 'é', 'e', 'é', 'other']) {
        const answer = await fetch(`${url}/cms-json/?asked=${encodeURIComponent(asked)}`);
        const bytes = Buffer.from(await answer.arrayBuffer());
        expect(Number(answer.headers.get('content-length'))).to.equal(bytes.length);
        expect(bytes.length).to.be.greaterThan(20_000);
        const index = JSON.parse(bytes.toString());
        expect(index.asked).to.equal(asked);
        expect(index.routes).to.include.keys('/cms/v2/posts');
      }
    } finally {
      await host.close();
    }
  });

  it('is gone without the plugin: the roots have no route', async () => {
    const other = await buildTestGeneration([sample]);
    for (const path of ['/', '/t/v1']) expect((await serve(other, 'GET', path)).json.code).to.equal('rest_no_route');
  });
});
