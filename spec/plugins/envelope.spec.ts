import { expect } from 'chai';
import { definePlugin, RestError, RestResponse } from '../../core/index.ts';
import cors from '../../plugins/cors/index.ts';
import embed from '../../plugins/embed/index.ts';
import envelope from '../../plugins/envelope/index.ts';
import pagination from '../../plugins/pagination/index.ts';
import { buildTestGeneration } from '../support/generation.ts';
import { samplePlugin, serve } from '../support/serve.ts';

const sample = samplePlugin((server) => {
  const base = 'http://localhost/cms-json/t/v1';
  server.registerRoute('t/v1', '/item', {
    callback: () =>
      new RestResponse({ id: 1 }, 201, { Location: '/1' }).addLink('self', `${base}/other`, { embeddable: true }),
  });
  server.registerRoute('t/v1', '/other', { callback: () => ({ id: 2 }) });
  server.registerRoute('t/v1', '/items', {
    callback: () => {
      const response = new RestResponse([1, 2]);
      response.pagination = { total: 2, totalPages: 1, page: 1, base: `${base}/items` };
      return response;
    },
  });
  server.registerRoute('t/v1', '/error', {
    callback: () => new RestError('rest_bad', 'Bad.', { status: 404 }),
  });
  server.registerRoute('t/v1', '/deleted', { callback: () => new RestResponse(null, 204) });
});

describe('the envelope plugin', () => {
  const generation = buildTestGeneration([envelope, embed, pagination, cors, sample]);
  const get = async (path: string) => serve(await generation, 'GET', path);

  it('puts status and headers into the body and answers 200', async () => {
    const { status, json, headers } = await get('/t/v1/item?_envelope');
    expect(status).to.equal(200);
    expect(json.status).to.equal(201);
    expect(json.headers).to.deep.equal({ Location: '/1' });
    expect(json.body).to.have.all.keys('id', '_links');
    expect(json).to.have.all.keys('body', 'status', 'headers');
    expect(headers).to.not.have.property('Location');
  });

  it('keeps headers of the connection outside', async () => {
    const { headers, json } = await get('/t/v1/item?_envelope=1');
    expect(headers).to.include.keys('Vary', 'Access-Control-Allow-Headers');
    expect(json.headers).to.not.have.property('Vary');
  });

  it('gives totals as numbers', async () => {
    const { json, headers } = await get('/t/v1/items?_envelope');
    expect(json.headers).to.deep.equal({ 'X-CMS-Total': 2, 'X-CMS-TotalPages': 1 });
    expect(headers).to.not.have.property('X-CMS-Total');
  });

  it('envelops errors, with an empty list where there are no headers', async () => {
    const { status, json } = await get('/t/v1/error?_envelope');
    expect(status).to.equal(200);
    expect(json).to.deep.equal({
      body: { code: 'rest_bad', message: 'Bad.', data: { status: 404 } },
      status: 404,
      headers: [],
    });
    expect((await get('/t/v1/none?_envelope')).json.status).to.equal(404);
  });

  it('embeds inside the envelope', async () => {
    const { json } = await get('/t/v1/item?_envelope&_embed');
    expect(json.body._embedded).to.deep.equal({ self: [{ id: 2 }] });
  });

  it('envelops an answer without a body', async () => {
    expect((await get('/t/v1/deleted?_envelope')).json).to.deep.equal({ body: null, status: 204, headers: [] });
  });

  it('fires rest_envelope_response with the envelope and the answer', async () => {
    const adjust = definePlugin({
      name: 'adjust',
      version: '1.0.0',
      description: 'Adjusts envelopes.',
      setup: ({ hooks }) =>
        hooks
          .filter('rest_envelope_response')
          .tap('adjust', (given, response) => ({ ...given, body: response.status, status: 1 })),
    });
    const other = await buildTestGeneration([envelope, adjust, sample]);
    const { json } = await serve(other, 'GET', '/t/v1/item?_envelope');
    expect(json).to.deep.equal({ body: 201, status: 1, headers: { Location: '/1' } });
  });

  it('does nothing without the parameter', async () => {
    const { status, json } = await get('/t/v1/other');
    expect([status, json]).to.deep.equal([200, { id: 2 }]);
  });

  it('is gone without the plugin: the answer comes as it is', async () => {
    const other = await buildTestGeneration([sample]);
    const { status, json } = await serve(other, 'GET', '/t/v1/item?_envelope');
    expect([status, json.id]).to.deep.equal([201, 1]);
  });
});
