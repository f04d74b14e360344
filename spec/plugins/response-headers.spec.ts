import { expect } from 'chai';
import { definePlugin, RestResponse } from '../../core/index.ts';
import responseHeaders from '../../plugins/response-headers/index.ts';
import { buildTestGeneration } from '../support/generation.ts';
import { samplePlugin, serve, userWith } from '../support/serve.ts';

const sample = samplePlugin((server) => {
  server.registerRoute('t/v1', '/item', { callback: () => ({ id: 1 }) });
  server.registerRoute('t/v1', '/indexed', { callback: () => new RestResponse(1, 200, { 'X-Robots-Tag': 'all' }) });
});

const always = (value: boolean) =>
  definePlugin({
    name: 'decide',
    version: '1.0.0',
    description: 'Decides on caching.',
    setup: ({ hooks }) => hooks.filter('rest_send_nocache_headers').tap('decide', () => value),
  });

const NO_CACHE = { 'Cache-Control': 'no-cache, must-revalidate, max-age=0', Expires: 'Wed, 11 Jan 1984 05:00:00 GMT' };

describe('the response-headers plugin', () => {
  it('adds nosniff and noindex to every answer, errors too', async () => {
    const generation = await buildTestGeneration([responseHeaders, sample]);
    for (const path of ['/t/v1/item', '/t/v1/none']) {
      const { headers } = await serve(generation, 'GET', path);
      expect(headers).to.include({ 'X-Content-Type-Options': 'nosniff', 'X-Robots-Tag': 'noindex' });
    }
  });

  it('leaves a header that the answer has already', async () => {
    const generation = await buildTestGeneration([responseHeaders, sample]);
    expect((await serve(generation, 'GET', '/t/v1/indexed')).headers).to.include({ 'X-Robots-Tag': 'all' });
  });

  it('forbids caching to signed-in users only', async () => {
    const generation = await buildTestGeneration([responseHeaders, sample]);
    expect((await serve(generation, 'GET', '/t/v1/item', { user: userWith() })).headers).to.include(NO_CACHE);
    const { headers } = await serve(generation, 'GET', '/t/v1/item');
    expect(headers).to.not.have.any.keys('Cache-Control', 'Expires');
  });

  it('lets rest_send_nocache_headers decide otherwise', async () => {
    const never = await buildTestGeneration([responseHeaders, always(false), sample]);
    expect((await serve(never, 'GET', '/t/v1/item', { user: userWith() })).headers).to.not.have.property('Expires');
    const ever = await buildTestGeneration([responseHeaders, always(true), sample]);
    expect((await serve(ever, 'GET', '/t/v1/item')).headers).to.include(NO_CACHE);
  });

  it('is gone without the plugin: only the content type is left', async () => {
    const generation = await buildTestGeneration([sample]);
    const { headers } = await serve(generation, 'GET', '/t/v1/item', { user: userWith() });
    expect(headers).to.have.all.keys('Content-Type');
  });
});
