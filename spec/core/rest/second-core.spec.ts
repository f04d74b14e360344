import { expect } from 'chai';
import { createJiti } from 'jiti';
import * as core from '../../../core/index.ts';
import { testHost } from '../../../host/testing/index.ts';

describe('a second copy of the core, such as one that a library of a plugin brings along', () => {
  let second: typeof core;
  before(async () => {
    const jiti = createJiti(import.meta.url, { moduleCache: false });
    second = await jiti.import<typeof core>('../../../core/index.ts');
    expect(second.RestResponse).to.not.equal(core.RestResponse);
  });

  it('makes responses, errors and requests that are recognised as such', () => {
    expect(core.isRestResponse(new second.RestResponse())).to.equal(true);
    expect(core.isRestRequest(new second.RestRequest('GET', '/'))).to.equal(true);
    expect(core.isRestError(new second.RestError('code', 'Text.'))).to.equal(true);
    for (const value of [null, undefined, 'text', {}, { data: 1, status: 200, headers: {} }, () => undefined]) {
      expect([core.isRestResponse(value), core.isRestRequest(value)]).to.deep.equal([false, false]);
    }
    expect(core.isRestResponse(new core.RestRequest('GET', '/'))).to.equal(false);
    expect(core.isRestRequest(new core.RestResponse())).to.equal(false);
  });

  it('serves routes: their statuses, headers, links and pages reach the client', async () => {
    const base = 'http://example.org/list';
    const pagination = { total: 5, totalPages: 5, page: 1, base };
    const plugin = core.definePlugin({
      name: 'other',
      version: '1.0.0',
      description: 'Answers with the classes of another copy.',
      setup({ hooks }) {
        hooks.action('rest_api_init').tap('other', (server) => {
          const route = (path: string, callback: () => unknown) =>
            server.registerRoute('other/v1', path, { callback, permission_callback: () => true });
          route('/made', () => {
            const response = new second.RestResponse({ made: true }, 201, { 'X-Other': 'yes' });
            return Object.assign(response.addLink('about', 'http://example.org/'), { pagination });
          });
          route('/error', () => {
            throw new second.RestError('not_here', 'Not here.', { status: 410 });
          });
        });
      },
    });
    const host = await testHost({ plugins: [plugin, 'pagination'] });
    try {
      const { server } = host.generation;
      const made = await server.dispatch(new second.RestRequest('GET', '/other/v1/made'));
      expect([made.status, made.data]).to.deep.equal([201, { made: true }]);
      expect(made.headers).to.include({ 'X-Other': 'yes', 'X-CMS-Total': '5' });
      expect(made.links.get('about')).to.have.lengthOf(1);
      const gone = await server.dispatch('/other/v1/error');
      expect([gone.status, (gone.data as { code: string }).code]).to.deep.equal([410, 'not_here']);
    } finally {
      await host.close();
    }
  });
});
