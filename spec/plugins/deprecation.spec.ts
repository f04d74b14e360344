import { expect } from 'chai';
import { definePlugin, type RestRequest } from '../../core/index.ts';
import deprecation from '../../plugins/deprecation/index.ts';
import { buildTestGeneration } from '../support/generation.ts';
import { serve } from '../support/serve.ts';

const sample = definePlugin({
  name: 'sample',
  version: '1.0.0',
  description: 'Uses what is deprecated.',
  setup({ hooks }) {
    const uses = {
      replaced: (request: RestRequest | undefined) =>
        hooks.action('deprecated_function_run').call('old_one', 'new_one', '4.0', request),
      dropped: (request: RestRequest | undefined) =>
        hooks.action('deprecated_function_run').call('old_one', '', '4.0', request),
      argument: (request: RestRequest | undefined) =>
        hooks.action('deprecated_argument_run').call('some', 'leave\r\nX: it out', '4.1', request),
      silent: (request: RestRequest | undefined) =>
        hooks.action('deprecated_argument_run').call('some', '', '4.1', request),
    };
    hooks.action('rest_api_init').tap('sample', (server) => {
      for (const [name, use] of Object.entries(uses)) {
        server.registerRoute('t/v1', `/${name}`, { callback: (request) => use(request) ?? name });
      }
      server.registerRoute('t/v1', '/nobody', { callback: () => uses.replaced(undefined) ?? 1 });
    });
  },
});

describe('deprecation notices (4.3)', () => {
  const site = { debug: true };
  const headersOf = async (name: string, debug = true, plugins = [deprecation, sample]) =>
    (await serve(await buildTestGeneration(plugins, { site: { ...site, debug } }), 'GET', `/t/v1/${name}`)).headers;

  it('names a deprecated function, since when, and what to use instead', async () => {
    expect(await headersOf('replaced')).to.include({
      'X-CMS-DeprecatedFunction': 'old_one (since 4.0; use new_one instead)',
    });
    expect(await headersOf('dropped')).to.include({
      'X-CMS-DeprecatedFunction': 'old_one (since 4.0; no alternative available)',
    });
  });

  it('names a deprecated parameter, with its message in characters that a header can hold', async () => {
    expect(await headersOf('argument')).to.include({ 'X-CMS-DeprecatedParam': 'some (since 4.1; leave X: it out)' });
    expect(await headersOf('silent')).to.include({
      'X-CMS-DeprecatedParam': 'some (since 4.1; no alternative available)',
    });
  });

  it('reports a use only to the request that made it', async () => {
    const generation = await buildTestGeneration([deprecation, sample], { site });
    const answers = await Promise.all(['replaced', 'silent'].map((name) => serve(generation, 'GET', `/t/v1/${name}`)));
    expect(answers[0]!.headers).to.not.have.property('X-CMS-DeprecatedParam');
    expect(answers[1]!.headers).to.not.have.property('X-CMS-DeprecatedFunction');
    expect(await headersOf('nobody')).to.have.all.keys('Content-Type');
  });

  it('says nothing unless debug is on', async () => {
    expect(await headersOf('replaced', false)).to.have.all.keys('Content-Type');
  });

  it('is gone without the plugin', async () => {
    expect(await headersOf('replaced', true, [sample])).to.have.all.keys('Content-Type');
  });
});
