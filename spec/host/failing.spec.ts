import { expect } from 'chai';
import { definePlugin, type Host, type RestRequest, RestServer, type ServedResponse } from '../../host/index.ts';
import { ask, echo, listening } from './echo.ts';

/** A REST server that fails in different ways. */
class FailingServer extends RestServer {
  override serve(request: RestRequest): ReturnType<RestServer['serve']> {
    if (request.route === '/t/v1/at-once') throw new Error('secret');
    if (request.route === '/t/v1/later') return Promise.reject(new Error('secret'));
    if (request.route === '/t/v1/half-way') {
      const headers = { 'content-length': '99', 'X-Own': 'yes' };
      return Promise.resolve({ status: 200, headers, body: 'ten bytes.' } satisfies ServedResponse);
    }
    return super.serve(request);
  }
}

const failing = definePlugin({
  name: 'failing',
  version: '1.0.0',
  description: 'Fails as it is told.',
  setup({ hooks }) {
    hooks.filter('cms_rest_server_class').tap('failing', () => FailingServer);
    hooks.action('http_routes').tap('failing', (router) => {
      router.get('/broken', () => {
        throw new Error('secret');
      });
      router.get('/refused', () => {
        throw Object.assign(new Error('not for you'), { status: 403, expose: true });
      });
    });
  },
});

describe('a failure outside of hooks and routes', () => {
  let host: Host;
  let url: string;
  before(async () => {
    ({ host, url } = await listening({ plugins: { only: [], folders: [echo, failing] } }));
  });
  after(() => host.close());

  for (const path of ['/cms-json/t/v1/at-once', '/cms-json/t/v1/later', '/broken']) {
    it(`is a 500 without details: ${path}`, async () => {
      const { status, headers, text } = await ask(url + path);
      expect([status, text]).to.eql([500, 'The server failed to answer.\n']);
      expect(headers.get('content-type')).to.equal('text/plain; charset=utf-8');
      expect((await ask(`${url}/cms-json/`)).status).to.equal(200);
    });
  }

  it('is shown if a page throws an error that may be exposed', async () => {
    const { status, text } = await ask(`${url}/refused`);
    expect([status, text]).to.eql([403, 'not for you']);
  });

  it('is not caused by a Content-Length of a plugin, however it is spelled', async () => {
    const { headers, text } = await ask(`${url}/cms-json/t/v1/half-way`);
    expect(text).to.equal('ten bytes.');
    expect([headers.get('content-length'), headers.get('x-own')]).to.eql(['10', 'yes']);
  });
});
