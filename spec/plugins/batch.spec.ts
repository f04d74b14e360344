import { expect } from 'chai';
import { definePlugin, RestError, type RestRequest, RestResponse } from '../../core/index.ts';
import allowHeader from '../../plugins/allow-header/index.ts';
import batch from '../../plugins/batch/index.ts';
import fields from '../../plugins/fields/index.ts';
import { buildTestGeneration } from '../support/generation.ts';
import { samplePlugin, serve, userWith } from '../support/serve.ts';

/** The calls of the sample's route, in order. */
let done: unknown[] = [];

const sample = samplePlugin((server) => {
  const callback = (request: RestRequest) => {
    const { name, count, id } = request.getParams();
    done.push(name);
    const data = {
      method: request.method,
      name,
      count,
      id,
      user: request.user.id,
      note: request.headers.get('x-note'),
    };
    return new RestResponse(data, 201, { Location: `/${name}` }).addLink('self', 'http://localhost/made');
  };
  const args = { name: { type: 'string', required: true }, count: { type: 'integer', default: 1 } } as const;
  server.registerRoute('t/v1', '/things', {
    allow_batch: { v1: true },
    0: { methods: ['POST', 'PUT', 'PATCH', 'DELETE'], callback, args, permission_callback: ({ user }) => user.id > 0 },
  });
  server.registerRoute('t/v1', '/things/(?P<id>[\\d]+)', {
    methods: 'PUT',
    callback,
    args: { name: { type: 'string' } },
    allow_batch: { v1: true },
  });
  server.registerRoute('t/v1', '/closed', { methods: 'POST', callback });
  server.registerRoute('t/v1', '/failing', {
    methods: 'POST',
    allow_batch: { v1: true },
    callback: () => {
      throw new Error('no');
    },
  });
});

describe('the batch plugin', () => {
  const generation = buildTestGeneration([batch, sample, fields, allowHeader]);
  const send = async (requests: unknown, more = {}, user = userWith()) =>
    serve(await generation, 'POST', '/batch/v1', { user, json: { requests, ...more } });

  beforeEach(() => {
    done = [];
  });

  it('answers 207 with body, status and headers of each request, in order', async () => {
    const { status, json } = await send([
      { path: '/t/v1/things', body: { name: 'a', count: '3' } },
      { path: '/t/v1/things/5', method: 'PUT', body: { name: 'b' } },
    ]);
    expect(status).to.equal(207);
    expect(json).to.have.all.keys('responses');
    expect(json.responses).to.have.length(2);
    expect(json.responses[0]).to.deep.include({
      status: 201,
      body: {
        method: 'POST',
        name: 'a',
        count: 3,
        user: 7,
        _links: { self: [{ href: 'http://localhost/made' }] },
      },
    });
    expect(json.responses[0].headers).to.include({ Location: '/a' });
    expect(json.responses[1].body).to.include({ method: 'PUT', name: 'b', id: '5' });
    expect(done).to.eql(['a', 'b']);
  });

  it('hands on the query and the headers that a request names', async () => {
    const { json } = await send([
      { path: '/t/v1/things?name=q&_fields=name,note,count', headers: { 'X-Note': ['1', '2'] } },
    ]);
    expect(json.responses[0].body)
      .to.have.all.keys('name', 'note', 'count', '_links')
      .and.include({ name: 'q', count: 1, note: '1, 2' });
  });

  it('carries out the others when one is refused', async () => {
    const { status, json } = await send([
      { path: '/t/v1/things', body: { name: ['x'] } },
      { path: '/t/v1/nothing' },
      { path: '/t/v1/closed', body: { name: 'c' } },
      { path: '/t/v1/failing' },
      { path: '/batch/v1', body: { requests: [] } },
      { path: '/t/v1/things?name=%E0' },
      { path: '/t/v1/things', body: { name: 'd' } },
    ]);
    expect(status).to.equal(207);
    // biome-ignore lint/suspicious/noExplicitAny: one of many answers.
    expect(json.responses.map((response: any) => [response.status, response.body.code])).to.eql([
      [400, 'rest_invalid_param'],
      [404, 'rest_no_route'],
      [400, 'rest_batch_not_allowed'],
      [500, 'rest_internal_error'],
      [400, 'rest_batch_not_allowed'],
      [400, 'rest_invalid_query'],
      [201, undefined],
    ]);
    expect(done).to.eql(['d']);
  });

  it('carries out none when all must be valid and one is not', async () => {
    const { status, json } = await send(
      [{ path: '/t/v1/things', body: { name: 'a' } }, { path: '/t/v1/things' }, { path: '/t/v1/closed' }],
      { validation: 'require-all-validate' },
    );
    expect([status, json.failed]).to.eql([207, 'validation']);
    expect(json.responses[0]).to.equal(null);
    expect(json.responses[1].body.code).to.equal('rest_missing_callback_param');
    expect(json.responses[2].body.code).to.equal('rest_batch_not_allowed');
    expect(done).to.eql([]);
  });

  it('carries out all when all must be valid and are, whatever they may do', async () => {
    const { json } = await send([{ path: '/t/v1/things', body: { name: 'a' } }, { path: '/t/v1/failing' }], {
      validation: 'require-all-validate',
    });
    expect(json).to.not.have.property('failed');
    expect(json.responses[1].status).to.equal(500);
  });

  it('asks the permission of each request', async () => {
    const { status, json } = await send([{ path: '/t/v1/things', body: { name: 'a' } }], {}, userWith('any'));
    expect([status, json.responses[0].status]).to.eql([207, 201]);
    const anonymous = await serve(await generation, 'POST', '/batch/v1', {
      json: { requests: [{ path: '/t/v1/things', body: { name: 'a' } }] },
    });
    expect([anonymous.status, anonymous.json.responses[0].status]).to.eql([207, 401]);
  });

  it('writes headers that are none as an empty list', async () => {
    const bare = await buildTestGeneration([batch, sample]);
    const { json } = await serve(bare, 'POST', '/batch/v1', { json: { requests: [{ path: '/t/v1/nothing' }] } });
    expect(json.responses[0].headers).to.eql([]);
  });

  it('refuses a batch that is malformed', async () => {
    for (const requests of ['x', [{ method: 'GET', path: '/t/v1/things' }], [{ body: {} }], [{ path: 1 }], [7]]) {
      const { status, json } = await send(requests);
      expect([status, json.code], JSON.stringify(requests)).to.eql([400, 'rest_invalid_param']);
    }
    expect((await send([], { validation: 'some' })).status).to.equal(400);
    expect((await send(undefined)).json.code).to.equal('rest_missing_callback_param');
  });

  it('holds 25 requests, or as many as the filter says', async () => {
    const many = (count: number) => Array.from({ length: count }, () => ({ path: '/t/v1/nothing' }));
    expect((await send(many(25))).status).to.equal(207);
    expect((await send(many(26))).json.data.details.requests.code).to.equal('rest_too_many_items');
    const small = definePlugin({
      name: 'small',
      version: '1.0.0',
      description: 'Makes batches small.',
      setup: ({ hooks }) => hooks.filter('rest_get_max_batch_size').tap('small', () => 2),
    });
    const limited = await buildTestGeneration([batch, small]);
    expect((await serve(limited, 'POST', '/batch/v1', { json: { requests: many(3) } })).status).to.equal(400);
  });

  it('lets plugins answer in place of a route, and adjust the answer, for each request', async () => {
    const gate = definePlugin({
      name: 'gate',
      version: '1.0.0',
      description: 'Closes the routes of a spec.',
      setup({ hooks }) {
        hooks.filter('rest_pre_dispatch').tap('gate', (result, _server, request) => {
          if (request.getParam('name') === 'thrown') throw new RestError('gate_closed', 'No.', { status: 503 });
          return request.getParam('name') === 'kept' ? { kept: true } : result;
        });
        hooks.filter('rest_post_dispatch').tap('gate', (response) => response.header('X-Gate', '1'));
      },
    });
    const gated = await buildTestGeneration([batch, sample, gate]);
    const { json } = await serve(gated, 'POST', '/batch/v1', {
      user: userWith(),
      json: {
        requests: ['thrown', 'kept', 'made'].map((name) => ({ path: '/t/v1/things', body: { name } })),
      },
    });
    // biome-ignore lint/suspicious/noExplicitAny: one of many answers.
    expect(json.responses.map((response: any) => [response.status, response.headers['X-Gate']])).to.eql([
      [503, '1'],
      [200, '1'],
      [201, '1'],
    ]);
    expect(json.responses[1].body).to.eql({ kept: true });
    expect(done).to.eql(['made']);
  });
});
