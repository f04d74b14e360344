import { readFile } from 'node:fs/promises';
import { createHost, definePlugin, type Host, type HostSettings, type RestRequest } from '../../host/index.ts';

/** The request as the route `/t/v1/echo` got it. */
async function seen(request: RestRequest): Promise<unknown> {
  const { files, body, bodyPath } = request;
  const texts = Object.entries(files).map(async ([name, file]) => [
    name,
    { name: file.name, type: file.type, text: await readFile(file.path, 'utf8') },
  ]);
  return {
    method: request.method,
    params: request.getParams(),
    files: Object.fromEntries(await Promise.all(texts)),
    bytes: body === undefined ? null : body.length,
    onDisk: bodyPath === undefined ? null : (await readFile(bodyPath)).length,
    http: { tls: request.context.http?.tls, serverName: request.context.http?.serverName },
  };
}

/** A plugin with a route that answers with its request, a slow route, and two pages. */
export const echo = definePlugin({
  name: 'echo',
  version: '1.0.0',
  description: 'Tells what it is asked.',
  setup({ hooks }) {
    hooks.action('rest_api_init').tap('echo', (server) => {
      const permission_callback = () => true;
      const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
      server.registerPattern('/', '', { callback: () => ({ root: true }), permission_callback });
      server.registerRoute('t/v1', '/echo', { methods, callback: seen, permission_callback });
      server.registerRoute('t/v1', '/name/(?<name>.+)', {
        callback: (request) => ({ name: request.getParam('name') }),
        permission_callback,
      });
      server.registerRoute('t/v1', '/word/(?<word>[^/]+)', {
        callback: (request) => ({ word: request.getParam('word') }),
        permission_callback,
      });
      server.registerRoute('t/v1', '/pair/(?<pair>[a-z]+/[a-z]+)', {
        callback: (request) => ({ pair: request.getParam('pair') }),
        permission_callback,
      });
      server.registerRoute('t/v1', '/slow', {
        callback: () => new Promise((resolve) => setTimeout(resolve, 300, { slow: true })),
        permission_callback,
      });
      server.registerRoute('t/v1', '/paths', {
        methods,
        callback: ({ files, bodyPath }) => [bodyPath, ...Object.values(files).map(({ path }) => path)].filter(Boolean),
        permission_callback,
      });
    });
    hooks.action('http_routes').tap('echo', (router) => {
      router.get('/page/:name', (context) => {
        context.body = `page ${context.params.name}`;
      });
      router.post('/page', (context) => {
        context.body = { body: context.request.body };
      });
    });
  },
});

/** Starts a host with only the echo plugin, which listens on a free port. */
export async function listening(options: HostSettings = {}): Promise<{ host: Host; url: string }> {
  const host = await createHost({ logLevel: 'silent', plugins: { only: [], folders: [echo] }, ...options });
  return { host, url: await host.listen(0, '127.0.0.1') };
}

/** Makes a request; returns the status, the headers and the JSON of the answer. */
export async function ask(url: string, init?: RequestInit) {
  const response = await fetch(url, init);
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: each spec knows the shape of its answer.
  let json: any;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, headers: response.headers, text, json };
}
