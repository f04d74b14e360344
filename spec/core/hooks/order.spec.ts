import { expect } from 'chai';
import { type HookOverrides, HookRegistry } from '../../../core/hooks/index.ts';
import { action, definePlugin, filter, type TapOptions } from '../../../core/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';

const hooks = {
  sample_trail: filter<[trail: string[]]>({ params: ['trail'], meaning: 'Gathers the names of taps as they run.' }),
  sample_told: action<[]>({ params: [], meaning: 'Tells.' }),
};

type SampleHooks = typeof hooks;
declare module '../../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends SampleHooks {}
}

const owner = definePlugin({
  name: 'owner',
  version: '1.0.0',
  description: 'Declares.',
  hooks,
  setup: () => undefined,
});

const tapper = (name: string, wish: TapOptions = {}, mark = name) =>
  definePlugin({
    name,
    version: '1.0.0',
    description: 'Taps.',
    setup: (host) => host.hooks.filter('sample_trail').tap(wish, (trail) => [...trail, mark]),
  });

async function trailOf(plugins: ReturnType<typeof tapper>[], overrides: HookOverrides = {}): Promise<string[]> {
  const generation = await buildTestGeneration([owner, ...plugins], { overrides: { sample_trail: overrides } });
  return generation.server.hooks.filter('sample_trail').call([]);
}

async function failureOf(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error('it did not fail');
}

describe('the order of taps', () => {
  it('is that of loading when no tap has constraints', async () => {
    expect(await trailOf([tapper('b'), tapper('a'), tapper('c')])).to.deep.equal(['a', 'b', 'c']);
  });

  it('follows stages, lower ones first', async () => {
    expect(await trailOf([tapper('a', { stage: 5 }), tapper('b', { stage: -5 }), tapper('c')])).to.deep.equal([
      'b',
      'c',
      'a',
    ]);
  });

  it('puts before and after above stages, through chains', async () => {
    const plugins = [tapper('a', { after: 'b', stage: -100 }), tapper('b', { after: 'c' }), tapper('c', { stage: 50 })];
    expect(await trailOf(plugins)).to.deep.equal(['c', 'b', 'a']);
  });

  it('is not changed by a constraint that names a plugin without a tap', async () => {
    expect(await trailOf([tapper('a'), tapper('b', { before: 'nobody' })])).to.deep.equal(['a', 'b']);
  });

  it('is refused when constraints make a circle, naming the plugins and what to change', async () => {
    const failure = await failureOf(trailOf([tapper('a', { before: 'b' }), tapper('b', { before: 'a' })]));
    expect(failure.name).to.equal('HookOrderError');
    expect(failure.message).to.include('"a"').and.include('"b"').and.include('override in the configuration');
  });

  it('tells several taps of one plugin apart by plugin:tap', async () => {
    const two = definePlugin({
      name: 'two',
      version: '1.0.0',
      description: 'Taps twice.',
      setup({ hooks: own }) {
        own.filter('sample_trail').tap({ name: 'first' }, (trail) => [...trail, 'first']);
        own.filter('sample_trail').tap({ name: 'second' }, (trail) => [...trail, 'second']);
      },
    });
    expect(await trailOf([two, tapper('z', { before: 'two:second', after: 'two:first' })])).to.deep.equal([
      'first',
      'z',
      'second',
    ]);
  });

  it('finds the tap of a replacement by the name of the replaced plugin, in constraints and overrides', async () => {
    const fast = definePlugin({
      name: 'fast',
      version: '1.0.0',
      description: 'Stands in for "slow".',
      replaces: { slow: '1.0.0' },
      setup: ({ hooks: own }) => own.filter('sample_trail').tap('fast', (trail) => [...trail, 'fast']),
    });
    expect(await trailOf([tapper('a', { after: 'slow' }), fast])).to.deep.equal(['fast', 'a']);
    expect(await trailOf([tapper('a'), fast], { slow: { stage: -1 } })).to.deep.equal(['fast', 'a']);
    expect(await trailOf([tapper('a'), fast], { slow: false })).to.deep.equal(['a']);
  });

  it('accepts no tap once the generation is built', async () => {
    const generation = await buildTestGeneration([owner]);
    const late = () => generation.server.hooks.filter('sample_trail').tap('late', (trail) => trail);
    expect(late).to.throw(/too late; tap in setup\(\)/);
  });

  it('names the nearest hook for a name that no plugin declares', async () => {
    const wrong = definePlugin({
      name: 'wrong',
      version: '1.0.0',
      description: 'Misspells.',
      setup: (host) => host.hooks.filter('sample_trial' as 'sample_trail').tap('wrong', (trail) => trail),
    });
    const failure = await failureOf(buildTestGeneration([owner, wrong]));
    expect(failure.message).to.include('plugin "wrong" failed in setup').and.include('did you mean "sample_trail"?');
  });

  const misspelt: [asked: string, meant: string][] = [
    ['sampel_of_post', 'sample_of_post'],
    ['kind_my_type_qury', 'kind_my_type_query'],
    ['smple_trail', 'sample_trail'],
  ];
  for (const [asked, meant] of misspelt) {
    it(`names ${meant} when ${asked} is asked for, whether its name is declared or of a pattern`, () => {
      const trail = filter<[string[]]>({ params: ['trail'], meaning: 'Sample.' });
      const registry = new HookRegistry({ onFailure: () => undefined });
      registry.declare('owner', {
        sample_trail: trail,
        'sample_of_{post_type}': trail,
        'kind_{post_type}_query': trail,
      });
      expect(() => registry.get(asked)).to.throw(`there is no hook "${asked}"; did you mean "${meant}"?`);
    });
  }
});

describe('overrides of taps by configuration', () => {
  const plugins = () => [tapper('a'), tapper('b'), tapper('c')];

  it('drop a tap', async () => {
    expect(await trailOf(plugins(), { b: false })).to.deep.equal(['a', 'c']);
  });

  it('move a tap by stage, and by before and after', async () => {
    expect(await trailOf(plugins(), { a: { stage: 9 } })).to.deep.equal(['b', 'c', 'a']);
    expect(await trailOf(plugins(), { c: { before: 'a' } })).to.deep.equal(['b', 'c', 'a']);
  });

  it('replace a tap in its place', async () => {
    expect(await trailOf(plugins(), { b: (trail: string[]) => [...trail, 'new b'] })).to.deep.equal([
      'a',
      'new b',
      'c',
    ]);
  });

  it('add a tap of their own', async () => {
    const own = (trail: string[]) => [...trail, 'mine'];
    expect(await trailOf(plugins(), { mine: own })).to.deep.equal(['a', 'b', 'c', 'mine']);
  });

  it('are part of the listing, with dropped taps', async () => {
    const generation = await buildTestGeneration([owner, ...plugins()], {
      overrides: { sample_trail: { a: false, b: { stage: 1 } } },
    });
    const listing = generation.hooks.list().find(({ name }) => name === 'sample_trail')!;
    const [hook] = listing.hooks;
    expect(hook!.taps.map((tap) => [tap.plugin, tap.overridden?.how])).to.deep.equal([
      ['c', undefined],
      ['b', 'moved'],
    ]);
    expect(hook!.dropped.map((tap) => [tap.plugin, tap.overridden?.how])).to.deep.equal([['a', 'dropped']]);
  });

  it('are refused for a hook that no plugin declares', async () => {
    const failure = await failureOf(buildTestGeneration([owner], { overrides: { sample_trial: {} } }));
    expect(failure.message).to.include('there is no hook "sample_trial"; did you mean "sample_trail"?');
  });
});
