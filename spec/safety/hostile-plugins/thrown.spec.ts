import { expect } from 'chai';
import { silentLogger } from '../../../core/base/index.ts';
import { createHost, definePlugin, type Host } from '../../../host/index.ts';
import { until } from '../../support/until.ts';

const refuse = (): never => {
  throw new Error('it throws when it is read');
};

class Unreadable extends Error {
  override get message(): string {
    return refuse();
  }
  override toString(): string {
    return refuse();
  }
}

/** What a hostile plugin throws, by name. */
const THROWN: Readonly<Record<string, () => unknown>> = {
  proxy: () => new Proxy(new Error('hidden'), { get: refuse, getPrototypeOf: refuse, has: refuse, ownKeys: refuse }),
  unreadable: () => new Unreadable(),
  stack: () => Object.defineProperty(new Error('its stack'), 'stack', { get: refuse }),
  name: () => Object.assign(new Error('its name'), { name: { toString: refuse } }),
  inherited: () =>
    Object.create(new Proxy({}, { get: refuse, getPrototypeOf: refuse, getOwnPropertyDescriptor: refuse })),
  object: () => ({
    toString: refuse,
    toJSON: refuse,
    get message() {
      return refuse();
    },
  }),
  cause: () => new Error('its cause', { cause: new Proxy({}, { get: refuse, ownKeys: refuse }) }),
  text: () => 'ü'.repeat(15_000_000),
  'long error': () => new Error('x'.repeat(30_000_000)),
  nothing: () => undefined,
  null: () => null,
  symbol: () => Symbol('hostile'),
  function: () => refuse,
  'a bigint': () => 1n,
};

const names = Object.keys(THROWN);

const toss = (name: unknown): never => {
  throw THROWN[String(name)]?.();
};

/** Throws whatever the request asks for, wherever it asks for it. */
const thrower = definePlugin({
  name: 'thrower',
  version: '1.0.0',
  description: 'Throws.',
  setup({ hooks }) {
    hooks.action('rest_api_init').tap('thrower', (server) => {
      const asks = (place: string) => (request: { getParam(name: string): unknown }) => {
        if (request.getParam('place') === place) toss(request.getParam('what'));
        return { made: true };
      };
      server.registerRoute('thrower/v1', '/throw', {
        callback: asks('callback'),
        permission_callback: (request) => asks('permission')(request) !== undefined,
      });
    });
    hooks.filter('rest_post_dispatch').tap('tap', (_response, _server, request) => {
      if (request.getParam('place') === 'tap') toss(request.getParam('what'));
    });
    hooks.filter('rest_pre_serve_request').tapPromise('promise', async (_served, _response, _server, request) => {
      const asked = request as unknown as { getParam?(name: string): unknown };
      if (asked.getParam?.('place') === 'promise') toss(asked.getParam('what'));
    });
  },
});

describe('what a hostile plugin throws', () => {
  let host: Host;
  let url: string;
  const lines: { details: object; message: string }[] = [];
  before(async () => {
    const write = (details: object | string, message = '') => void lines.push({ details: Object(details), message });
    host = await createHost({
      log: { debug: () => undefined, info: write, warn: write, error: write },
      database: 'sqlite::memory:',
      plugins: { only: ['allow-header', 'health', 'metrics', 'rest-index'], folders: [thrower], quarantine: false },
    });
    url = await host.listen(0, '127.0.0.1');
  });
  after(() => host.close());
  beforeEach(() => void lines.splice(0));

  const ask = (place: string, what: string) =>
    fetch(`${url}/cms-json/thrower/v1/throw?place=${place}&what=${encodeURIComponent(what)}`);

  for (const place of ['callback', 'permission', 'tap']) {
    it(`in a ${place} is answered for, told of in at most 2 KB, and counts against its plugin`, async () => {
      for (const name of names) {
        lines.splice(0);
        const answer = await ask(place, name);
        expect(answer.status, name).to.equal(place === 'tap' ? 200 : 500);
        const told = lines.filter(({ message }) => message.includes('plugin "thrower" failed'));
        expect(told, name).to.have.length.greaterThan(0);
        for (const { details, message } of lines) {
          const { err } = details as { err: Error };
          expect(err, name).to.be.an.instanceOf(Error);
          expect(Buffer.byteLength(`${err.name}${err.message}${err.stack}`), name).to.be.at.most(2048);
          expect(() => JSON.stringify({ ...details, err: { ...err, message: err.message } }), name).not.to.throw();
          expect(message, name).to.include('thrower');
        }
      }
      const blamed = new Set(host.generation.failures.map(({ plugin }) => plugin));
      expect([...blamed]).to.deep.equal(['thrower']);
    });
  }

  it('leaves health and metrics as they are', async () => {
    for (const name of names) await ask('tap', name);
    const health = await fetch(`${url}/healthz`);
    expect(health.status).to.equal(200);
    const { status, plugin_failures } = (await health.json()) as { status: string; plugin_failures: object[] };
    expect(status).to.equal('ok');
    expect(JSON.stringify(plugin_failures)).to.have.length.below(2048 * 3);
    const metrics = await fetch(`${url}/metrics`);
    expect(metrics.status).to.equal(200);
    expect(await metrics.text()).to.include('tappet_plugin_failures{plugin="thrower"');
  });

  it('quarantines the plugin whose permission check fails, and not the one that asks it', async () => {
    const failing = await createHost({
      log: silentLogger,
      database: 'sqlite::memory:',
      plugins: {
        only: ['activation', 'allow-header', 'rest-index'],
        folders: [new URL('./failing-check', import.meta.url).pathname],
        quarantine: { failures: 3, within: 60_000 },
      },
    });
    const running = () => failing.generation.plugins.map(({ definition }) => definition.name);
    for (let times = 0; times < 2; times++) await failing.generation.server.dispatchAndFilter('/failing-check/v1/a');
    await until(() => !running().includes('failing-check'));
    expect(running()).to.include('allow-header');
    await failing.close();
  });
});
