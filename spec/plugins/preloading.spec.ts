import { expect } from 'chai';
import { RequestContext, RestResponse } from '../../core/index.ts';
import allowHeader from '../../plugins/allow-header/index.ts';
import embed from '../../plugins/embed/index.ts';
import optionsDescription from '../../plugins/options-description/index.ts';
import preloading, { Preloader, type PreloadPath } from '../../plugins/preloading/index.ts';
import { buildTestGeneration } from '../support/generation.ts';
import { samplePlugin, userWith } from '../support/serve.ts';

const sample = samplePlugin((server) => {
  server.registerRoute('t/v1', '/item', {
    callback: (request) =>
      new RestResponse({ page: request.getParam('page'), user: request.user.id }, 200, { 'X-One': '1' }).addLink(
        'self',
        'http://localhost/cms-json/t/v1/plain',
        { embeddable: true },
      ),
  });
  server.registerRoute('t/v1', '/plain', { callback: () => ({ plain: true }) });
  server.registerRoute('t/v1', '/made', { callback: () => new RestResponse({}, 201) });
});

describe('preloading (4.3)', () => {
  const generation = buildTestGeneration([preloading, allowHeader, optionsDescription, embed, sample]);
  const preload = async (...paths: PreloadPath[]) =>
    // biome-ignore lint/suspicious/noExplicitAny: the spec knows what it preloads.
    (await generation).services.get('spec', Preloader).preload(paths, new RequestContext({ user: userWith() })) as any;

  it('keys answers by path, with body, links and headers, as the user of the context', async () => {
    expect(await preload('/t/v1/item?page=2', '/t/v1/plain')).to.deep.equal({
      '/t/v1/item?page=2': {
        body: {
          page: '2',
          user: 7,
          _links: { self: [{ embeddable: true, href: 'http://localhost/cms-json/t/v1/plain' }] },
        },
        headers: { 'X-One': '1', Allow: 'GET' },
      },
      '/t/v1/plain': { body: { plain: true }, headers: { Allow: 'GET' } },
    });
  });

  it('keys answers to OPTIONS under OPTIONS, with the Allow header', async () => {
    const preloaded = await preload(['/t/v1/plain', 'OPTIONS']);
    expect(preloaded).to.have.all.keys('OPTIONS');
    expect(preloaded.OPTIONS['/t/v1/plain'].headers).to.deep.equal({ Allow: 'GET' });
    expect(preloaded.OPTIONS['/t/v1/plain'].body.methods).to.deep.equal(['GET']);
  });

  it('takes any other method for GET', async () => {
    expect(await preload(['/t/v1/plain', 'DELETE'])).to.have.all.keys('/t/v1/plain');
  });

  it('embeds where the path says so', async () => {
    const preloaded = await preload('/t/v1/item?_embed');
    expect(preloaded['/t/v1/item?_embed'].body._embedded.self).to.deep.equal([{ plain: true }]);
  });

  it('includes answers with status 200 only, and skips paths that are empty or none', async () => {
    expect(
      await preload('', '/t/v1/none', '/t/v1/made', '///', 'http://elsewhere/x', '/t/v1/plain?a=%zz'),
    ).to.deep.equal({});
  });

  it('is gone without the plugin', async () => {
    expect((await buildTestGeneration([sample])).services.find(Preloader)).to.equal(undefined);
  });
});
