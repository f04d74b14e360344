import { request } from 'node:http';
import { expect } from 'chai';
import { deferred } from '../../../core/base/index.ts';
import { CacheRecorder } from '../../../core/cache/index.ts';
import { Credentials } from '../../../core/rest/index.ts';
import { definePlugin, type PluginDefinition, type PluginHost, RestError } from '../../../host/index.ts';
import { describeOnSqliteAndPostgres } from '../../support/on-databases.ts';
import { until } from '../../support/until.ts';
import { byHeader } from '../response-cache/by-header.ts';
import { API, CachedSite } from '../response-cache/cached-site.ts';

const LIST = `${API}/posts?_embed`;
const ROUTES = ['/cms/v2/users/', '/cms/v2/comments', '/cms/v2/categories', '/cms/v2/tags'];

/** A plugin of a spec, which does not say that it is cacheable. */
const plugin = (setup: (host: PluginHost) => void, more: Partial<PluginDefinition> = {}) =>
  definePlugin({ name: 'third-party', version: '1.0.0', description: 'Of a spec.', setup, ...more });

describeOnSqliteAndPostgres('what is embedded in the items of lists', (freshDatabase) => {
  let site: CachedSite;
  let post: number;
  let category: number;
  let author: number;
  /** The routes of requests that were answered on behalf of others. */
  let asked: string[] = [];
  const listener = definePlugin({
    name: 'listener',
    version: '1.0.0',
    description: 'Counts what is embedded.',
    cacheable: true,
    capabilities: ['authentication', 'routes:*'],
    setup({ hooks }) {
      hooks.filter('rest_request_after_callbacks').tap('listener', (result, _endpoint, { route }) => {
        if (ROUTES.some((one) => route.startsWith(one))) asked.push(route);
        return result;
      });
    },
  });

  const open = async (...plugins: PluginDefinition[]) => {
    asked = [];
    site = await CachedSite.start({
      database: await freshDatabase({ again: true }),
      plugins: { folders: [listener, ...plugins], disabled: ['response-cache'] },
    });
    author = (await site.users.create({ login: 'writer', email: 'writer@example.org', roles: ['author'] })).id;
    category = (await site.terms.create('category', 'News')).id;
    for (const title of ['One', 'Two – “é”']) {
      const made = { title, content: 'Text', status: 'publish', author, categories: [category] };
      post = (await site.posts.insert(made)).id;
    }
  };
  afterEach(() => site.close());

  /** What a list answers; with whether anything was asked for it. */
  const list = async (path = LIST, headers: Record<string, string> = {}) => {
    asked = [];
    const answer = await site.get(path, headers);
    return { answer, isKept: asked.length === 0 };
  };
  const keep = async (path = LIST, headers: Record<string, string> = {}) => {
    for (let time = 0; time < 15; time++) if ((await list(path, headers)).isKept) return true;
    return false;
  };
  /** Waits until a list is kept: what the site has written itself is told by PostgreSQL too, on a busy machine after a while. */
  const untilKept = (path = LIST, headers: Record<string, string> = {}) => until(() => keep(path, headers));
  /** A request with a length, of which nothing is kept, shows what would be made anew. */
  const expectFresh = async (path = LIST) => {
    const { answer } = await list(path);
    expect(answer).to.deep.equal(await site.fresh(path));
    return answer.body;
  };

  it('is given again, byte for byte, without asking for it', async () => {
    await open();
    for (const path of [LIST, `${LIST}=author`, `${LIST}&per_page=1`, `${LIST}&_envelope`, `${LIST}&_pretty`]) {
      await untilKept(path);
      expect(await expectFresh(path), path).to.include('_embedded');
    }
    expect((await list()).isKept, 'each in its own way').to.equal(true);
  });

  it('is made anew once anything has been written that it was made of', async () => {
    await open();
    const writes = [
      () => site.terms.update(category, 'category', { name: 'Renamed' }),
      () => site.users.update(author, { displayName: 'Renamed' }),
      () => site.posts.update(post, { title: 'Changed' }),
      () => site.posts.insert({ title: 'Three', status: 'publish' }),
      () => site.options.set('permalink_structure', '/archive/%postname%/'),
      () => site.comments.insert({ post, content: 'A reply' }),
    ];
    for (const [at, write] of writes.entries()) {
      await untilKept();
      const before = await expectFresh();
      await write();
      expect(await expectFresh(), `after write ${at}`).not.to.equal(before);
    }
  });

  it('is given to nobody who is signed in', async () => {
    await open(byHeader);
    await untilKept();
    expect((await list(LIST, { 'X-Spec-User': String(author) })).isKept).to.equal(false);
    await untilKept();
  });

  it('is not given to who sends a cookie or another header that it depends on', async () => {
    const reads = ({ hooks, use }: PluginHost) => {
      const credentials = use(Credentials);
      hooks.filter('rest_prepare_user').tap('third-party', (response, _user, { context }) => {
        (response.data as { name: string }).name = `by ${credentials.http(context)?.cookie('spec-name')}`;
      });
    };
    await open(byHeader, plugin(reads, { cacheable: true }));
    await untilKept();
    const { answer, isKept } = await list(LIST, { Cookie: 'spec-name=Ann' });
    expect(answer.body).to.include('by Ann');
    expect(isKept).to.equal(false);
    expect(await expectFresh()).to.include('by undefined');
    await untilKept();
    expect((await list(LIST, { 'X-Spec-User': '0' })).isKept).to.equal(false);
    await untilKept(LIST, { 'X-Spec-User': '0' });
  });

  it('is made anew each time where a plugin has a part in it that does not say that it is cacheable', async () => {
    let heard = 0;
    const counts = ({ hooks }: PluginHost) =>
      hooks.filter('rest_prepare_user').tap('third-party', (response) => {
        (response.data as { name: string }).name = `heard ${++heard}`;
      });
    await open(plugin(counts));
    expect(await keep()).to.equal(false);
    expect((await list()).answer.body).to.include(`heard ${heard}`);
    expect(heard).to.be.greaterThan(5);
  });

  it('is not kept when the site failed to answer any of it', async () => {
    let failing = true;
    const fails = ({ hooks }: PluginHost) =>
      hooks.filter('rest_dispatch_request').tap('third-party', (result, { route }) => {
        if (failing && route.startsWith('/cms/v2/users/')) throw new RestError('spec_busy', 'Busy.', { status: 503 });
        return result;
      });
    await open(plugin(fails, { cacheable: true, capabilities: ['routes:*', 'authentication'] }));
    expect(await keep()).to.equal(false);
    failing = false;
    expect(await expectFresh()).not.to.include('spec_busy');
  });

  it('is not kept when the client hangs up, since it is not recorded what it is made of from then on', async () => {
    const [reached, gate, served] = [deferred(), deferred(), deferred()];
    const waits = ({ hooks }: PluginHost) => {
      hooks.filter('rest_pre_dispatch').tap('third-party', async (result, _server, { route }) => {
        if (route !== '/cms/v2/posts') return result;
        reached.resolve();
        await gate.promise;
        return result;
      });
      hooks.filter('rest_served').tap('third-party', (answer) => {
        served.resolve();
        return answer;
      });
    };
    await open(plugin(waits, { cacheable: true, capabilities: ['authentication', 'routes:*'] }));
    const hasty = request(site.url + LIST);
    hasty.on('error', () => undefined).end();
    await reached.promise;
    hasty.destroy();
    await until(() => !CacheRecorder.isRecording);
    gate.resolve();
    await served.promise;
    await site.users.update(author, { displayName: 'Renamed' });
    expect(await expectFresh()).to.include('Renamed');
  });

  it('is what it was when many ask at once while somebody writes', async () => {
    await open();
    const names = ['A', 'B', 'C', 'D'];
    for (const name of names) {
      const asking = Array.from({ length: 10 }, () => site.get(LIST));
      await site.terms.update(category, 'category', { name: `Name ${name}` });
      const { body } = await site.get(LIST);
      expect(body).to.include(`Name ${name}`);
      for (const answer of await Promise.all(asking)) expect(answer.status).to.equal(200);
      expect(await expectFresh()).to.include(`Name ${name}`);
    }
  });
});
