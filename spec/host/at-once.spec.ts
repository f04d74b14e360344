import { expect } from 'chai';
import { createHost, definePlugin, type Host, RequestContext, RestRequest } from '../../host/index.ts';

const hello = definePlugin({
  name: 'hello',
  version: '1.0.0',
  description: 'Answers a greeting.',
  setup({ hooks }) {
    hooks.action('rest_api_init').tap('hello', (server) => {
      server.registerRoute('hello/v1', '/greeting', {
        callback: () => ({ hello: 'world' }),
        permission_callback: () => true,
      });
    });
  },
});

describe('a request of which nothing has to be waited for', () => {
  let host: Host;
  before(async () => {
    host = await createHost({ database: 'sqlite::memory:', logLevel: 'silent', plugins: { folders: [hello] } });
  });
  after(() => host.close());

  for (const [method, route] of [
    ['GET', '/hello/v1/greeting'],
    ['HEAD', '/hello/v1/greeting'],
    ['OPTIONS', '/hello/v1/greeting'],
    ['GET', '/'],
    ['GET', '/nowhere'],
  ] as const) {
    it(`is answered without a promise, with all first-party plugins: ${method} ${route}`, () => {
      const http = { tls: false, serverName: 'localhost', remoteAddress: '127.0.0.1', cookie: () => undefined };
      const served = host.generation.server.serve(
        new RestRequest(method, route, { context: new RequestContext({ http }) }),
      );
      expect(served).to.have.property('status', route === '/nowhere' ? 404 : 200);
    });
  }
});
