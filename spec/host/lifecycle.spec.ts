import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'chai';
import { createHost, definePlugin } from '../../host/index.ts';
import { until } from '../support/until.ts';
import { ask, echo, listening } from './echo.ts';

/** A plugin that records when its generations are set up and disposed of. */
function counter() {
  const trail: string[] = [];
  let built = 0;
  let refusing = false;
  const plugin = definePlugin({
    name: 'counter',
    version: '1.0.0',
    description: 'Counts.',
    setup({ hooks }) {
      if (refusing) throw new Error('not now');
      const number = ++built;
      hooks.filter('rest_post_dispatch').tap('counter', (response) => response.header('X-Generation', String(number)));
      return () => void trail.push(`disposed ${number}`);
    },
  });
  return {
    plugin,
    trail,
    refuse: (value: boolean) => {
      refusing = value;
    },
  };
}

/** Requests paths at once over one connection, and closes it before any answer. */
async function hangUpOn(url: string, ...paths: string[]): Promise<void> {
  const { port, host } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`).join(''));
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  await once(socket, 'close');
}

const withCounter = (plugin: ReturnType<typeof counter>['plugin']) => ({
  plugins: { only: [], folders: [echo, plugin] },
});

describe('the life of a host', () => {
  it('closes when in-flight requests have ended', async () => {
    const { plugin, trail } = counter();
    const { host, url } = await listening(withCounter(plugin));
    const slow = ask(`${url}/cms-json/t/v1/slow`);
    await ask(`${url}/cms-json/`);
    const closing = host.close();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(trail).to.deep.equal([]);
    expect((await slow).json).to.deep.equal({ slow: true });
    await closing;
    expect(trail).to.deep.equal(['disposed 1']);
  });

  it('answers requests in their order after `prepare` has ended', async () => {
    const host = await createHost({ logLevel: 'silent', plugins: { only: [], folders: [echo] } });
    const trail: string[] = [];
    const answers: Promise<unknown>[] = [];
    await host.listen(0, '127.0.0.1', async (url) => {
      for (const name of ['first', 'second']) {
        answers.push(ask(`${url}/cms-json/`).then(() => trail.push(name)));
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
      trail.push('prepared');
    });
    await Promise.all(answers);
    await host.close();
    expect(trail[0]).to.equal('prepared');
    expect(trail.slice(1)).to.have.members(['first', 'second']);
  });

  it('answers no request, and closes, when `prepare` fails', async () => {
    const host = await createHost({ logLevel: 'silent', plugins: { only: [], folders: [echo] } });
    const failure = await host
      .listen(0, '127.0.0.1', () => Promise.reject(new Error('not ready')))
      .catch((error) => error);
    await host.close();
    expect(failure.message).to.equal('not ready');
  });

  it('accepts no new connection while it closes', async () => {
    const { host, url } = await listening();
    await host.close();
    const refused = await ask(`${url}/cms-json/`).then(
      () => 'answered',
      (error) => error.cause.code,
    );
    expect(refused).to.equal('ECONNREFUSED');
  });

  it('says at /readyz that it closes before its port does, and ends connections with their next answer', async () => {
    const { host, url } = await listening({ plugins: { only: ['health'], folders: [echo] }, shutdownDelay: 250 });
    expect((await ask(`${url}/readyz`)).headers.get('connection')).to.equal('keep-alive');
    const closing = host.close();
    const told = await ask(`${url}/readyz`);
    expect([told.status, told.json]).to.deep.equal([503, { status: 'closing' }]);
    expect(told.headers.get('connection')).to.equal('close');
    expect((await ask(`${url}/cms-json/`)).json).to.deep.equal({ root: true });
    const slow = ask(`${url}/cms-json/t/v1/slow`);
    await Promise.all([closing, host.close()]);
    expect((await slow).json).to.deep.equal({ slow: true });
    const refused = await ask(`${url}/readyz`).catch((error) => error.cause.code);
    expect(refused).to.equal('ECONNREFUSED');
  });

  it('cuts off requests that take longer than it waits for them, and logs how many', async () => {
    const lines: unknown[] = [];
    const skip = () => undefined;
    const log = { debug: skip, info: skip, error: skip, warn: (...line: unknown[]) => void lines.push(line) };
    const { host, url } = await listening({ shutdownTimeout: 20, log });
    const slow = ask(`${url}/cms-json/t/v1/slow`).catch((error) => error.cause.code);
    await ask(`${url}/cms-json/`);
    await host.close();
    expect(await slow).to.equal('UND_ERR_SOCKET');
    expect(lines).to.deep.equal([[{ requests: 1 }, 'requests were cut off after 20 ms']]);
  });

  it('swaps generations on reload, and lets the old one finish its requests', async () => {
    const { plugin, trail } = counter();
    const { host, url } = await listening(withCounter(plugin));
    const slow = ask(`${url}/cms-json/t/v1/slow`);
    await ask(`${url}/cms-json/`);
    await host.reload();
    expect((await ask(`${url}/cms-json/`)).headers.get('x-generation')).to.equal('2');
    expect(trail).to.deep.equal([]);
    expect((await slow).headers.get('x-generation')).to.equal('1');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(trail).to.deep.equal(['disposed 1']);
    expect(host.generation.server.restUrl('/')).to.equal(`${url}/cms-json/`);
    await host.close();
    expect(trail).to.deep.equal(['disposed 1', 'disposed 2']);
  });

  it('keeps the running generation when the next one cannot be built', async () => {
    const { plugin, trail, refuse } = counter();
    const { host, url } = await listening(withCounter(plugin));
    refuse(true);
    const failure = await host.reload().catch((error: Error) => error.message);
    expect(failure).to.include('not now');
    expect((await ask(`${url}/cms-json/`)).headers.get('x-generation')).to.equal('1');
    expect(trail).to.deep.equal([]);
    await host.close();
  });

  it('releases requests whose client has closed the connection, also pipelined ones', async () => {
    const { plugin, trail } = counter();
    const { host, url } = await listening(withCounter(plugin));
    await hangUpOn(url, '/cms-json/t/v1/slow', '/cms-json/', '/cms-json/t/v1/slow', '/cms-json/');
    await host.reload();
    await until(() => trail.length === 1);
    expect(trail).to.deep.equal(['disposed 1']);
    const start = performance.now();
    await host.close();
    expect(performance.now() - start).to.be.below(5000);
  });

  it('handles no request whose client has closed the connection before `prepare` has ended', async () => {
    const { plugin, trail } = counter();
    const asked: string[] = [];
    const listener = definePlugin({
      name: 'listener',
      version: '1.0.0',
      description: '',
      setup: ({ hooks }) =>
        hooks.filter('rest_serve_request').tap('listener', (request) => {
          asked.push(request.route);
          return request;
        }),
    });
    const host = await createHost({ logLevel: 'silent', plugins: { only: [], folders: [echo, plugin, listener] } });
    const url = await host.listen(0, '127.0.0.1', (address) => hangUpOn(address, '/cms-json/t/v1/echo', '/cms-json/'));
    await ask(`${url}/cms-json/t/v1/name/x`);
    expect(asked).to.deep.equal(['/t/v1/name/x']);
    await host.reload();
    await until(() => trail.length === 1);
    await host.close();
  });

  it('says in one line that a port is in use', async () => {
    const { host, url } = await listening();
    const other = await createHost({ logLevel: 'silent', plugins: { only: [] } });
    const port = Number(new URL(url).port);
    const failure = await other.listen(port).catch((error: Error) => error);
    expect(failure).to.include({ name: 'ConfigError' });
    expect((failure as Error).message).to.equal(
      `port ${port} of 127.0.0.1 is in use; stop what listens there, or choose another --port`,
    );
    await Promise.all([host.close(), other.close()]);
  });

  it('serves from the Node.js server of a program', async () => {
    const host = await createHost({
      logLevel: 'silent',
      url: 'http://example.org',
      plugins: { only: [], folders: [echo] },
    });
    const server = createServer(host.callback());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    expect((await ask(`http://127.0.0.1:${port}/cms-json/`)).json).to.deep.equal({ root: true });
    server.closeAllConnections();
    server.close();
    await host.close();
  });

  it('dispatches requests without HTTP, as a given user', async () => {
    const host = await createHost({
      logLevel: 'silent',
      plugins: {
        only: [],
        folders: [
          definePlugin({
            name: 'whoami',
            version: '1.0.0',
            description: '',
            setup: ({ hooks }) =>
              hooks.action('rest_api_init').tap('whoami', (server) => {
                server.registerRoute('t/v1', '/me', { callback: (request) => request.user.id });
              }),
          }),
        ],
      },
    });
    expect((await host.dispatch('/t/v1/me')).data).to.equal(0);
    expect((await host.dispatch('/t/v1/me', { user: { id: 7, can: () => true } })).data).to.equal(7);
    const unknown = await host.dispatch('/t/v1/me', { user: 99 }).catch((error: Error) => error.message);
    expect(unknown).to.equal('there is no user 99');
    await host.close();
  });
});
