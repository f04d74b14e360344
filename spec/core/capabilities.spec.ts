import { expect } from 'chai';
import { Generation } from '../../core/generation.ts';
import {
  action,
  type Capability,
  definePlugin,
  filter,
  type PluginDefinition,
  serviceToken,
} from '../../core/index.ts';
import { createBrand } from '../../core/site/index.ts';
import { createSite } from '../../host/site.ts';
import { anyHook } from '../support/hooks/any-hook.ts';

interface Shelf {
  readonly size: number;
  get(name: string): string | undefined;
  set(name: string, text: string): void;
}

class Shelves implements Shelf {
  readonly #texts = new Map<string, string>([['first', 'one']]);

  get size() {
    return this.#texts.size;
  }

  get(name: string) {
    return this.#texts.get(name);
  }

  set(name: string, text: string) {
    this.#texts.set(name, text);
  }
}

const Shelf = serviceToken<Shelf>('shelf', { requiredPermissions: 'content:write', reads: ['get', 'size'] });
const Keys = serviceToken<{ sign(): string }>('keys', {
  requiredPermissions: 'authentication',
  provider: 'authentication',
});

const owner = definePlugin({
  name: 'owner',
  version: '1.0.0',
  description: 'Owns.',
  hooks: {
    who_is_it: filter<[id: number]>({
      params: ['id'],
      meaning: 'Decides.',
      requiredPermissions: 'authentication',
    }) as never,
    'price_of_{thing}': action<[]>({
      params: [],
      meaning: 'Tells.',
      requiredPermissions: ['options:read', 'network'],
    }) as never,
    greeting: filter<[text: string]>({ params: ['text'], meaning: 'Greets.' }) as never,
  },
  setup: ({ provide }) => provide(Shelf, new Shelves()),
});

/** Builds a generation of the owner, and of a guest that is limited to its capabilities. */
const build = (
  setup: PluginDefinition['setup'],
  capabilities?: readonly Capability[],
  { brand = 'cms', limited = true }: { brand?: string; limited?: boolean } = {},
): Promise<Generation> =>
  Generation.build({
    site: createSite({ brand: createBrand(brand) }),
    plugins: [
      { definition: owner, location: 'plugins/owner' },
      {
        definition: definePlugin({
          name: 'guest',
          version: '1.0.0',
          description: 'Asks.',
          requires: { owner: '*' },
          capabilities,
          setup,
        }),
        location: 'plugins/guest',
        limited,
      },
    ],
  });

async function failureOf(...args: Parameters<typeof build>): Promise<string> {
  try {
    await build(...args);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it was not refused');
}

const registering =
  (namespace: string, path = '/things'): PluginDefinition['setup'] =>
  ({ hooks }) =>
    hooks.action('rest_api_init').tapPromise('guest', async (server) => {
      await new Promise((resolve) => setImmediate(resolve));
      server.registerRoute(namespace, path, { callback: () => ({ here: true }) });
    });

describe('capabilities', () => {
  describe('that are declared', () => {
    const declaring = (capabilities: unknown) => () =>
      definePlugin({
        name: 'a',
        version: '1.0.0',
        description: '',
        capabilities: capabilities as never,
        setup: () => undefined,
      });

    it('are the known capabilities, and namespaces', () => {
      expect(declaring(['content:read', 'network', 'routes:*', 'routes:cms/v2', 'routes:shop'])).not.to.throw();
      expect(declaring([])).not.to.throw();
    });

    it('are refused when they are unknown, naming the nearest one', () => {
      expect(declaring(['content:reed'])).to.throw(
        'plugin "a": there is no capability "content:reed"; did you mean "content:read"?',
      );
      expect(declaring(['everything at all'])).to.throw('they are content:read, content:write, users:read');
      for (const wrong of ['routes:', 'routes:a b', 'routes:shop/*', 3, null, 'toString']) {
        expect(declaring([wrong]), String(wrong)).to.throw('there is no capability');
      }
      expect(declaring('network')).to.throw('plugin "a": capabilities must be a list of texts');
    });
  });

  describe('of services', () => {
    it('are required of plugins that use them, with find too', async () => {
      const line = 'plugins/guest: plugin "guest" uses service "shelf" without a capability that it needs; ';
      for (const method of ['use', 'find'] as const) {
        expect(await failureOf((host) => void host[method](Shelf))).to.equal(
          `${line}add capabilities: ['content:read']`,
        );
        expect(await failureOf((host) => void host[method](serviceToken<object>('shelf')))).to.include(line);
      }
      expect(await failureOf((host) => void host.use(Shelf), ['network', 'routes:*'])).to.include(
        "add capabilities: ['network', 'routes:*', 'content:read']",
      );
    });

    it('are required for the services of the server too', async () => {
      const generation = await build(() => undefined);
      expect(() => generation.services.get('guest', Shelf)).to.throw("add capabilities: ['content:read']");
    });

    it('give plugins that may only read a service that only reads', async () => {
      let shelf: Shelf | undefined;
      await build(
        ({ use }) => {
          shelf = use(Shelf);
        },
        ['content:read'],
      );
      expect(shelf!.get('first')).to.equal('one');
      expect(shelf!.size).to.equal(1);
      expect(() => shelf!.set('first', 'two')).to.throw(
        `plugin "guest" uses "set" of service "shelf" without a capability that it needs; add capabilities: ['content:write']`,
      );
      expect(shelf!.get('first')).to.equal('one');
    });

    it('give plugins that may write the service itself', async () => {
      await build(({ use }) => use(Shelf).set('first', 'two'), ['content:write']);
    });

    it('may depend on the arguments of a member', async () => {
      const Notes = serviceToken<{ add(of: string, text: string): string }>('notes', {
        requiredPermissions: ['content:write', 'users:write'],
        requiredPermissionsOf: (_, [of]) => (of === 'user' ? 'users:write' : 'content:write'),
      });
      const withNotes = async (capabilities: readonly Capability[]) => {
        const { services } = await build(() => undefined, capabilities);
        services.provide('owner', Notes, { add: (of, text) => `${of} ${text}` });
        return services;
      };
      const none = await withNotes(['options:write']);
      expect(() => none.get('guest', Notes)).to.throw("add capabilities: ['options:write', 'content:read']");
      const notes = (await withNotes(['content:write'])).get('guest', Notes);
      expect(notes.add('post', 'read')).to.equal('post read');
      expect(() => notes.add('user', 'read')).to.throw("add capabilities: ['content:write', 'users:write']");
    });

    it('are required to provide a service that decides', async () => {
      const provide: PluginDefinition['setup'] = (host) => host.provide(Keys, { sign: () => 'x' });
      expect(await failureOf(provide)).to.include('provides service "keys"');
      await build(provide, ['authentication']);
    });

    it('are not required for a plugin’s own services', async () => {
      await build(({ provide, use }) => {
        provide(serviceToken<number>('mine', { requiredPermissions: 'database' }), 1);
        use(serviceToken<number>('mine'));
      });
    });
  });

  describe('of hooks', () => {
    const tapping =
      (name: string): PluginDefinition['setup'] =>
      ({ hooks }) =>
        anyHook(hooks, name).tap('guest', (value) => value);

    it('are required of plugins that tap them', async () => {
      expect(await failureOf(tapping('who_is_it'))).to.equal(
        `plugins/guest: plugin "guest" taps hook "who_is_it" without a capability that it needs; add capabilities: ['authentication']`,
      );
      expect(await failureOf(tapping('price_of_tea'), ['network'])).to.include(
        `taps hook "price_of_tea" without a capability that it needs; add capabilities: ['network', 'options:read']`,
      );
      await build(tapping('who_is_it'), ['authentication']);
      await build(tapping('price_of_tea'), ['options:write', 'network']);
    });

    it('are not required by other hooks, nor to look up a hook', async () => {
      await build(tapping('greeting'));
      await build(({ hooks }) => void hooks.filter('who_is_it' as 'rest_url_prefix').isUsed());
    });

    it('are required by each hook of core that decides', async () => {
      const needs: [hook: string, capability: string][] = [
        ['determine_current_user', 'authentication'],
        ['rest_authentication_errors', 'authentication'],
        ['rest_serve_request', 'authentication'],
        ['rest_pre_dispatch', 'routes:*'],
        ['rest_dispatch_request', 'routes:*'],
        ['rest_endpoints', 'routes:*'],
        ['http_routes', 'pages'],
      ];
      for (const [hook, capability] of needs) {
        expect(await failureOf(tapping(hook)), hook).to.include(`add capabilities: ['${capability}']`);
      }
    });
  });

  describe('of routes', () => {
    it('are not required in a namespace that begins with the plugin’s name', async () => {
      const { server } = await build(registering('guest/v1'));
      expect((await server.dispatch('/guest/v1/things')).data).to.eql({ here: true });
      await build(registering('guest'));
    });

    it('are required in every other namespace, also after the tap has awaited something', async () => {
      const line = 'plugin "guest" registers a route in namespace "shop/v1" without a capability that it needs; ';
      expect(await failureOf(registering('shop/v1'))).to.include(`${line}add capabilities: ['routes:shop/v1']`);
      expect(await failureOf(registering('guests/v1'))).to.include("add capabilities: ['routes:guests/v1']");
      expect(await failureOf(registering('shop/v2'), ['routes:shop/v1'])).to.include("'routes:shop/v2'");
      await build(registering('shop/v1'), ['routes:shop/v1']);
      await build(registering('shop/v1'), ['routes:*']);
    });

    it('name the namespace of the brand by its neutral word', async () => {
      await build(registering('wp/v2'), ['routes:cms/v2'], { brand: 'wp' });
      await build(registering('wp-site-health/v1'), ['routes:cms-site-health/v1'], { brand: 'wp' });
      expect(await failureOf(registering('guest/v2'), [], { brand: 'guest' })).to.include("['routes:cms/v2']");
    });

    it('are required for a pattern without a namespace', async () => {
      const bare: PluginDefinition['setup'] = ({ hooks }) =>
        hooks.action('rest_api_init').tap('guest', (server) => {
          server.registerPattern('/', '', { callback: () => null });
        });
      expect(await failureOf(bare)).to.include('registers a route in no namespace');
      await build(bare, ['routes:*']);
    });

    it('are those of the right plugin when plugins register at the same time', async () => {
      const late = { done: Promise.resolve() };
      const { server } = await build(({ hooks }) =>
        hooks.action('rest_api_init').tapPromise('guest', (given) => {
          late.done = new Promise((resolve) => setImmediate(resolve)).then(() => {
            given.registerRoute('shop/v1', '/late', { callback: () => null });
          });
          // Handled below; until then, it must not be an unhandled rejection.
          late.done.catch(() => undefined);
          return new Promise((resolve) => setTimeout(resolve, 5));
        }),
      );
      let message = '';
      await late.done.catch((error) => {
        message = error.message;
      });
      expect(message).to.include('registers a route in namespace "shop/v1"');
      expect([...server.routes.keys()]).to.eql([]);
    });
  });

  it('do not limit a plugin that its program trusts', async () => {
    await build(
      (host) => {
        host.use(Shelf).set('first', 'two');
        host.hooks.filter('determine_current_user').tap('guest', (id) => id);
      },
      [],
      { limited: false },
    );
    await build(registering('shop/v1'), [], { limited: false });
  });
});
