import { expect } from 'chai';
import { definePlugin } from '../../core/index.ts';
import envelope from '../../plugins/envelope/index.ts';
import jsonp from '../../plugins/jsonp/index.ts';
import { buildTestGeneration } from '../support/generation.ts';
import { samplePlugin, serve } from '../support/serve.ts';

const SCRIPT = 'application/javascript; charset=UTF-8';

let calls = 0;
const sample = samplePlugin((server) => {
  server.registerRoute('t/v1', '/item', {
    callback: () => {
      calls++;
      return { id: 1, text: 'a\u2028b' };
    },
  });
});

describe('the jsonp plugin', () => {
  const generation = buildTestGeneration([jsonp, envelope, sample]);
  const get = async (path: string) => serve(await generation, 'GET', path);

  for (const callback of ['receive', 'app.receive_1']) {
    it(`wraps the answer in a call of ${callback}`, async () => {
      const { status, headers, text } = await get(`/t/v1/item?_jsonp=${callback}`);
      expect(status).to.equal(200);
      expect(headers['Content-Type']).to.equal(SCRIPT);
      expect(text).to.equal(`/**/${callback}({"id":1,"text":"a\\u2028b"})`);
    });
  }

  it('wraps errors with their status, and envelopes', async () => {
    const { status, text } = await get('/t/v1/none?_jsonp=receive');
    expect(status).to.equal(404);
    expect(text).to.match(/^\/\*\*\/receive\(\{"code":"rest_no_route",.*\}\)$/);
    const enveloped = await get('/t/v1/item?_jsonp=receive&_envelope');
    expect(enveloped.headers['Content-Type']).to.equal(SCRIPT);
    expect(enveloped.text).to.match(/^\/\*\*\/receive\(\{"body":/);
  });

  for (const query of ['_jsonp=alert(1)', '_jsonp=a b', '_jsonp=a%0Ab', '_jsonp[]=a', '_jsonp=ä']) {
    it(`refuses ${query} with 400 rest_callback_invalid, before anything runs`, async () => {
      calls = 0;
      const { status, headers, json } = await get(`/t/v1/item?${query}`);
      expect(status).to.equal(400);
      expect(headers['Content-Type']).to.equal(SCRIPT);
      expect(json).to.include({ code: 'rest_callback_invalid', data: null });
      expect(calls).to.equal(0);
    });
  }

  it('refuses with 400 rest_callback_disabled where rest_jsonp_enabled says so', async () => {
    const disable = definePlugin({
      name: 'disable',
      version: '1.0.0',
      description: 'Disables JSONP.',
      setup: ({ hooks }) => hooks.filter('rest_jsonp_enabled').tap('disable', () => false),
    });
    const other = await buildTestGeneration([jsonp, disable, sample]);
    const { status, json } = await serve(other, 'GET', '/t/v1/item?_jsonp=receive');
    expect(status).to.equal(400);
    expect(json).to.include({ code: 'rest_callback_disabled', data: null });
  });

  it('answers with JSON when the callback is empty or absent', async () => {
    for (const path of ['/t/v1/item', '/t/v1/item?_jsonp=']) {
      const { headers, json } = await get(path);
      expect(headers['Content-Type']).to.equal('application/json; charset=UTF-8');
      expect(json.id).to.equal(1);
    }
  });

  it('is gone without the plugin: the answer is JSON', async () => {
    const other = await buildTestGeneration([sample]);
    for (const query of ['receive', 'alert(1)']) {
      const { status, json } = await serve(other, 'GET', `/t/v1/item?_jsonp=${query}`);
      expect([status, json.id]).to.deep.equal([200, 1]);
    }
  });
});
