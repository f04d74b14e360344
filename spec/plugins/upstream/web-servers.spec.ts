import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { createHost, type Host } from '../../../host/index.ts';
import { describeUnless } from '../../support/chromium.ts';
import { freePort } from '../../support/free-port.ts';
import { type OtherSite, startOtherSite } from '../../support/other-site.ts';
import { until } from '../../support/until.ts';
import { CADDY, NGINX } from '../../support/wordpress/pieces.ts';

const PAGE = readFileSync(new URL('../../../docs/wordpress.md', import.meta.url), 'utf8');

/** What the page shows of a file. */
function shown(file: string): string {
  const found = [...PAGE.matchAll(/^```\w+\n(.*?)^```$/gms)].map(([, code]) => code!);
  return found.find((code) => code.startsWith(`# ${file}\n`))!;
}

/** Where the parts of the site are on this machine, for a configuration. */
interface Places {
  readonly folder: string;
  readonly port: number;
  /** The port of what leads to PHP alone. */
  readonly inner: number;
  readonly tappet: number;
  readonly php: string;
}

/** A text of the page with the ports of a spec. */
const placed = (shownText: string, { tappet, inner }: Places): string =>
  shownText.replaceAll('8080', String(tappet)).replaceAll('8081', String(inner));

/** nginx with what the page shows, or without the line that it adds to the server. */
async function startNginx(places: Places, isBeside: boolean): Promise<ChildProcess> {
  const { folder, port, php } = places;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder};`);
  const snippet = join(folder, 'snippet.conf');
  const file = join(folder, 'nginx.conf');
  await writeFile(snippet, placed(shown('/etc/nginx/snippets/tappet.conf'), places));
  await writeFile(
    file,
    `daemon off; worker_processes 1; pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'error.log')};
    events { worker_connections 64; }
    http {
      access_log off;
      ${temporary.join(' ')}
      ${placed(shown('/etc/nginx/conf.d/tappet.conf'), places)}
      server {
        listen 127.0.0.1:${port};
        ${isBeside ? `include ${snippet};` : ''}
        location / { proxy_pass ${php}; proxy_set_header Host $http_host; }
      }
    }`,
  );
  return spawn(NGINX!, ['-c', file, '-e', join(folder, 'error.log')], { stdio: 'ignore' });
}

/** Caddy with what the page shows, or without the line that it adds to the site. */
async function startCaddy(places: Places, isBeside: boolean): Promise<ChildProcess> {
  const { folder, port, php } = places;
  const all = placed(shown('/etc/caddy/Caddyfile'), places)
    .replace(/root \*.*\n.*\n.*file_server/, `reverse_proxy ${php}`)
    .replace('site.example {', `http://:${port} {\n  bind 127.0.0.1`);
  const file = join(folder, 'Caddyfile');
  const site = isBeside ? all : all.replace('  import tappet\n', '');
  await writeFile(file, `{\n  admin off\n  auto_https off\n}\n${site}`);
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return spawn(CADDY!, ['run', '--adapter', 'caddyfile', '--config', file], { stdio: 'ignore', env });
}

describeUnless(NGINX === undefined ? 'nginx is not installed' : undefined, 'nginx as the page shows it', () =>
  facts(startNginx),
);
describeUnless(CADDY === undefined ? 'Caddy is not installed' : undefined, 'Caddy as the page shows it', () =>
  facts(startCaddy),
);

/** What PHP was asked. */
interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

function facts(start: (places: Places, isBeside: boolean) => Promise<ChildProcess>): void {
  let php: OtherSite;
  let host: Host;
  let places: Places;
  let server: ChildProcess;

  before(async () => {
    php = await startOtherSite(async (request, response) => {
      const { method, url, headers } = request;
      const index = { namespaces: ['shop/v1'], routes: {} };
      const isIndex = url === '/index.php?rest_route=/';
      response.end(JSON.stringify(isIndex ? index : { method, url, headers, body: await text(request) }));
    });
    const [port, inner] = [await freePort(), await freePort()];
    host = await createHost({
      database: 'sqlite::memory:',
      brand: 'wp',
      logLevel: 'silent',
      plugins: { only: ['upstream', 'rest-index', 'posts'] },
      upstream: `http://127.0.0.1:${inner}`,
      trustProxy: ['127.0.0.1'],
    });
    const tappet = Number(new URL(await host.listen(0, '127.0.0.1')).port);
    places = { folder: await mkdtemp(join(tmpdir(), 'tappet-spec-')), port, inner, tappet, php: php.url };
    server = await serving(true);
  });
  after(async () => {
    await stop(server);
    await host.close();
    await php.close();
    await rm(places.folder, { recursive: true });
  });

  async function serving(isBeside: boolean): Promise<ChildProcess> {
    const started = await start(places, isBeside);
    await until(() =>
      fetch(`http://127.0.0.1:${places.port}/up`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    return started;
  }

  async function stop(child: ChildProcess): Promise<void> {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
  }

  const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${places.port}${path}`, init);
  const asked = async (path: string, init?: RequestInit) => (await (await ask(path, init)).json()) as Asked;

  it('leads to Tappet for the interface, however it is addressed', async () => {
    const paths = [
      '/wp-json/wp/v2/posts',
      '/?rest_route=/wp/v2/posts',
      '/index.php?rest_route=/wp/v2/posts',
      '/index.php/wp-json/wp/v2/posts',
    ];
    for (const path of paths) expect(await (await ask(path)).json(), path).to.eql([]);
  });

  it('leads to PHP for all else, at once', async () => {
    for (const path of ['/', '/wp-admin/edit.php?post_type=page', '/wp-json-not', '/wp-login.php']) {
      const { url, headers } = await asked(path);
      expect(url).to.equal(path);
      expect(headers).to.not.have.property('cdn-loop');
    }
  });

  it('leads to PHP by way of Tappet for routes that PHP alone knows', async () => {
    const { method, url, headers, body } = await asked('/wp-json/shop/v1/carts?a=b%20c', {
      method: 'PUT',
      body: 'x'.repeat(100_000),
      headers: { 'X-WP-Nonce': 'abc', 'X-Forwarded-For': '9.9.9.9' },
    });
    expect([method, url, body.length]).to.eql(['PUT', '/wp-json/shop/v1/carts?a=b%20c', 100_000]);
    expect(headers).to.include({ 'x-wp-nonce': 'abc', host: `127.0.0.1:${places.port}` });
    expect(headers['cdn-loop']).to.equal('tappet');
    expect((await asked('/?rest_route=/shop/v1/carts')).headers['cdn-loop']).to.equal('tappet');
  });

  it('leads to PHP for everything again without that line', async () => {
    await stop(server);
    server = await serving(false);
    for (const path of ['/wp-json/wp/v2/posts', '/?rest_route=/wp/v2/posts'])
      expect((await asked(path)).url).to.equal(path);
  });
}
