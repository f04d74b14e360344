import { once } from 'node:events';
import { request as ask, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { createHost, type Host, type HostSettings } from '../../../host/index.ts';
import { type OtherSite, startOtherSite } from '../../support/other-site.ts';

/** What the upstream's index lists. */
const INDEX = {
  namespaces: ['cms/v2', 'shop/v1'],
  routes: {
    '/cms/v2/posts': { namespace: 'cms/v2', methods: ['GET'], endpoints: ['of PHP'] },
    '/cms/v2/books': { namespace: 'cms/v2', methods: ['GET'], endpoints: [] },
    '/shop/v1': { namespace: 'shop/v1', methods: ['GET'], endpoints: [] },
    '/shop/v1/carts': { namespace: 'shop/v1', methods: ['GET', 'POST'], endpoints: [] },
  },
};

/** What a request was like when it arrived. */
interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = request;
  const body = await text(request);
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ method, url, headers, body }));
}

/** What the upstream does with a path; it tells what arrived for all others. */
const behaviours = new Map<string, RequestListener>();

const listener: RequestListener = (request, response) => {
  if (request.url === '/index.php?rest_route=/') response.end(JSON.stringify(INDEX));
  else if (behaviours.has(request.url!)) behaviours.get(request.url!)!(request, response);
  else void echo(request, response);
};

const ONLY = ['upstream', 'rest-index', 'cors', 'health', 'posts', 'response-cache'];

/** A listening host whose requests are passed on. */
async function beside(upstream: string, options: object = {}): Promise<{ host: Host; url: string }> {
  const settings: HostSettings = { database: 'sqlite::memory:', logLevel: 'silent', plugins: { only: ONLY }, upstream };
  const host = await createHost({ ...settings, options: { upstream: options, database: { searchIndex: false } } });
  return { host, url: await host.listen(0, '127.0.0.1') };
}

describe('upstream', () => {
  let php: OtherSite;
  let host: Host;
  let url: string;

  before(async () => {
    php = await startOtherSite(listener);
    ({ host, url } = await beside(php.url));
  });
  after(async () => {
    await host.close();
    await php.close();
  });

  const send = (path: string, init: RequestInit = {}) => fetch(`${url}${path}`, { redirect: 'manual', ...init });
  const arrived = async (path: string, init: RequestInit = {}): Promise<Arrived> =>
    (await (await send(path, init)).json()) as Arrived;

  it('is off without an address', async () => {
    const alone = await createHost({
      database: 'sqlite::memory:',
      logLevel: 'silent',
      plugins: { only: ['upstream'] },
    });
    const answer = await fetch(`${await alone.listen(0, '127.0.0.1')}/cms-json/shop/v1/carts`);
    expect(answer.status).to.equal(404);
    await alone.close();
  });

  describe('passes on', () => {
    it('a route of a namespace that only the upstream has, with method, query, body and credentials', async () => {
      const request = await arrived('/cms-json/shop/v1/carts?a=1&b[]=%20x', {
        method: 'POST',
        headers: {
          Cookie: 'one=1; two=2',
          Authorization: 'Basic eDp5',
          'X-CMS-Nonce': 'abc',
          'Content-Type': 'text/x',
        },
        body: 'the body',
      });
      expect(request.method).to.equal('POST');
      expect(request.url).to.equal('/cms-json/shop/v1/carts?a=1&b[]=%20x');
      expect(request.body).to.equal('the body');
      expect(request.headers).to.include({
        cookie: 'one=1; two=2',
        authorization: 'Basic eDp5',
        'x-cms-nonce': 'abc',
        'content-type': 'text/x',
        'content-length': '8',
        host: new URL(url).host,
      });
    });

    it('a route that it has in a namespace which is here too', async () => {
      expect((await arrived('/cms-json/cms/v2/books/5')).url).to.equal('/cms-json/cms/v2/books/5');
    });

    it('a route that is asked for by rest_route, and the index of a namespace', async () => {
      for (const target of ['/?rest_route=/shop/v1/carts', '/?a=b&rest%5froute=%2Fshop/v1/carts'])
        expect((await arrived(target)).url).to.equal(target);
      expect((await arrived('/cms-json/shop/v1')).url).to.equal('/cms-json/shop/v1');
    });

    it('OPTIONS, so that scripts of other origins are answered as by the upstream', async () => {
      expect((await arrived('/cms-json/shop/v1/carts', { method: 'OPTIONS' })).method).to.equal('OPTIONS');
    });

    it('who asked and for which host, in place of what the client says of it, and no header of one connection', async () => {
      const forged = {
        'X-Forwarded-For': '9.9.9.9',
        'X-Real-IP': '9.9.9.9',
        Forwarded: 'for=9.9.9.9',
        'X-Forwarded-Port': '1',
      };
      const { headers } = await wireTo('/cms-json/shop/v1/x', {
        ...forged,
        Proxy: 'http://evil.example',
        TE: 'trailers',
        'Proxy-Authorization': 'Basic x',
        Connection: 'X-Hop',
        'X-Hop': 'mine',
        Host: 'public.example',
      });
      expect(headers).to.include({
        host: 'public.example',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-host': 'public.example',
        'x-forwarded-proto': 'http',
        'x-real-ip': '127.0.0.1',
      });
      expect(headers).to.not.have.any.keys(
        'forwarded',
        'x-forwarded-port',
        'proxy',
        'te',
        'proxy-authorization',
        'x-hop',
      );
    });

    it('nothing of a route that is here, nor of a namespace that nobody has', async () => {
      const asked = php.asked.length;
      expect(await (await send('/cms-json/cms/v2/posts')).json()).to.eql([]);
      expect((await send('/cms-json/other/v1/x')).status).to.equal(404);
      expect((await send('/some/page')).status).to.equal(404);
      expect(php.asked.slice(asked)).to.eql([]);
    });

    async function wireTo(path: string, headers: Record<string, string>): Promise<Arrived> {
      const request = ask(`${url}${path}`, { headers, agent: false });
      request.end();
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      return JSON.parse(await text(response)) as Arrived;
    }
  });

  describe('an answer', () => {
    it('comes with its status, each of its headers, and a redirect that is not followed', async () => {
      behaviours.set('/cms-json/shop/v1/away', (_request, response) => {
        response.writeHead(302, [
          ['Location', 'http://elsewhere.example/'],
          ['Set-Cookie', 'a=1'],
          ['Set-Cookie', 'b=2'],
          ['Access-Control-Allow-Origin', 'https://front.example'],
          ['X-WP-Total', '7'],
          ['Connection', 'close, X-Hop'],
          ['X-Hop', 'one'],
        ] as never);
        response.end('moved');
      });
      const answer = await send('/cms-json/shop/v1/away');
      expect(answer.status).to.equal(302);
      expect(answer.headers.getSetCookie()).to.eql(['a=1', 'b=2']);
      expect(answer.headers.get('location')).to.equal('http://elsewhere.example/');
      expect(answer.headers.get('access-control-allow-origin')).to.equal('https://front.example');
      expect(answer.headers.get('x-wp-total')).to.equal('7');
      expect(answer.headers.get('x-hop')).to.equal(null);
      expect(await answer.text()).to.equal('moved');
    });

    it('without a body has none: HEAD, 204 and 304', async () => {
      behaviours.set('/cms-json/shop/v1/empty', (request, response) => {
        response.writeHead(request.headers['if-none-match'] === undefined ? 204 : 304, { ETag: '"x"' }).end();
      });
      behaviours.set('/cms-json/shop/v1/head', (_request, response) =>
        response.writeHead(200, { 'Content-Length': 5 }).end(),
      );
      const head = await send('/cms-json/shop/v1/head', { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length'), await head.text()]).to.eql([200, '5', '']);
      expect((await send('/cms-json/shop/v1/empty')).status).to.equal(204);
      const unchanged = await send('/cms-json/shop/v1/empty', { headers: { 'If-None-Match': '"x"' } });
      expect([unchanged.status, unchanged.headers.get('etag')]).to.eql([304, '"x"']);
    });

    it('is handed on as it comes, and so is the body of the request', async () => {
      behaviours.set('/cms-json/shop/v1/stream', (request, response) => request.pipe(response));
      const request = ask(`${url}/cms-json/shop/v1/stream`, { method: 'POST', agent: false });
      request.write('first');
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      const [first] = (await once(response, 'data')) as [Buffer];
      expect(first.toString()).to.equal('first');
      request.end('second');
      expect(await text(response)).to.equal('second');
    });

    it('that comes before all of the body was read ends the request', async () => {
      behaviours.set('/cms-json/shop/v1/full', (request, response) => {
        response.writeHead(413, { 'Content-Length': 9 }).write('too large');
        request.resume().on('end', () => response.end());
      });
      const answer = await send('/cms-json/shop/v1/full', { method: 'POST', body: Buffer.alloc(8 * 2 ** 20) });
      expect([answer.status, await answer.text()]).to.eql([413, 'too large']);
    });

    it('that nobody waits for any more is given up', async () => {
      const started = new Promise<IncomingMessage>((resolve) => {
        behaviours.set('/cms-json/shop/v1/slow', (request) => resolve(request));
      });
      const request = ask(`${url}/cms-json/shop/v1/slow`, { agent: false });
      request.on('error', () => undefined);
      request.end();
      const passed = await started;
      request.destroy();
      passed.on('error', () => undefined);
      await new Promise((resolve) => passed.on('close', resolve));
      expect(passed.readableAborted).to.equal(true);
    });

    it('that breaks off breaks off', async () => {
      behaviours.set('/cms-json/shop/v1/broken', (_request, response) => {
        response.writeHead(200, { 'Content-Length': '100' });
        response.write('half', () => response.destroy());
      });
      const answer = await send('/cms-json/shop/v1/broken');
      expect(await answer.text().catch(() => 'broken off')).to.equal('broken off');
    });
  });

  describe('the index', () => {
    const indexAt = async (base: string, path: string) =>
      (await (await fetch(`${base}/cms-json${path}`)).json()) as {
        namespaces?: string[];
        routes: Record<string, { endpoints: unknown[] }>;
      };

    it('lists the namespaces and routes of both, and of a route that is here what is here', async () => {
      const { namespaces, routes } = await indexAt(url, '/');
      expect(namespaces!.filter((one) => one === 'cms/v2')).to.have.lengthOf(1);
      expect(namespaces).to.include('shop/v1');
      expect(routes).to.include.keys('/', '/cms/v2/posts', '/cms/v2/books', '/shop/v1/carts');
      expect(routes['/cms/v2/posts']!.endpoints).to.not.eql(['of PHP']);
    });

    it('of a namespace that both have lists the routes of both', async () => {
      const { routes } = await indexAt(url, '/cms/v2');
      expect(routes).to.include.keys('/cms/v2/posts', '/cms/v2/books').and.not.have.any.keys('/shop/v1/carts');
    });

    it('lists what is here alone where it is said so', async () => {
      const own = await beside(php.url, { index: false });
      expect((await indexAt(own.url, '/')).namespaces).to.not.include('shop/v1');
      await own.host.close();
    });

    it('is read anew for a namespace that it did not list a while ago', async () => {
      expect((await send('/cms-json/new/v1/x')).status).to.equal(404);
      INDEX.namespaces.push('new/v1');
      const { now } = performance;
      performance.now = () => now.call(performance) + 11_000;
      try {
        expect((await arrived('/cms-json/new/v1/x')).url).to.equal('/cms-json/new/v1/x');
      } finally {
        performance.now = now;
        INDEX.namespaces.pop();
      }
    });
  });

  describe('an upstream that cannot be had', () => {
    it('is 502, with the headers of the interface for scripts of other origins, and the index lists what is here', async () => {
      const gone = await startOtherSite(listener);
      await gone.close();
      const { host, url } = await beside(gone.url);
      const answer = await fetch(`${url}/cms-json/shop/v1/x`, { headers: { Origin: 'https://front.example' } });
      expect(answer.status).to.equal(502);
      expect(((await answer.json()) as { code: string }).code).to.equal('rest_upstream_unreachable');
      expect(answer.headers.get('access-control-allow-origin')).to.equal('https://front.example');
      expect((await fetch(`${url}/cms-json/`)).status).to.equal(200);
      expect((await fetch(`${url}/cms-json/shop/v1/x`, { method: 'HEAD' })).status).to.equal(502);
      await host.close();
    });

    it('is 504 when it is silent for too long', async () => {
      const silent = await startOtherSite(() => undefined);
      const { host, url } = await beside(silent.url, { namespaces: ['shop/v1'], timeout: 50 });
      const answer = await fetch(`${url}/cms-json/shop/v1/x`);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).to.eql([504, 'rest_upstream_timeout']);
      await host.close();
      await silent.close();
    });

    it('is 508 when it is the site itself', async () => {
      // The second host passes on to the first, and that one to the second.
      const to: { url?: string } = {};
      const relay = await startOtherSite((request, response) => {
        const onward = ask(`${to.url}${request.url}`, { headers: request.headers, agent: false }, (answer) => {
          response.writeHead(answer.statusCode!);
          answer.pipe(response);
        });
        onward.end();
      });
      const { host, url } = await beside(relay.url, { namespaces: ['shop/v1'] });
      to.url = url;
      const answer = await fetch(`${url}/cms-json/shop/v1/x`);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).to.eql([508, 'rest_upstream_loop']);
      expect((await fetch(`${url}/cms-json/`)).status).to.equal(200);
      await host.close();
      await relay.close();
    });
  });

  describe('by its options', () => {
    it('answers routes that are here too, with what lies below them', async () => {
      const { host, url } = await beside(php.url, { always: ['cms/v2/posts'], clientHost: false });
      const { url: path, headers } = (await (await fetch(`${url}/cms-json/cms/v2/posts/1`)).json()) as Arrived;
      expect(path).to.equal('/cms-json/cms/v2/posts/1');
      expect(headers.host).to.equal(php.host);
      await host.close();
    });

    it('answers the listed namespaces alone, and its index is not asked for', async () => {
      const asked = php.asked.length;
      const { host, url } = await beside(php.url, { namespaces: ['shop/v1'] });
      expect((await fetch(`${url}/cms-json/shop/v1/x`)).status).to.equal(200);
      expect((await fetch(`${url}/cms-json/cms/v2/books`)).status).to.equal(404);
      expect(php.asked.slice(asked)).to.eql(['/cms-json/shop/v1/x']);
      await host.close();
    });

    it('answers everything outside of the interface but the pages of operators', async () => {
      const { host, url } = await beside(php.url, { everything: true });
      for (const path of ['/', '/wp-admin/post.php?post=1', '/readyzz']) {
        expect(((await (await fetch(`${url}${path}`)).json()) as Arrived).url).to.equal(path);
      }
      expect(await (await fetch(`${url}/readyz`)).json()).to.eql({ status: 'ready' });
      expect(await (await fetch(`${url}/cms-json/cms/v2/posts`)).json()).to.eql([]);
      await host.close();
    });

    for (const [address, key] of [
      ['http://127.0.0.1:8081/blog', 'upstream'],
      ['ftp://127.0.0.1', 'upstream'],
    ]) {
      it(`refuses ${address} as an address`, async () => {
        const failed = await createHost({ upstream: address }).catch((error: Error) => error.message);
        expect(failed).to.include(`${key} must be the address of a server without a path`);
      });
    }
  });
});
