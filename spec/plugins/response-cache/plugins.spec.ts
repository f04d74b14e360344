import { expect } from 'chai';
import { definePlugin, type PluginDefinition, type PluginHost, serviceToken } from '../../../host/index.ts';
import { API, CachedSite } from './cached-site.ts';

const LIST = `${API}/posts`;

/** A plugin of a spec which does not say that it is cacheable, unless its argument says so. */
const plugin = (setup: (host: PluginHost) => void, more: Partial<PluginDefinition> = {}) =>
  definePlugin({ name: 'third-party', version: '1.0.0', description: 'Of a spec.', setup, ...more });

describe('what a third party has a part in', () => {
  let site: CachedSite | undefined;
  let asked = 0;
  const start = async (
    setup: (host: PluginHost) => void,
    more: Partial<PluginDefinition> = {},
    settings: Parameters<typeof CachedSite.start>[0] = {},
  ) => {
    asked = 0;
    site = await CachedSite.start({ plugins: [plugin(setup, more)], ...settings });
    await site.posts.insert({ title: 'A post', content: 'Text', status: 'publish' });
    return site;
  };
  afterEach(async () => {
    await site?.close();
    site = undefined;
  });

  const isCached = async (path = LIST) => site!.becomesCached(path);
  const staysUncached = async (path = LIST) => site!.staysUncached(path);

  it('is made anew each time when it taps a filter on the way, and only then', async () => {
    await start(({ hooks }) => {
      hooks
        .filter('rest_prepare_{post_type}')
        .for('post')
        .tap('third-party', (response) => response.header('X-Asked', String(++asked)));
    });
    expect(await staysUncached(`${LIST}/1`)).to.equal(true);
    expect((await site!.get(`${LIST}/1`)).tag).to.equal(undefined);
    expect(asked).to.be.greaterThan(3);
    expect(site!.figures.uncacheable).to.have.property('plugin "third-party" does not say that it is cacheable');
    expect(await isCached(`${API}/categories`), 'what it has no part in').to.equal(true);
  });

  it('is cached when it says that it is cacheable', async () => {
    await start(
      ({ hooks }) => {
        hooks
          .filter('rest_post_dispatch')
          .tap('third-party', (response) => response.header('X-Asked', String(++asked)));
      },
      { cacheable: true },
    );
    expect(await isCached()).to.equal(true);
    expect(asked).to.equal(1);
  });

  it('is cached when its tap says that it is pure', async () => {
    await start(({ hooks }) => {
      hooks.filter('the_title').tap({ name: 'third-party', pure: true }, (title) => `${title}!`);
    });
    expect(await isCached()).to.equal(true);
    expect((await site!.get(LIST)).body).to.include('A post!');
  });

  it('is made anew when it only listens', async () => {
    await start(({ hooks }) => {
      hooks.filter('rest_url').tap('third-party', () => void asked++);
    });
    expect(await staysUncached()).to.equal(true);
    expect(asked).to.be.greaterThan(2);
  });

  it('is made anew when it answers the route, or one of its methods', async () => {
    await start(({ hooks }) => {
      hooks.action('rest_api_init').tap('third-party', (server) => {
        const callback = () => ({ asked: ++asked });
        server.registerRoute('third/v1', '/count', { callback, permission_callback: () => true });
        server.registerRoute('cms/v2', '/types', {
          methods: 'PATCH',
          callback,
          permission_callback: () => asked % 2 === 0,
        });
      });
    });
    expect(await staysUncached('/cms-json/third/v1/count')).to.equal(true);
    expect((await site!.get('/cms-json/third/v1/count')).body).to.equal(`{"asked":${asked}}`);
    expect(await staysUncached(`${API}/types`), 'Allow depends on the permission check of its method').to.equal(true);
    expect(await isCached()).to.equal(true);
  });

  it('is cached where its route is cacheable, as long as the dependency that it names does not change', async () => {
    let value = 1;
    let changed: () => void = () => undefined;
    await start(
      ({ hooks, use }) => {
        const { tracker } = use(serviceToken('database'));
        const dependency = tracker.dependency('third-party/value');
        changed = () => tracker.changed([dependency.name]);
        hooks.action('rest_api_init').tap('third-party', (server) => {
          const callback = () => {
            dependency.read();
            return { value };
          };
          server.registerRoute('third/v1', '/value', { callback, permission_callback: () => true });
        });
      },
      { cacheable: true, requires: { database: '*' } },
    );
    const path = '/cms-json/third/v1/value';
    expect(await isCached(path)).to.equal(true);
    value = 2;
    changed();
    expect((await site!.get(path)).body).to.equal('{"value":2}');
  });

  it('is made anew when it adds a field', async () => {
    await start(({ hooks }) => {
      hooks.action('rest_api_init').tap('third-party', (server) => {
        server.registerField('post', 'asked', { get_callback: () => ++asked, schema: { type: 'integer' } });
      });
    });
    expect(await staysUncached()).to.equal(true);
    expect((await site!.get(LIST)).body).to.include(`"asked":${asked}`);
    expect(await isCached(`${LIST}?_fields=id`), 'without the field').to.equal(true);
    expect(await isCached(`${API}/pages`)).to.equal(true);
  });

  it('is made anew when it renders a block or a shortcode, or prepares metadata', async () => {
    await start(
      ({ use }) => {
        const render = () => `<p>${++asked}</p>`;
        use(serviceToken('block-types')).register({ name: 'third/count', title: 'Count', attributes: {}, render });
        use(serviceToken('shortcodes')).add('count', () => String(++asked));
        use(serviceToken('meta-registry')).register('comment', 'counted', {
          type: 'integer',
          single: true,
          show_in_rest: { prepare_callback: () => ++asked },
        });
      },
      { requires: { 'content-rendering': '*', meta: '*' } },
    );
    expect(await isCached()).to.equal(true);
    const block = await site!.posts.insert({
      title: 'B',
      content: '<!-- wp:third/count /--><!-- cms:third/count /-->',
      status: 'publish',
    });
    const code = await site!.posts.insert({ title: 'C', content: '[count]', status: 'publish' });
    for (const { id } of [block, code]) {
      const before = asked;
      expect(await staysUncached(`${LIST}/${id}`)).to.equal(true);
      expect(asked, String(id)).to.be.greaterThan(before);
    }
    await site!.comments.insert({ post: code.id, content: 'Hm' });
    expect(await staysUncached(`${API}/comments`)).to.equal(true);
  });

  it('is everything when it adjusts the routes themselves', async () => {
    await start(({ hooks }) => {
      hooks.filter('rest_endpoints').tap('third-party', (endpoints) => endpoints);
    });
    expect(await staysUncached()).to.equal(true);
  });

  it('is what uses a service of it, too', async () => {
    const Value = serviceToken<{ value: number }>('third-value');
    const user = definePlugin({
      name: 'user-of-it',
      version: '1.0.0',
      description: 'Of a spec.',
      cacheable: true,
      requires: { 'third-party': '*' },
      setup({ hooks, use }) {
        const service = use(Value);
        hooks
          .filter('rest_post_dispatch')
          .tap('user-of-it', (response) => response.header('X-Value', String(++service.value)));
      },
    });
    const provider = plugin(({ provide }) => provide(Value, { value: 0 }));
    site = await CachedSite.start({ plugins: [provider, user] });
    expect(await staysUncached()).to.equal(true);
  });

  it('is what configuration puts functions into', async () => {
    const counting = () => void asked++;
    await start(() => undefined, {}, { hooks: { rest_post_dispatch: { counting } } });
    expect(await staysUncached()).to.equal(true);
    expect(asked).to.be.greaterThan(2);
  });

  it('is made anew after a tap has failed', async () => {
    await start(
      ({ hooks }) => {
        hooks.filter('rest_post_dispatch').tap('third-party', (response) => {
          if (++asked === 1) throw new Error('once');
          return response.header('X-Asked', 'yes');
        });
      },
      { cacheable: true },
    );
    expect((await site!.get(LIST)).headers).not.to.include('X-Asked');
    expect((await site!.get(LIST)).headers).to.include('X-Asked');
  });

  it('is made anew when the time, the address of the client or all headers have a part in it', async () => {
    await start(
      ({ hooks, use }) => {
        const clock = use(serviceToken('site-clock'));
        hooks.filter('rest_post_dispatch').tap('third-party', (response, _server, request) => {
          const by = request.paramsOf('query').by;
          if (by === 'time') clock.now();
          if (by === 'address') void request.context.http?.remoteAddress;
          if (by === 'headers') void [...request.headers];
          return response;
        });
      },
      { cacheable: true, requires: { options: '*' } },
    );
    for (const by of ['time', 'address', 'headers']) expect(await staysUncached(`${LIST}?by=${by}`), by).to.equal(true);
    expect(await isCached(`${LIST}?by=nothing`)).to.equal(true);
  });

  it('is tried again now and then, where answers could not be cached', async () => {
    let isTimed = true;
    await start(
      ({ hooks, use }) => {
        const clock = use(serviceToken('site-clock'));
        hooks.filter('rest_post_dispatch').tap('third-party', (response) => {
          if (isTimed) clock.now();
          return response;
        });
      },
      { cacheable: true, requires: { options: '*' } },
    );
    const reason = () => Object.values(site!.figures.uncacheable).reduce((sum, times) => sum + times, 0);
    for (let time = 0; time < 20; time++) await site!.get(LIST);
    expect(reason()).to.equal(3);
    isTimed = false;
    for (let time = 0; time < 50; time++) await site!.get(LIST);
    expect(await isCached()).to.equal(true);
    expect(reason()).to.equal(3);
  });

  it('may be the whole request: middleware answers before anything else', async () => {
    await start(
      ({ hooks }) => {
        hooks.action('http_app').tap('third-party', (app) => {
          app.use((context, next) => {
            if (context.path !== '/mine') return next();
            context.body = 'mine';
          });
        });
      },
      { cacheable: true, capabilities: ['http', 'requests'] },
    );
    expect((await site!.get('/mine')).body).to.equal('mine');
    expect(await isCached()).to.equal(true);
  });
});
