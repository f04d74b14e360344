import { expect } from 'chai';
import { buildTestGeneration } from '../../support/generation.ts';

describe('4.1 addressing', () => {
  describe('restUrl of a server', () => {
    const http = (tls: boolean, serverName: string) => ({
      tls,
      serverName,
      remoteAddress: '',
      cookie: () => undefined,
    });

    it('forces HTTPS only for the host of the home address', async () => {
      const { server } = await buildTestGeneration([], { site: { home: 'http://example.org' } });
      const urlFor = (serverName: string) => server.restUrl('/', { http: http(true, serverName) } as never);
      expect(urlFor('example.org')).to.equal('https://example.org/cms-json/');
      expect(urlFor('other.example')).to.equal('http://example.org/cms-json/');
    });

    it('forces HTTPS whatever scheme is asked for, but gives no relative URL a scheme', async () => {
      const { server } = await buildTestGeneration([], { site: { home: 'http://example.org', forceTlsAdmin: true } });
      const urlFor = (scheme: string, context: object) => server.restUrl('/', context as never, scheme);
      const [forced, elsewhere] = [http(true, 'example.org'), http(true, 'other.example')];
      for (const context of [{ http: forced }, { admin: true }]) {
        expect(urlFor('http', context)).to.equal('https://example.org/cms-json/');
        expect(urlFor('https', context)).to.equal('https://example.org/cms-json/');
        expect(urlFor('relative', context)).to.equal('/cms-json/');
      }
      expect(urlFor('http', { http: elsewhere })).to.equal('http://example.org/cms-json/');
      expect(urlFor('https', { http: elsewhere })).to.equal('https://example.org/cms-json/');
    });

    it('finds the request for a URL of its own, in every style of addresses', async () => {
      for (const permalinks of ['pretty', 'index', 'plain'] as const) {
        const { server } = await buildTestGeneration([], { site: { permalinks } });
        const url = `${server.restUrl('/ns/v1/items/5')}${permalinks === 'plain' ? '&' : '?'}a[]=1&b=x`;
        const request = server.requestFromUrl(url);
        if (request === false) throw new Error(`${url} is not recognised`);
        expect(request.route, permalinks).to.equal('/ns/v1/items/5');
        expect(request.paramsOf('query'), permalinks).to.deep.equal(
          Object.assign(Object.create(null), { a: ['1'], b: 'x' }),
        );
      }
    });

    it('does not accept a URL of another site', async () => {
      const { server } = await buildTestGeneration([]);
      expect(server.requestFromUrl('http://elsewhere.example/cms-json/ns/v1')).to.equal(false);
    });
  });
});
