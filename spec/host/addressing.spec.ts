import { expect } from 'chai';
import type { Permalinks } from '../../core/site/index.ts';
import type { Host } from '../../host/index.ts';
import { ask, listening } from './echo.ts';

describe('4.1 addressing over HTTP', () => {
  let host: Host;
  let url: string;
  before(async () => {
    ({ host, url } = await listening());
  });
  after(() => host.close());

  const roots = ['/cms-json', '/cms-json/', '/index.php/cms-json', '/index.php/cms-json/', '/?rest_route=/'];
  for (const path of roots) {
    it(`serves the root at ${path}`, async () => {
      expect((await ask(url + path)).json).to.deep.equal({ root: true });
    });
  }

  const routes = [
    '/cms-json/t/v1/echo?a=1',
    '/cms-json/t/v1/echo/?a=1',
    '/cms-json/T/v1/ECHO?a=1',
    '/index.php/cms-json/t/v1/echo?a=1',
    '/?rest_route=/t/v1/echo&a=1',
    '/index.php?a=1&rest_route=/t/v1/echo/',
    '/any/page?rest_route=%2Ft%2Fv1%2Fecho&a=1',
    '/cms-json/elsewhere?rest_route=/t/v1/echo&a=1',
  ];
  for (const path of routes) {
    it(`serves a route at ${path}, which is not a parameter of it`, async () => {
      const { status, json } = await ask(url + path);
      expect(status).to.equal(200);
      expect(json.params).to.deep.equal({ a: '1' });
    });
  }

  it('is outside the interface where rest_route is empty', async () => {
    for (const path of ['/?rest_route=', '/cms-json/t/v1/echo?rest_route=', '/?rest_route[]=/t/v1/echo']) {
      const { status, headers } = await ask(url + path);
      expect(status, path).to.equal(404);
      expect(headers.get('content-type'), path).to.match(/^text\/plain/);
    }
  });

  it('is outside the interface for a prefix that only begins like it', async () => {
    expect((await ask(`${url}/cms-jsonx/t/v1/echo`)).json).to.equal(undefined);
  });

  it('decodes percent-encoding in the values of a path', async () => {
    expect((await ask(`${url}/cms-json/t/v1/name/a%2Fb%20%C3%A9`)).json).to.deep.equal({ name: 'a/b é' });
    expect((await ask(`${url}/cms-json/t/v1/word/a%20b`)).json).to.deep.equal({ word: 'a b' });
    expect((await ask(`${url}/cms-json/t/v1/pair/a%2Fb`)).json).to.deep.equal({ pair: 'a/b' });
  });

  it('matches routes by the path as it was sent, so that nothing encoded is a part of the address of a route', async () => {
    for (const path of [
      't/v1/%65cho',
      't%2Fv1/echo',
      't/v1%2Fecho',
      't/v1/echo%2F',
      't/v1/name%2Fx',
      't/v1/pair%2Fa/b',
      't/v1/%70air/a/b',
    ]) {
      expect((await ask(`${url}/cms-json/${path}`)).json?.code, path).to.equal('rest_no_route');
    }
    // What would fit no more once it is decoded stays as it was sent.
    expect((await ask(`${url}/cms-json/t/v1/word/a%2Fb`)).json).to.deep.equal({ word: 'a%2Fb' });
    for (const path of ['/%63ms-json/t/v1/echo', '/index.php/cms-json/t/v1/%65cho', '/?rest_route=/t/v1/%65cho']) {
      expect((await ask(url + path)).status, path).to.equal(200);
    }
  });

  it('answers HEAD with the headers of GET and no body', async () => {
    const { status, headers, text } = await ask(`${url}/cms-json/t/v1/echo`, { method: 'HEAD' });
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.equal('application/json; charset=UTF-8');
    expect(text).to.equal('');
  });

  it('serves the pages of plugins beside the interface, and 404 for the rest', async () => {
    expect((await ask(`${url}/page/one`)).text).to.equal('page one');
    const form = { method: 'POST', body: new URLSearchParams({ 'log[in]': 'x' }) };
    expect((await ask(`${url}/page`, form)).json).to.deep.equal({ body: { log: { in: 'x' } } });
    expect((await ask(`${url}/nowhere`)).status).to.equal(404);
  });

  it('builds addresses in every style from the address that it listens on', async () => {
    const expected: Record<Permalinks, string> = {
      pretty: '/cms-json/t/v1',
      index: '/index.php/cms-json/t/v1',
      plain: '/index.php?rest_route=/t/v1',
    };
    for (const permalinks of ['pretty', 'index', 'plain'] as const) {
      const other = await listening({ permalinks });
      expect(other.host.generation.server.restUrl('/t/v1')).to.equal(other.url + expected[permalinks]);
      await other.host.close();
    }
  });

  it('serves the site below the path of a configured address', async () => {
    const other = await listening({ url: 'https://example.org/blog/' });
    expect(other.host.generation.server.restUrl('/')).to.equal('https://example.org/blog/cms-json/');
    expect((await ask(`${other.url}/blog/cms-json/`)).json).to.deep.equal({ root: true });
    expect((await ask(`${other.url}/cms-json/`)).json).to.deep.equal({ root: true });
    await other.host.close();
  });

  it('spells the prefix by the brand', async () => {
    const other = await listening({ brand: 'wp' });
    expect((await ask(`${other.url}/wp-json/`)).json).to.deep.equal({ root: true });
    expect((await ask(`${other.url}/cms-json/`)).status).to.equal(404);
    await other.host.close();
  });

  it('trusts X-Forwarded headers only if the setting says so', async () => {
    const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'example.org' };
    expect((await ask(`${url}/cms-json/t/v1/echo`, { headers })).json.http).to.deep.equal({
      tls: false,
      serverName: '127.0.0.1',
    });
    const other = await listening({ trustProxy: true });
    expect((await ask(`${other.url}/cms-json/t/v1/echo`, { headers })).json.http).to.deep.equal({
      tls: true,
      serverName: 'example.org',
    });
    await other.host.close();
  });
});
