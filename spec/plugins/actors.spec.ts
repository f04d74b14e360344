import { expect } from 'chai';
import { type Capability, definePlugin, RequestContext, RestRequest, serviceToken } from '../../core/index.ts';
import { page, request, runCommand, type TestHost, testHost } from '../../host/testing/index.ts';
import { type Actor, Actors } from '../../plugins/actors/index.ts';
import type { Jobs } from '../../plugins/jobs/index.ts';
import type { Options } from '../../plugins/options/index.ts';
import { BrowserSessions } from '../../plugins/sessions/index.ts';

describe('who acts', () => {
  let host: TestHost;
  let seen: Map<string, Actor>;

  /** Notes who has changed an option, and changes options in every way that there is. */
  const asking = definePlugin({
    name: 'asking',
    version: '1.0.0',
    description: 'Asks who changes options.',
    requires: { actors: '^0.1.0', jobs: '^0.1.0', options: '^0.1.0', sessions: '^0.1.0' },
    capabilities: ['authentication', 'database', 'options:write', 'pages', 'users:read'],
    setup({ hooks, use, command }) {
      const [actors, options, jobs] = [use(Actors), use(serviceToken('options')), use(serviceToken('jobs'))];
      const set = (name: string) => options.set(name, 'x');
      hooks.action('added_option').tapPromise('asking', async (name) => {
        seen.set(name, await actors.current());
      });
      hooks.filter('determine_current_user').tap('asking', (user, request) => {
        return request.getHeader('X-Key') === 'of 1' ? 1 : user;
      });
      hooks.action('rest_api_init').tap('asking', (server) => {
        server.registerRoute('asking/v1', '/set', {
          methods: 'POST',
          allow_batch: { v1: true },
          permission_callback: () => true,
          callback: async (request) => {
            await new Promise(setImmediate);
            await set(String(request.getParam('name')));
            return {};
          },
        });
      });
      hooks.action('http_routes').tap('asking', (router) => {
        router.post('/set', async (http) => {
          await set(String(http.query.name));
          http.body = 'done';
        });
        router.post('/sign-in', async (http) => {
          await use(BrowserSessions).begin(http, 1, true);
          http.body = 'done';
        });
      });
      jobs.handle('set', async ({ args }) => set(String(args)));
      command({ name: 'asking set', summary: 'Sets an option.', run: () => set('by_command') });
    },
  });

  before(async () => {
    seen = new Map();
    host = await testHost({ plugins: [asking, 'jobs', 'sessions', 'batch'] });
  });
  after(() => host.close());

  const by = (name: string) => seen.get(name);
  const nobody = { kind: 'nobody', userId: 0, name: '', address: undefined };
  const [ANN, BEN] = ['203.0.113.7', '198.51.100.9'];
  const set = (name: string) => `/asking/v1/set?name=${name}`;
  const KEY = { 'X-Key': 'of 1' };

  it('is the user of a request, in hooks of what a store changes for it', async () => {
    const { id } = host.users.editor;
    await request(host, 'POST', set('a'), { as: 'editor', ip: ANN });
    expect(by('a')).to.eql({ kind: 'user', userId: id, name: 'editor', address: ANN });
    await page(host, `/cms-json${set('b')}`, { method: 'POST', headers: KEY, ip: BEN });
    expect(by('b')).to.eql({ kind: 'user', userId: 1, name: 'subscriber', address: BEN });
  });

  it('is nobody with an address for a request of a visitor', async () => {
    await request(host, 'POST', set('c'), { ip: ANN });
    await page(host, `/cms-json${set('d')}`, { method: 'POST', ip: BEN });
    await page(host, '/set?name=e', { method: 'POST', ip: BEN });
    await page(host, `/cms-json${set('f')}`, { method: 'POST', headers: { Cookie: 'a=b' }, ip: BEN });
    expect(by('c')).to.eql({ ...nobody, address: ANN });
    for (const name of ['d', 'e', 'f']) expect(by(name), name).to.eql({ ...nobody, address: BEN });
  });

  it('is the user of a page by the cookie, and nobody once that is over', async () => {
    const signedIn = await page(host, '/sign-in', { method: 'POST' });
    const [cookie = ''] = signedIn.headers.getSetCookie().map((one) => one.split(';', 1)[0]);
    await page(host, '/set?name=g', { method: 'POST', headers: { Cookie: cookie }, ip: ANN });
    expect(by('g')).to.eql({ kind: 'user', userId: 1, name: 'subscriber', address: ANN });
    host.clock.advance(400 * 86_400_000);
    await page(host, '/set?name=h', { method: 'POST', headers: { Cookie: cookie }, ip: ANN });
    expect(by('h')).to.eql({ ...nobody, address: ANN });
  });

  it('is each for its own of requests at once, and of what they dispatch', async () => {
    const roles = ['editor', 'author', 'contributor'] as const;
    const names = Array.from({ length: 12 }, (_, at) => `at_once_${at}`);
    const ask = (name: string, at: number) =>
      request(host, 'POST', '/batch/v1', {
        as: roles[at % 3]!,
        json: { requests: [{ method: 'POST', path: set(name) }] },
      });
    await Promise.all(names.map(ask));
    expect(names.map((name) => by(name)?.name)).to.eql(names.map((_, at) => roles[at % 3]));
  });

  it('is a command, a job, the user of a dispatched request, and nobody for the host by itself', async () => {
    await runCommand(host, 'asking set');
    expect(by('by_command')).to.eql({ ...nobody, kind: 'command', name: 'asking set' });
    const [jobs, options] = (['jobs', 'options'] as const).map((name) =>
      host.generation.services.find(serviceToken(name)),
    ) as [Jobs, Options];
    const scheduling = () => jobs.schedule({ name: 'set', args: 'i' });
    const { id } = host.users.author;
    const context = new RequestContext({ user: host.users.author });
    await host.generation.services.find(Actors)!.run({ context }, scheduling);
    await host.runDueJobs();
    expect(by('i')).to.eql({ ...nobody, kind: 'job', name: 'set' });
    await host.dispatch(new RestRequest('POST', '/asking/v1/set', { query: { name: 'j' }, context }));
    expect(by('j')).to.eql({ ...nobody, kind: 'user', userId: id, name: 'author' });
    await options.set('k', 'x');
    expect(by('k')).to.eql(nobody);
  });

  it('is told to plugins that may read users, and set by those that authenticate', async () => {
    const using = async (work: (actors: Actors) => unknown, capabilities: readonly Capability[]) => {
      let refusal: unknown;
      const user = definePlugin({
        name: 'using',
        version: '1.0.0',
        description: 'Uses the service.',
        requires: { actors: '^0.1.0' },
        capabilities,
        async setup({ use }) {
          try {
            await work(use(Actors));
          } catch (error) {
            refusal = (error as Error).message;
          }
        },
      });
      await (await testHost([user])).close();
      return refusal;
    };
    const forge = (actors: Actors) => actors.run({ job: 'forged' }, () => undefined);
    expect(await using((actors) => actors.current(), ['users:read'])).to.equal(undefined);
    expect(await using(forge, ['authentication'])).to.equal(undefined);
    expect(await using(forge, ['users:read'])).to.include("add capabilities: ['users:read', 'authentication']");
    expect(await using((actors) => actors.current(), [])).to.include("add capabilities: ['users:read']");
  });
});
