import { expect } from 'chai';
import { definePlugin, RestResponse } from '../../core/index.ts';
import { createBrand } from '../../core/site/index.ts';
import cors from '../../plugins/cors/index.ts';
import { buildTestGeneration } from '../support/generation.ts';
import { samplePlugin, serve, userWith } from '../support/serve.ts';

const sample = samplePlugin((server) => {
  server.registerRoute('t/v1', '/item', { methods: 'GET, POST', callback: () => ({ id: 1 }) });
  server.registerRoute('t/v1', '/varied', { callback: () => new RestResponse(1, 200, { Vary: 'Accept' }) });
});

const ORIGIN_HEADERS = [
  'Access-Control-Allow-Origin',
  'Access-Control-Allow-Methods',
  'Access-Control-Allow-Credentials',
];

describe('cross-origin headers (4.3)', () => {
  const generation = buildTestGeneration([cors, sample]);
  const headersFor = async (origin?: string, method = 'GET', path = '/t/v1/item', user = userWith()) =>
    (
      await serve(await generation, method, path, {
        headers: origin === undefined ? {} : { Origin: origin },
        ...(user.can('be anonymous') ? {} : { user }),
      })
    ).headers;
  const anonymous = userWith('be anonymous');

  for (const origin of ['https://app.example.org', 'http://localhost:3000', 'null']) {
    it(`allows the origin ${origin}, with credentials`, async () => {
      for (const path of ['/t/v1/item', '/t/v1/none']) {
        expect(await headersFor(origin, 'GET', path, anonymous)).to.include({
          'Access-Control-Allow-Origin': origin,
          'Access-Control-Allow-Methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
          'Access-Control-Allow-Credentials': 'true',
          Vary: 'Origin',
        });
      }
    });
  }

  it('cleans the origin as an address, and allows none that has a bad protocol', async () => {
    const cleaned = await headersFor('https://app.example.org/<script>');
    expect(cleaned['Access-Control-Allow-Origin']).to.equal('https://app.example.org/script');
    const refused = await headersFor('javascript:alert(1)');
    expect(refused).to.not.have.any.keys(...ORIGIN_HEADERS);
    expect(refused.Vary).to.equal('Origin');
  });

  it('says without an origin only to anonymous GETs that answers vary', async () => {
    expect(await headersFor(undefined, 'GET', '/t/v1/item', anonymous)).to.include({ Vary: 'Origin' });
    expect(await headersFor(undefined, 'POST', '/t/v1/item', anonymous)).to.not.have.property('Vary');
    expect(await headersFor()).to.not.have.property('Vary');
    expect(await headersFor(undefined, 'GET', '/t/v1/item', anonymous)).to.not.have.any.keys(...ORIGIN_HEADERS);
  });

  it('adds to Vary and does not replace it', async () => {
    expect((await headersFor('https://a.example', 'GET', '/t/v1/varied')).Vary).to.equal('Accept, Origin');
  });

  it('lists which headers may be read and sent, under the brand', async () => {
    expect(await headersFor()).to.include({
      'Access-Control-Expose-Headers': 'X-CMS-Total, X-CMS-TotalPages, Link',
      'Access-Control-Allow-Headers': 'Authorization, X-CMS-Nonce, Content-Disposition, Content-MD5, Content-Type',
    });
    const branded = await buildTestGeneration([cors, sample], { site: { brand: createBrand('wp') } });
    expect((await serve(branded, 'GET', '/t/v1/item')).headers).to.include({
      'Access-Control-Expose-Headers': 'X-WP-Total, X-WP-TotalPages, Link',
    });
  });

  it('lets rest_exposed_cors_headers and rest_allowed_cors_headers add headers', async () => {
    const more = definePlugin({
      name: 'more',
      version: '1.0.0',
      description: 'Adds headers.',
      setup({ hooks }) {
        hooks.filter('rest_exposed_cors_headers').tap('more', (names) => [...names, 'X-Read']);
        hooks.filter('rest_allowed_cors_headers').tap('more', (names) => [...names, 'X-Sent']);
      },
    });
    const { headers } = await serve(await buildTestGeneration([cors, more, sample]), 'GET', '/t/v1/item');
    expect(headers['Access-Control-Expose-Headers']).to.match(/, X-Read$/);
    expect(headers['Access-Control-Allow-Headers']).to.match(/, X-Sent$/);
  });

  it('is gone without the plugin: no header speaks of origins', async () => {
    const other = await buildTestGeneration([sample]);
    const { headers } = await serve(other, 'GET', '/t/v1/item', { headers: { Origin: 'https://a.example' } });
    expect(headers).to.have.all.keys('Content-Type');
  });
});
