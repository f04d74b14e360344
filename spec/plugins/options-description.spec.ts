import { expect } from 'chai';
import { definePlugin } from '../../core/index.ts';
import allowHeader from '../../plugins/allow-header/index.ts';
import optionsDescription from '../../plugins/options-description/index.ts';
import { buildTestGeneration } from '../support/generation.ts';
import { samplePlugin, serve } from '../support/serve.ts';

let calls = 0;
const callback = () => ++calls;

const sample = samplePlugin((server) => {
  server.registerRoute('t/v1', '/items', {
    0: { methods: 'GET', args: { page: { type: 'integer', default: 1 } }, callback },
    1: { methods: 'POST', args: { title: { type: 'string', required: true } }, callback },
    2: { methods: 'PUT', callback, show_in_index: false },
    schema: () => ({ title: 'item' }),
  });
  server.registerRoute('t/v1', '/items/(?P<id>\\d+)', {
    callback,
    permission_callback: (request) => request.getParam('id') === '5',
  });
  server.registerRoute('t/v1', '/secret', { callback, show_in_index: false });
});

describe('descriptions of routes by OPTIONS (4.3)', () => {
  const generation = buildTestGeneration([optionsDescription, sample]);
  const options = async (path: string) => serve(await generation, 'OPTIONS', path);

  it('describes the route in the help context: endpoints, arguments, schema, and the link of a route without variables', async () => {
    const { status, json } = await options('/t/v1/items');
    expect(status).to.equal(200);
    expect(json).to.deep.equal({
      namespace: 't/v1',
      methods: ['GET', 'POST'],
      endpoints: [
        { methods: ['GET'], args: { page: { type: 'integer', default: 1, required: false } } },
        { methods: ['POST'], args: { title: { type: 'string', required: true } } },
      ],
      schema: { title: 'item' },
      _links: { self: [{ href: 'http://localhost/cms-json/t/v1/items' }] },
    });
  });

  it('gives no link of its own to a route with variables, and an empty list for no arguments', async () => {
    const { json } = await options('/t/v1/items/5');
    expect(json).to.not.have.property('_links');
    expect(json.endpoints).to.deep.equal([{ methods: ['GET'], args: [] }]);
  });

  it('matches whatever the case of letters', async () => {
    expect((await options('/T/V1/ITEMS')).json.namespace).to.equal('t/v1');
  });

  it('neither validates nor runs anything', async () => {
    calls = 0;
    expect((await options('/t/v1/items?page=none')).status).to.equal(200);
    expect(calls).to.equal(0);
  });

  it('answers 200 with an empty list when no route fits', async () => {
    const { status, json } = await options('/t/v1/none');
    expect([status, json]).to.deep.equal([200, []]);
  });

  it('shows nothing of a hidden route', async () => {
    expect((await options('/t/v1/secret')).text).to.equal('');
  });

  it('takes the values of the path from the match, as the Allow header shows', async () => {
    const allowing = await buildTestGeneration([optionsDescription, allowHeader, sample]);
    expect((await serve(allowing, 'OPTIONS', '/t/v1/items/5')).headers.Allow).to.equal('GET');
    expect((await serve(allowing, 'OPTIONS', '/t/v1/items/6')).headers).to.not.have.property('Allow');
    expect((await serve(allowing, 'OPTIONS', '/t/v1/none')).headers).to.not.have.property('Allow');
  });

  it('leaves what another plugin answered', async () => {
    const early = definePlugin({
      name: 'early',
      version: '1.0.0',
      description: 'Answers first.',
      setup: ({ hooks }) => hooks.filter('rest_pre_dispatch').tap('early', () => ({ short: true })),
    });
    const other = await buildTestGeneration([optionsDescription, early, sample]);
    expect((await serve(other, 'OPTIONS', '/t/v1/items')).json).to.deep.equal({ short: true });
  });

  it('is gone without the plugin: no route has the method OPTIONS', async () => {
    const { status, json } = await serve(await buildTestGeneration([sample]), 'OPTIONS', '/t/v1/items');
    expect([status, json.code]).to.deep.equal([404, 'rest_no_route']);
  });
});
