import { expect } from 'chai';
import { pluginGraph } from '../../host/cli/plugin-graph.ts';
import { createHost, definePlugin, filter, type Host, serviceToken } from '../../host/index.ts';
import { runDefinition } from '../support/run-command.ts';

const Prices = serviceToken<{ of(item: string): number }>('graph-prices');
const Stock = serviceToken<object>('graph-stock');

const hooks = { graph_price: filter<[price: number]>({ params: ['price'], meaning: 'The price.' }) };
type GraphHooks = typeof hooks;
declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends GraphHooks {}
}

const shop = definePlugin({
  name: 'shop',
  version: '1.2.0',
  description: 'Sells.',
  hooks,
  setup(host) {
    host.provide(Prices, { of: () => 3 });
    host.use(Prices);
    host.hooks.filter('graph_price').tap('shop', (price) => price);
  },
});
const stall = definePlugin({
  name: 'stall',
  version: '1.0.0',
  description: 'Sells "more".',
  requires: { shop: '^1.0.0' },
  after: ['shop', 'awning', 'nobody'],
  setup(host) {
    host.use(Prices);
    host.find(Stock);
    host.hooks.filter('graph_price').tap('stall', (price) => price + 1);
    host.hooks.action('rest_api_init').tap('stall', () => undefined);
  },
});
const awning = definePlugin({ name: 'awning', version: '0.1.0', description: 'Shades.', setup: () => undefined });

describe('plugin graph', () => {
  let host: Host;
  before(async () => {
    const plugins = { only: [], folders: [stall, shop, awning] };
    const hooks = { graph_price: { own: (price: number) => price } };
    host = await createHost({ logLevel: 'silent', plugins, hooks });
  });
  after(() => host.close());

  const written = async (flags: Record<string, string | boolean> = {}, args: Record<string, string> = {}) =>
    (await runDefinition(pluginGraph(host), host.generation, args, flags)).join('\n').split('\n');

  it('prints the dependencies and the dependents of each plugin, in the order of setting up', async () => {
    expect(await written()).to.deep.equal([
      '1. awning 0.1.0',
      '2. shop 1.2.0',
      '     provides     graph-prices',
      '     required by  stall',
      '3. stall 1.0.0',
      '     requires     shop (^1.0.0)',
      '     after        awning',
      '     uses         shop (graph-prices)',
    ]);
  });

  it('prints the hooks that plugins tap of one another and of core, with --hooks', async () => {
    const lines = await written({ hooks: true });
    expect(lines.slice(-3)).to.deep.equal([
      '     taps         shop (graph_price), core (rest_api_init)',
      '- core',
      '     provides     credentials',
    ]);
  });

  it('writes JSON', async () => {
    const { nodes, edges } = JSON.parse((await written({ format: 'json' })).join('\n'));
    expect(nodes).to.deep.equal([
      { name: 'awning', version: '0.1.0', position: 1, early: false, provides: [] },
      { name: 'shop', version: '1.2.0', position: 2, early: false, provides: ['graph-prices'] },
      { name: 'stall', version: '1.0.0', position: 3, early: false, provides: [] },
    ]);
    expect(edges).to.deep.equal([
      { from: 'stall', to: 'shop', kind: 'requires', what: ['^1.0.0'] },
      { from: 'stall', to: 'awning', kind: 'after', what: [] },
      { from: 'stall', to: 'shop', kind: 'uses', what: ['graph-prices'] },
    ]);
  });

  it('writes a graph for Graphviz', async () => {
    expect(await written({ format: 'dot' })).to.deep.equal([
      'digraph plugins {',
      '  rankdir=LR;',
      '  node [shape=box];',
      '  "awning" [label="awning 0.1.0"];',
      '  "shop" [label="shop 1.2.0"];',
      '  "stall" [label="stall 1.0.0"];',
      '  "stall" -> "shop" [label="requires ^1.0.0", style=solid];',
      '  "stall" -> "awning" [label="after", style=dashed];',
      '  "stall" -> "shop" [label="uses graph-prices", style=bold];',
      '}',
    ]);
  });

  it('writes a flowchart for Mermaid', async () => {
    expect(await written({ format: 'mermaid' })).to.deep.equal([
      'flowchart LR',
      '  p0["awning 0.1.0"]',
      '  p1["shop 1.2.0"]',
      '  p2["stall 1.0.0"]',
      '  p2 -->|"requires ^1.0.0"| p1',
      '  p2 -.->|"after"| p0',
      '  p2 ==>|"uses graph-prices"| p1',
    ]);
  });

  it('prints one plugin and its neighbours', async () => {
    expect(await written({}, { name: 'awning' })).to.deep.equal([
      '1. awning 0.1.0',
      '3. stall 1.0.0',
      '     after        awning',
    ]);
  });

  it('refuses a plugin that does not run and an unknown format, naming the nearest', async () => {
    const refusal = (flags: Record<string, string>, args: Record<string, string>) =>
      written(flags, args).catch((error: Error) => `${error.name}: ${error.message}`);
    expect(await refusal({}, { name: 'shp' })).to.equal('CommandError: no plugin "shp" runs; did you mean "shop"?');
    expect(await refusal({ format: 'svg' }, {})).to.equal(
      'CommandError: there is no format "svg"; choose one of text, dot, mermaid, json',
    );
  });
});
