import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { createHost, definePlugin, type Host, serviceToken } from '../../host/index.ts';
import { ask } from '../host/echo.ts';

describe('the health plugin', () => {
  let host: Host;
  let url: string;
  before(async () => {
    host = await createHost({ logLevel: 'silent', plugins: { only: ['health'] } });
    url = await host.listen(0, '127.0.0.1');
  });
  after(() => host.close());

  it('shows the generation, its start and the number of its plugins', async () => {
    const { status, headers, json } = await ask(`${url}/healthz`);
    expect(status).to.equal(200);
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(json).to.deep.include({ status: 'ok', generation: 1, plugins: 1, reload_error: null });
    expect(Date.now() - Date.parse(json.since)).to.be.within(0, 10_000);
    await host.reload();
    expect((await ask(`${url}/healthz`)).json.generation).to.equal(2);
  });

  it('shows clients on this machine why a reload failed, and clients behind a proxy only that it failed', async () => {
    await host.reload({ ...host.settings, plugins: { only: ['helth'] } }).catch(() => undefined);
    const near = (await ask(`${url}/healthz`)).json;
    expect(near.generation).to.equal(2);
    expect(near.reload_error.message).to.include('did you mean "health"?');
    const far = (await ask(`${url}/healthz`, { headers: { 'X-Forwarded-For': '203.0.113.9' } })).json;
    expect(Object.keys(far.reload_error)).to.deep.equal(['at']);
  });

  it('shows nobody why a reload failed where the site has a public address, unless it is told to', async () => {
    for (const local of [undefined, true]) {
      const options = { health: local === undefined ? {} : { local } };
      const open = await createHost({
        logLevel: 'silent',
        url: 'https://site.example',
        plugins: { only: ['health'] },
        options,
      });
      const address = await open.listen(0, '127.0.0.1');
      await open.reload({ ...open.settings, plugins: { only: ['helth'] } }).catch(() => undefined);
      const { reload_error } = (await ask(`${address}/healthz`)).json;
      expect(Object.keys(reload_error).includes('message')).to.equal(local === true);
      await open.close();
    }
  });

  it('is ready while it serves', async () => {
    const { status, json } = await ask(`${url}/readyz`);
    expect([status, json]).to.deep.equal([200, { status: 'ready' }]);
  });

  it('is not ready while the database fails, or does not answer in time', async () => {
    let acquire: () => Promise<never>;
    class Broken extends DummyDriver {
      override acquireConnection = () => acquire();
    }
    const db = new Kysely<object>({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => new Broken(),
        createIntrospector: (of) => new SqliteIntrospector(of),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
    });
    const broken = definePlugin({
      name: 'broken',
      version: '1.0.0',
      description: 'Provides a database that does not answer.',
      setup: ({ provide }) => provide(serviceToken<object>('database'), { db }),
    });
    const ill = await createHost({
      logLevel: 'silent',
      plugins: { only: ['health'], folders: [broken] },
      options: { health: { timeout: 50 } },
    });
    const address = await ill.listen(0, '127.0.0.1');
    for (const way of [() => Promise.reject(new Error('gone')), () => new Promise<never>(() => undefined)]) {
      acquire = way;
      const { status, json } = await ask(`${address}/readyz`);
      expect([status, json]).to.deep.equal([503, { status: 'no database' }]);
    }
    await ill.close();
  });

  it('is ready while the database answers', async () => {
    const well = await createHost({
      logLevel: 'silent',
      database: 'sqlite::memory:',
      plugins: { only: ['health', 'database'] },
    });
    const address = await well.listen(0, '127.0.0.1');
    expect((await ask(`${address}/readyz`)).json).to.deep.equal({ status: 'ready' });
    await well.close();
  });

  it('is not ready once the host closes, which a server of the user can report', async () => {
    const closing = await createHost({ logLevel: 'silent', plugins: { only: ['health'] } });
    const server = createServer(closing.callback());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect((await ask(`${address}/readyz`)).status).to.equal(200);
    await closing.close();
    const { status, json } = await ask(`${address}/readyz`);
    expect([status, json]).to.deep.equal([503, { status: 'closing' }]);
    expect((await ask(`${address}/healthz`)).status).to.equal(200);
    server.closeAllConnections();
    server.close();
  });
});
