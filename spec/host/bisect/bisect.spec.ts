import { expect } from 'chai';
import { definePlugin, filter, RestRequest } from '../../../core/index.ts';
import { InactivePlugins, type LocatedPlugin } from '../../../core/plugin/index.ts';
import { bisect, type Expectation } from '../../../host/bisect/bisect.ts';
import { expectField, expectStatus } from '../../../host/bisect/expectation.ts';
import { lineup } from '../../../host/bisect/suspects.ts';
import { requesting, Trials } from '../../../host/bisect/trials.ts';
import { resolveSettings } from '../../../host/config/resolve.ts';
import type { Settings } from '../../../host/config/settings.ts';
import type { PluginDefinition } from '../../../host/index.ts';

type Data = Record<string, unknown>;
type More = Partial<PluginDefinition>;

/** A plugin that changes the data of each answer. */
const changing = (name: string, change: (data: Data) => unknown, more: More = {}) =>
  definePlugin({
    name,
    version: '1.0.0',
    description: 'Changes answers.',
    setup({ hooks }) {
      hooks.filter('rest_post_dispatch').tapPromise(name, async (response) => {
        await change(response.data as Data);
        return response;
      });
    },
    ...more,
  });

const idle = (name: string, more: More = {}) => changing(name, () => undefined, more);
const dropping = (name: string, field: string, more: More = {}) => changing(name, (data) => delete data[field], more);

/** Answers at `/shop/v1/item`. */
const shop = definePlugin({
  name: 'shop',
  version: '1.0.0',
  description: 'Sells.',
  setup({ hooks }) {
    hooks.action('rest_api_init').tap('shop', (server) => {
      const callback = () => ({ id: 1, name: 'tea', price: 3 });
      server.registerRoute('shop/v1', '/item', { callback, permission_callback: () => true });
    });
  },
});

interface Asking {
  readonly innocent?: readonly PluginDefinition[];
  readonly expectation?: Expectation;
  readonly settings?: Settings;
  readonly timeout?: number;
}

/** Bisects a request for the item; returns the findings in short: `name: what changed`. */
async function found(
  suspects: readonly PluginDefinition[],
  { innocent = [shop], expectation, settings = {}, timeout = 2000 }: Asking = {},
) {
  const located = (definition: PluginDefinition): LocatedPlugin => ({ definition, location: definition.name });
  const plugins = [...innocent, ...suspects].map(located);
  const trials = new Trials({
    settings: resolveSettings(settings),
    plugins,
    ...requesting(async () => new RestRequest('GET', '/shop/v1/item')),
    timeout,
    undone: false,
  });
  const isSuspect = ({ definition }: LocatedPlugin) => suspects.includes(definition);
  const findings = await bisect(trials, lineup(plugins, isSuspect), expectation);
  await trials.dispose();
  const culprits = findings.culprits.map(
    ({ plugin, changes }) => `${plugin.definition.name}: ${changes.map(({ path }) => path).join(', ')}`,
  );
  return { verdict: findings.verdict, culprits, findings, trials };
}

/** A number of plugins that do nothing, with others at some positions. */
const many = (count: number, others: Record<number, (name: string) => PluginDefinition>) =>
  Array.from({ length: count }, (_, at) => {
    const name = `p-${String(at).padStart(2, '0')}`;
    return others[at]?.(name) ?? idle(name);
  });

describe('bisecting plugins', () => {
  it('names the one of 64 that drops a field, and asks about a dozen hosts', async () => {
    for (const at of [0, 37, 63]) {
      const { verdict, culprits, findings, trials } = await found(many(64, { [at]: (name) => dropping(name, 'name') }));
      expect(verdict).to.equal('found');
      expect(culprits).to.deep.equal([`p-${String(at).padStart(2, '0')}: $.name`]);
      expect(findings.culprits[0]!.changes).to.deep.equal([{ path: '$.name', from: 'tea' }]);
      expect(trials.hosts).to.be.at.most(12);
    }
  });

  it('says when the plugins change nothing, and when there are none', async () => {
    expect(await found(many(8, {}))).to.deep.include({ verdict: 'alike', culprits: [] });
    expect(await found([])).to.deep.include({ verdict: 'alike', culprits: [] });
  });

  it('names several culprits, also those that another one hides', async () => {
    const { culprits } = await found(
      many(16, {
        2: (name) => dropping(name, 'price'),
        9: (name) => dropping(name, 'price'),
        11: (name) => changing(name, (data) => Object.assign(data, { name: 'milk', extra: 1 })),
      }),
    );
    expect(culprits).to.deep.equal(['p-02: $.price', 'p-11: $.name, $.extra', 'p-09: $.price']);
  });

  it('treats an error as a change, and names the failure of the plugin', async () => {
    const failing = (name: string) =>
      definePlugin({
        name,
        version: '1.0.0',
        description: 'Fails.',
        setup: ({ hooks }) =>
          hooks.filter('rest_pre_dispatch').tap(name, () => {
            throw new Error('out of tea');
          }),
      });
    const { culprits, findings } = await found(many(8, { 5: failing }));
    expect(culprits[0]).to.match(/^p-05: status, /);
    expect(findings.culprits[0]!.changes[0]).to.deep.equal({ path: 'status', from: 200, to: 500 });
    expect(findings.culprits[0]!.failures).to.deep.equal(['rest_pre_dispatch: out of tea']);
  });

  it('names a plugin with which the host cannot be built', async () => {
    const setup = () => {
      throw new Error('no key');
    };
    const { culprits, findings } = await found(many(8, { 3: (name) => idle(name, { setup }) }));
    expect(culprits).to.deep.equal(['p-03: failure']);
    expect(findings.culprits[0]!.changes[0]!.to).to.equal(
      'the host cannot be built: p-03: plugin "p-03" failed in setup: no key',
    );
  });

  it('names a plugin with which the answer does not come', async () => {
    const hanging = (name: string) => changing(name, () => new Promise(() => undefined));
    const { culprits, findings } = await found(many(4, { 1: hanging }), { timeout: 100 });
    expect(culprits).to.deep.equal(['p-01: failure']);
    expect(findings.culprits[0]!.changes[0]!.to).to.equal('did not answer in 100 ms');
  });

  it('names a plugin with which the host is not built in time', async () => {
    const setup = () => new Promise<void>(() => undefined);
    const { findings } = await found(many(4, { 2: (name) => idle(name, { setup }) }), { timeout: 100 });
    expect(findings.culprits.map(({ plugin }) => plugin.definition.name)).to.deep.equal(['p-02']);
  });

  it('removes plugins together with those that require them', async () => {
    const requires = { 'a-base': '^1.0.0' };
    const suspects = [
      dropping('a-base', 'name'),
      idle('b-user', { requires }),
      dropping('c-user', 'price', { requires }),
    ];
    expect((await found(suspects)).culprits).to.deep.equal(['a-base: $.name', 'c-user: $.price']);
  });

  it('does not suspect plugins that another plugin requires', async () => {
    const innocent = [shop, idle('needy', { requires: { b: '^1.0.0' } })];
    const { culprits, findings } = await found([dropping('b', 'name'), dropping('c', 'price')], { innocent });
    expect(culprits).to.deep.equal(['c: $.price']);
    expect(findings.suspects.map(({ definition }) => definition.name)).to.deep.equal(['c']);
  });

  it('ignores parts that change from answer to answer, from host to host, and with time', async () => {
    let count = 0;
    const start = performance.now();
    const { verdict, culprits, trials } = await found(
      many(8, {
        1: (name) => changing(name, (data) => Object.assign(data, { count: count++ })),
        3: (name) => {
          let built = 0;
          const setup: PluginDefinition['setup'] = ({ hooks }) => {
            built = count++;
            hooks.filter('rest_post_dispatch').tap(name, (response) => response.header('X-Built', String(built)));
          };
          return idle(name, { setup });
        },
        4: (name) =>
          changing(name, (data) => Object.assign(data, { seconds: Math.floor((performance.now() - start) / 50) })),
        6: (name) => dropping(name, 'price'),
      }),
    );
    expect(verdict).to.equal('found');
    expect(culprits.at(-1)).to.equal('p-06: $.price');
    expect([...trials.volatile])
      .to.include('$.count')
      .and.include('header x-built');
  });

  it('names no plugin for a part that differs from host to host and is gone in the end', async () => {
    let built = 0;
    const setup: PluginDefinition['setup'] = ({ hooks }) => {
      const mark = built++;
      hooks.filter('rest_post_dispatch').tap('p-00', (response) => {
        Object.assign(response.data as Data, { mark });
        return response;
      });
    };
    const suspects = many(8, {
      0: (name) => idle(name, { setup }),
      5: (name) => changing(name, (data) => Object.assign(data, { name: 'milk' })),
      7: (name) => dropping(name, 'mark'),
    });
    expect((await found(suspects)).culprits).to.deep.equal(['p-05: $.name']);
  });

  it('comes to an end with a plugin that answers something else each time', async () => {
    let count = 0;
    const { culprits } = await found(
      many(4, {
        1: (name) => changing(name, (data) => Object.assign(data, { [`field_${count++}`]: 1 })),
        2: (name) => dropping(name, 'price'),
      }),
    );
    expect(culprits.map((culprit) => culprit.slice(0, 4))).to.include('p-02');
  });

  it('does not suspect plugins that are inactive on the site', async () => {
    const setup: PluginDefinition['setup'] = (host) =>
      host.provide(InactivePlugins, { switched: () => ({ off: ['b'], on: [] }), switch: async () => undefined });
    const supervisor = idle('supervisor', { early: true, capabilities: ['plugins'], setup });
    const suspects = [dropping('a', 'name'), dropping('b', 'price')];
    const { culprits, findings } = await found(suspects, { innocent: [shop, supervisor] });
    expect(culprits).to.deep.equal(['a: $.name']);
    expect(findings.suspects.map(({ definition }) => definition.name)).to.deep.equal(['a']);
  });

  it('ignores overrides of hooks that only an absent plugin declares', async () => {
    const hooks = { shop_price: filter<[price: number]>({ params: ['price'], meaning: 'The price.' }) };
    const settings = {
      hooks: { shop_price: { any: (price: number) => price }, rest_post_dispatch: { 'b-drop': false } },
    };
    const suspects = [idle('a-hook', { hooks }), dropping('b-drop', 'name'), dropping('c-drop', 'price')];
    const { culprits } = await found(suspects, { settings: settings as Settings });
    expect(culprits).to.deep.equal(['c-drop: $.price']);
  });

  describe('of which one answers the request', () => {
    it('begins with that one, and names the plugins that change its answer', async () => {
      const suspects = [dropping('a', 'name'), idle('b'), shop, dropping('z', 'price')];
      const { culprits } = await found(suspects, { innocent: [] });
      expect(culprits[0]).to.match(/^shop: status, /);
      expect(culprits.slice(1)).to.deep.equal(['a: $.name', 'z: $.price']);
    });
  });

  describe('when the answer should have something', () => {
    it('says when it has', async () => {
      const suspects = [dropping('a', 'price')];
      expect(await found(suspects, { expectation: expectField('name') })).to.deep.include({
        verdict: 'met',
        culprits: [],
      });
    });

    it('names only the plugins that remove it', async () => {
      const suspects = many(16, { 3: (name) => dropping(name, 'name'), 7: (name) => dropping(name, 'price') });
      const { verdict, culprits } = await found(suspects, { expectation: expectField('price=3') });
      expect(verdict).to.equal('found');
      expect(culprits).to.deep.equal(['p-07: $.price']);
    });

    it('finds the plugin that removes what another suspect adds', async () => {
      const giving = (name: string) => changing(name, (data) => Object.assign(data, { stock: 9 }));
      const suspects = many(16, {
        4: giving,
        8: (name) => dropping(name, 'stock'),
        12: (name) => dropping(name, 'stock'),
      });
      const { verdict, culprits } = await found(suspects, { expectation: expectField('stock') });
      expect(verdict).to.equal('found');
      expect(culprits).to.deep.equal(['p-08: $.stock', 'p-12: $.stock']);
    });

    it('finds the plugin that removes what several suspects add together', async () => {
      const seeding = (name: string) => changing(name, (data) => Object.assign(data, { seed: 1 }));
      const growing = (name: string) => changing(name, (data) => data.seed && Object.assign(data, { tree: 1 }));
      const suspects = many(8, { 1: seeding, 3: growing, 6: (name) => dropping(name, 'tree') });
      const { verdict, culprits } = await found(suspects, { expectation: expectField('tree') });
      expect(verdict).to.equal('found');
      expect(culprits).to.deep.equal(['p-06: $.tree']);
    });

    it('says that none of them is the reason when it is missing without them too', async () => {
      const { verdict, culprits } = await found(many(4, {}), { expectation: expectStatus(201) });
      expect({ verdict, culprits }).to.deep.equal({ verdict: 'open', culprits: [] });
    });
  });
});
