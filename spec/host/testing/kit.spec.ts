import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { definePlugin, serviceToken } from 'tappet';
import {
  page,
  request,
  runCommand,
  type TestHost,
  type TestHostOptions,
  type TestPlugin,
  testHost,
} from 'tappet/testing';
import { capabilitiesOf, ROLE_NAMES } from '../../../host/testing/users.ts';
import { SiteClock } from '../../../plugins/options/index.ts';
import { DEFAULT_ROLES } from '../../../plugins/roles/index.ts';

const echo = definePlugin({
  name: 'echo',
  version: '1.0.0',
  description: 'Says what it heard.',
  setup({ hooks, log }) {
    hooks.action('rest_api_init').tap('echo', (server) => {
      server.registerRoute('echo/v1', '/heard', {
        methods: 'GET, POST',
        callback: (heard) => {
          log.info('heard');
          return { params: heard.getParams(), user: heard.user.id, header: heard.getHeader('x-sent') };
        },
        permission_callback: () => true,
      });
      server.registerRoute('echo/v1', '/edited', {
        callback: () => 'yes',
        permission_callback: ({ user }) => user.can('edit_others_posts'),
      });
    });
  },
});

describe('the test kit', () => {
  const hosts: TestHost[] = [];
  const make = async (given?: TestPlugin | TestPlugin[] | TestHostOptions) => {
    const host = await testHost(given);
    hosts.push(host);
    return host;
  };
  const namesOf = (host: TestHost) => host.generation.plugins.map(({ definition }) => definition.name);
  const refusal = async (work: Promise<unknown>): Promise<string> => {
    try {
      await work;
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error('it was accepted');
  };
  afterEach(async () => {
    for (const host of hosts.splice(0)) await host.close();
  });

  describe('testHost', () => {
    it('runs just the named plugins, and those that they require', async () => {
      expect(namesOf(await make())).to.deep.equal([]);
      expect(namesOf(await make(echo))).to.deep.equal(['echo']);
      expect(namesOf(await make([echo, 'roles']))).to.deep.equal(['database', 'echo', 'options', 'roles']);
    });

    it('accepts a folder as a path or a URL, and shares the core of the test', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'tappet-kit-'));
      try {
        mkdirSync(join(folder, 'refuser'));
        writeFileSync(
          join(folder, 'refuser/index.ts'),
          `import { definePlugin, RestError, serviceToken } from 'tappet';
           export default definePlugin({ name: 'refuser', version: '1.0.0', description: '', setup(host) {
             host.provide(serviceToken('error'), RestError as unknown);
           } });`,
        );
        const core = await import('tappet');
        for (const given of [join(folder, 'refuser'), pathToFileURL(join(folder, 'refuser'))]) {
          const host = await make(given);
          expect(namesOf(host)).to.deep.equal(['refuser']);
          expect(host.generation.services.find(serviceToken('error'))).to.equal(core.RestError);
        }
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    it('refuses a name that no plugin has, with the nearest one', async () => {
      expect(await refusal(make('role'))).to.include('did you mean "roles"?');
    });

    it('is up in 20 ms with one plugin', async () => {
      const times: number[] = [];
      for (let run = 0; run < 15; run++) {
        const start = performance.now();
        await make(echo);
        times.push(performance.now() - start);
      }
      expect(Math.min(...times)).to.be.below(20);
    });

    it('records the log', async () => {
      const host = await make(echo);
      await request(host, 'GET', '/echo/v1/heard');
      expect(host.log).to.deep.include({ level: 'info', details: 'heard', message: undefined });
    });
  });

  describe('request', () => {
    it('comes from the address that is given', async () => {
      const seen: unknown[] = [];
      const looking = definePlugin({
        name: 'looking',
        version: '1.0.0',
        description: 'Looks where requests come from.',
        capabilities: ['requests', 'routes:*'],
        setup: ({ hooks }) =>
          hooks.filter('rest_pre_dispatch').tap('looking', (result, _server, { context }) => {
            seen.push(context.http?.remoteAddress);
            return result;
          }),
      });
      const host = await make([looking, echo]);
      await request(host, 'GET', '/echo/v1/heard', { ip: '203.0.113.7' });
      await request(host, 'GET', '/echo/v1/heard');
      expect(seen).to.deep.equal(['203.0.113.7', '127.0.0.1']);
    });

    it('sends query, headers, JSON and forms', async () => {
      const host = await make(echo);
      const got = await request(host, 'GET', '/echo/v1/heard?a=1&b[]=2', {
        query: { c: 3 },
        headers: { 'X-Sent': 'h' },
      });
      expect(got.status).to.equal(200);
      expect(got.json).to.deep.equal({ params: { a: '1', b: ['2'], c: 3 }, user: 0, header: 'h' });
      expect(got.headers['content-type']).to.match(/^application\/json/);
      expect(JSON.parse(got.body)).to.deep.equal(got.json);
      expect((await request(host, 'POST', '/echo/v1/heard', { json: { n: [1] } })).json.params).to.deep.equal({
        n: [1],
      });
      expect((await request(host, 'POST', '/echo/v1/heard', { form: { f: 'x' } })).json.params).to.deep.equal({
        f: 'x',
      });
      const broken = { body: '{', headers: { 'content-type': 'application/json' } };
      expect((await request(host, 'POST', '/echo/v1/heard', broken)).json.code).to.equal('rest_invalid_json');
    });

    it('makes the request as a role, with its capabilities', async () => {
      const host = await make(echo);
      const statuses = await Promise.all(
        ROLE_NAMES.map(async (as) => (await request(host, 'GET', '/echo/v1/edited', { as })).status),
      );
      expect(statuses).to.deep.equal([403, 403, 403, 200, 200]);
      expect((await request(host, 'GET', '/echo/v1/edited')).status).to.equal(401);
    });

    it('makes the request as a stored user if users are stored', async () => {
      const host = await make([echo, 'users']);
      const { id } = await host.fixtures.user({ roles: ['editor'] });
      expect((await request(host, 'GET', '/echo/v1/edited', { as: id })).status).to.equal(200);
      const me = await request(host, 'GET', '/cms/v2/users/me', { as: 'author', query: { context: 'edit' } });
      expect([me.json.id, me.json.roles]).to.deep.equal([host.users.author.id, ['author']]);
    });

    it('refuses an unknown role or user', async () => {
      const host = await make([echo, 'users']);
      expect(await refusal(request(host, 'GET', '/', { as: 'boss' as 'editor' }))).to.include(
        'there is no role "boss"',
      );
      expect(await refusal(request(host, 'GET', '/', { as: 999 }))).to.equal('there is no user 999');
    });
  });

  it('knows what a role may do as the plugin of roles does', () => {
    for (const role of ROLE_NAMES) {
      const real = Object.keys(DEFAULT_ROLES[role]!.capabilities).filter((name) => !name.startsWith('level_'));
      expect(capabilitiesOf(role).sort(), role).to.deep.equal(real.sort());
    }
  });

  describe('the clock', () => {
    it("is the site's, stands still, and can be moved", async () => {
      const host = await make({ plugins: ['options'], now: '2026-05-01T00:00:00Z' });
      const { now } = host.generation.services.get('spec', SiteClock);
      expect(now().toISOString()).to.equal('2026-05-01T00:00:00.000Z');
      host.clock.advance(90_000);
      expect(now().toISOString()).to.equal('2026-05-01T00:01:30.000Z');
      host.clock.set(new Date('2030-01-01T00:00:00Z'));
      expect(now().getTime()).to.equal(Date.UTC(2030, 0, 1));
      expect(() => host.clock.set('soon')).to.throw(TypeError, '"soon" is no date');
    });

    it('works without a plugin that provides the time', async () => {
      const { clock } = await make(echo);
      clock.advance(1000);
      expect(clock.now().toISOString()).to.equal('2026-01-01T12:00:01.000Z');
    });
  });

  describe('fixtures', () => {
    it('make content that the interface shows', async () => {
      const host = await make(['posts', 'terms', 'comments']);
      const term = await host.fixtures.term({ name: 'News' });
      const post = await host.fixtures.post({ title: 'Today', categories: [term.id] });
      const comment = await host.fixtures.comment({ post: post.id });
      const shown = (await request(host, 'GET', `/cms/v2/posts/${post.id}`)).json;
      expect([shown.title.rendered, shown.categories]).to.deep.equal(['Today', [term.id]]);
      expect((await request(host, 'GET', `/cms/v2/comments/${comment.id}`)).json.post).to.equal(post.id);
      expect((await host.fixtures.comment()).post).to.not.equal(post.id);
    });

    it('name a missing store', async () => {
      const host = await make(echo);
      expect(await refusal(host.fixtures.post())).to.include('no plugin of this host provides "post-store"');
    });
  });

  describe('hooks', () => {
    it('that are recorded give their calls, with or without taps', async () => {
      const host = await make({ plugins: ['posts'], record: ['rest_prepare_post', 'rest_requested_fields'] });
      const { id } = await host.fixtures.post();
      await request(host, 'GET', `/cms/v2/posts/${id}`);
      const [call, ...more] = host.hooks.fired('rest_prepare_post');
      expect(more).to.deep.equal([]);
      expect(call?.args[1].id).to.equal(id);
      expect(call?.result).to.equal(call?.args[0]);
      expect(host.hooks.fired('rest_requested_fields').map(({ result }) => result)).to.deep.include(null);
      host.hooks.clear();
      expect(host.hooks.fired('rest_prepare_post')).to.deep.equal([]);
    });

    it('keep their taps, which run as before', async () => {
      const signing = definePlugin({
        ...echo,
        capabilities: ['requests'],
        setup(host, options) {
          host.hooks.filter('rest_post_dispatch').tap('echo', (response) => response.header('X-Mine', 'yes'));
          return echo.setup(host, options);
        },
      });
      const host = await make({ plugins: [signing], record: ['rest_post_dispatch'] });
      expect((await request(host, 'GET', '/echo/v1/heard')).headers['x-mine']).to.equal('yes');
      expect(host.generation.hooks.get('rest_post_dispatch').taps).to.have.length(1);
      expect(host.hooks.fired('rest_post_dispatch')).to.have.length(1);
    });

    it('that are not recorded cannot be queried, and unknown ones have a nearest name', async () => {
      const host = await make(echo);
      expect(() => host.hooks.fired('rest_post_dispatch')).to.throw('is not recorded; call host.hooks.record(');
      expect(() => host.hooks.record('rest_post_dispach')).to.throw('did you mean "rest_post_dispatch"?');
    });
  });

  describe('page', () => {
    const pages = definePlugin({
      name: 'pages',
      version: '1.0.0',
      description: 'Answers pages.',
      capabilities: ['pages'],
      setup({ hooks }) {
        hooks.action('http_routes').tap('pages', (router) => {
          router.get('/where', (http) => {
            http.body = `${http.ip} ${http.get('x-sent')} ${http.query.a}`;
          });
          router.post('/sent', async (http) => {
            http.redirect('/where');
          });
        });
      },
    });

    it('asks for addresses outside the interface by HTTP, from an address, with headers, and follows no redirect', async () => {
      const host = await make(pages);
      const { status, text, headers } = await page(host, '/where?a=b', {
        ip: '203.0.113.7',
        headers: { 'x-sent': 'x' },
      });
      expect([status, text]).to.deep.equal([200, '203.0.113.7 x b']);
      expect(headers.get('content-type')).to.match(/^text\/plain/);
      expect((await page(host, '/where')).text).to.match(/^127\.0\.0\.1 {2}undefined$/);
      const sent = await page(host, '/sent', { form: { a: 'b' } });
      expect([sent.status, sent.headers.get('location')]).to.deep.equal([302, '/where']);
      expect((await page(host, '/none')).status).to.equal(404);
    });
  });

  describe('runCommand', () => {
    it('runs the command of a plugin and returns what it prints', async () => {
      const host = await make(['options']);
      expect(await runCommand(host, 'option get', { key: 'blogname' })).to.deep.equal(['Tappet']);
      expect(await refusal(runCommand(host, 'option get', { key: 'none' }))).to.include('none');
      expect(await refusal(runCommand(host, 'greet'))).to.match(
        /^no plugin gives a command "greet"; there are .*option get/,
      );
    });
  });

  describe('runDueJobs', () => {
    it('says that nobody does jobs where the plugin of jobs is not there', async () => {
      expect(await refusal((await make(echo)).runDueJobs())).to.include('name "jobs" among the plugins');
    });
  });
});
