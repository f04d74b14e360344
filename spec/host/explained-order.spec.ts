import { expect } from 'chai';
import type { HookOverrides } from '../../core/hooks/index.ts';
import { definePlugin, filter, type TapOptions } from '../../core/index.ts';
import { type ExplainedOrder, explainOrder } from '../../host/cli/explained-order.ts';
import { buildTestGeneration } from '../support/generation.ts';

const hooks = {
  'explained_{kind}': filter<[trail: string[]]>({
    params: ['trail'],
    meaning: 'Gathers the names of taps as they run.',
  }),
};

type ExplainedHooks = typeof hooks;
declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends ExplainedHooks {}
}

const owner = definePlugin({ name: 'owner', version: '1.0.0', description: '', hooks, setup: () => undefined });

const tapper = (name: string, ...wishes: TapOptions[]) =>
  definePlugin({
    name,
    version: '1.0.0',
    description: '',
    setup(host) {
      for (const wish of wishes)
        host.hooks.filter('explained_order').tap(wish, (trail) => [...trail, wish.name ?? name]);
    },
  });

async function explained(plugins: ReturnType<typeof tapper>[], overrides: HookOverrides = {}): Promise<ExplainedOrder> {
  const generation = await buildTestGeneration([owner, ...plugins], { overrides: { explained_order: overrides } });
  return explainOrder(generation.hooks.get('explained_order'));
}

/** `a < b: stage` for each pair of neighbours. */
const stepsOf = ({ steps }: ExplainedOrder) =>
  steps.map(({ earlier, later, reason }) => {
    const why = typeof reason === 'string' ? reason : `${reason.source.plugin} ${reason.word} ${reason.named}`;
    return `${earlier.plugin} < ${later.plugin}: ${why}`;
  });

describe('the reasons of the order of taps', () => {
  it('are the order of collection and the stages when no tap has constraints', async () => {
    const order = await explained([tapper('a', {}), tapper('b', { stage: -1 }), tapper('c', {})]);
    expect(stepsOf(order)).to.deep.equal(['b < a: stage', 'a < c: collected']);
    expect(order.constraints).to.deep.equal([]);
    expect(order.unmatched).to.deep.equal([]);
  });

  it('name the constraint that put a tap behind one of a higher stage, and its plugin', async () => {
    const plugins = [
      tapper('a', { after: 'c' }),
      tapper('b', {}),
      tapper('c', { stage: 5 }),
      tapper('d', { before: 'c' }),
    ];
    expect(stepsOf(await explained(plugins))).to.deep.equal([
      'b < d: collected',
      'd < c: d before c',
      'c < a: a after c',
    ]);
  });

  it('include constraints between taps that are not neighbours', async () => {
    const order = await explained([tapper('a', { before: ['b', 'c'] }), tapper('b', {}), tapper('c', {})]);
    expect(order.constraints.map(({ earlier, later }) => `${earlier.plugin} < ${later.plugin}`)).to.deep.equal([
      'a < b',
      'a < c',
    ]);
    expect(stepsOf(order)).to.deep.equal(['a < b: a before b', 'b < c: collected']);
  });

  it('include constraints that match no tap of the hook, or the tap itself', async () => {
    const order = await explained([tapper('a', { before: 'nobody' }), tapper('b', { after: ['b', 'a:none'] })]);
    expect(order.unmatched.map(({ source, word, named }) => `${source.plugin} ${word} ${named}`)).to.deep.equal([
      'a before nobody',
      'b after b',
      'b after a:none',
    ]);
  });

  it('are given for several taps of one plugin', async () => {
    const plugins = [tapper('a', { name: 'one' }, { name: 'two' }), tapper('b', { before: 'a:one' })];
    expect(stepsOf(await explained(plugins))).to.deep.equal(['a < b: collected', 'b < a: b before a:one']);
  });

  it('use the constraints as configuration has changed them', async () => {
    const order = await explained([tapper('a', {}), tapper('b', {}), tapper('c', {})], {
      a: { after: 'b' },
      c: false,
      mine: (trail) => trail,
    });
    expect(stepsOf(order)).to.deep.equal(['b < a: a after b', 'a < configuration: collected']);
    expect(order.taps.map(({ overridden }) => overridden?.how)).to.deep.equal([undefined, 'moved', 'added']);
    expect(order.taps[1]!.overridden).to.deep.include({ key: 'a' });
    expect(order.taps[1]!.overridden!.collected).to.deep.include({ plugin: 'a', after: [] });
  });

  it('are empty for a hook without taps', async () => {
    expect(await explained([])).to.deep.equal({ taps: [], constraints: [], unmatched: [], steps: [] });
  });
});
