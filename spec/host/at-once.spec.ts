import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { createHost, type Host, RequestContext, RestRequest } from '../../host/index.ts';

/** A third party's plugin with a route that answers a greeting. */
const HELLO = fileURLToPath(new URL('../bench/plugins/hello', import.meta.url));

describe('a request of which nothing has to be waited for', () => {
  let host: Host;
  before(async () => {
    host = await createHost({ database: 'sqlite::memory:', logLevel: 'silent', plugins: { folders: [HELLO] } });
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
