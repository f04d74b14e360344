import { expect } from 'chai';
import methodOverride from '../../plugins/method-override/index.ts';
import { buildTestGeneration } from '../support/generation.ts';
import { samplePlugin, serve } from '../support/serve.ts';

const sample = samplePlugin((server) => {
  for (const methods of ['GET', 'POST', 'PUT', 'DELETE']) {
    server.registerRoute('t/v1', '/item', [{ methods, callback: () => ({ methods }) }]);
  }
});

describe('the method-override plugin', () => {
  const generation = buildTestGeneration([methodOverride, sample]);
  const handledBy = async (method: string, path: string, headers = {}, json?: unknown) =>
    (await serve(await generation, method, path, { headers, json })).json.methods;

  it('takes the method from _method in the query, in any case, on GET too', async () => {
    expect(await handledBy('POST', '/t/v1/item?_method=PUT')).to.equal('PUT');
    expect(await handledBy('POST', '/t/v1/item?_method=get')).to.equal('GET');
    expect(await handledBy('GET', '/t/v1/item?_method=DELETE')).to.equal('DELETE');
  });

  it('takes the method from X-HTTP-Method-Override, on GET too', async () => {
    expect(await handledBy('POST', '/t/v1/item', { 'X-HTTP-Method-Override': 'PUT' })).to.equal('PUT');
    expect(await handledBy('GET', '/t/v1/item', { 'X-HTTP-Method-Override': 'delete' })).to.equal('DELETE');
  });

  it('prefers the query to the header', async () => {
    expect(await handledBy('POST', '/t/v1/item?_method=PUT', { 'X-HTTP-Method-Override': 'DELETE' })).to.equal('PUT');
  });

  it('ignores _method in a body, an empty one, and a list', async () => {
    expect(await handledBy('POST', '/t/v1/item', {}, { _method: 'DELETE' })).to.equal('POST');
    expect(await handledBy('POST', '/t/v1/item?_method=')).to.equal('POST');
    expect(await handledBy('POST', '/t/v1/item?_method[]=PUT')).to.equal('POST');
  });

  it('answers 404 rest_no_route for a method that no route has', async () => {
    const { status, json } = await serve(await generation, 'POST', '/t/v1/item?_method=FETCH');
    expect([status, json.code]).to.deep.equal([404, 'rest_no_route']);
  });

  it('sends no body when the method becomes HEAD', async () => {
    expect((await serve(await generation, 'GET', '/t/v1/item?_method=HEAD')).text).to.equal('');
  });

  it('is gone without the plugin: the method of the request counts', async () => {
    const other = await buildTestGeneration([sample]);
    const headers = { 'X-HTTP-Method-Override': 'PUT' };
    expect((await serve(other, 'GET', '/t/v1/item?_method=DELETE', { headers })).json.methods).to.equal('GET');
  });
});
