import { expect } from 'chai';
import { RestError } from '../../core/index.ts';
import allowHeader from '../../plugins/allow-header/index.ts';
import { buildTestGeneration } from '../support/generation.ts';
import { samplePlugin, serve, userWith } from '../support/serve.ts';

const callback = () => ({ id: 1 });
const refuse = () => {
  throw new RestError('denied', 'Denied.', { status: 403 });
};

const sample = samplePlugin((server) => {
  server.registerRoute('t/v1', '/items', [
    { methods: 'GET', callback, args: { page: { type: 'integer' } } },
    { methods: 'POST, PUT', callback, permission_callback: async ({ user }) => user.can('edit') },
    { methods: 'DELETE', callback, permission_callback: refuse },
  ]);
  for (const [name, verdict] of Object.entries({ one: 1, text: 'yes', zero: 0, error: new RestError('no', 'No.') })) {
    server.registerRoute('t/v1', `/${name}`, { callback, permission_callback: () => verdict });
  }
  server.registerRoute('t/v1', '/fails', {
    callback: () => {
      throw new Error('broken');
    },
  });
  server.registerRoute('t/v1', '/closed', { callback, permission_callback: () => false });
});

describe('the Allow header (4.3)', () => {
  const generation = buildTestGeneration([allowHeader, sample]);
  const allowOf = async (method: string, path: string, ...capabilities: string[]) =>
    (await serve(await generation, method, path, { user: userWith(...capabilities) })).headers.Allow;

  it('lists the methods of the route that this user is allowed, in order', async () => {
    expect(await allowOf('GET', '/t/v1/items')).to.equal('GET');
    expect(await allowOf('GET', '/t/v1/items', 'edit')).to.equal('GET, POST, PUT');
  });

  it('wants exactly true of a permission callback, though others let the request run', async () => {
    for (const name of ['one', 'text', 'zero', 'error'])
      expect(await allowOf('GET', `/t/v1/${name}`)).to.equal(undefined);
    expect((await serve(await generation, 'GET', '/t/v1/one')).status).to.equal(200);
  });

  it('stands on 400, 401, 403 and 500 too, not on 404', async () => {
    const answers: [string, string, number, string | undefined][] = [
      ['GET', '/t/v1/items?page=x', 400, 'GET'],
      ['POST', '/t/v1/items', 401, 'GET'],
      ['DELETE', '/t/v1/items', 403, 'GET'],
      ['GET', '/t/v1/fails', 500, 'GET'],
      ['GET', '/t/v1/none', 404, undefined],
      ['PATCH', '/t/v1/items', 404, undefined],
    ];
    for (const [method, path, status, allow] of answers) {
      const answer = await serve(await generation, method, path);
      expect([answer.status, answer.headers.Allow], `${method} ${path}`).to.deep.equal([status, allow]);
    }
  });

  it('is left out when no method is allowed', async () => {
    const { status, headers } = await serve(await generation, 'GET', '/t/v1/closed');
    expect(status).to.equal(401);
    expect(headers).to.not.have.property('Allow');
  });

  it('is gone without the plugin', async () => {
    const { headers } = await serve(await buildTestGeneration([sample]), 'GET', '/t/v1/items');
    expect(headers).to.not.have.property('Allow');
  });
});
