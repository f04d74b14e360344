import { expect } from 'chai';
import { asyncAction, asyncFilter, type HookDeclaration, type PluginHost } from '../../../core/index.ts';
import { buildProbe } from '../../support/probe.ts';

const hooks = {
  spec_slow: asyncFilter<[value: string]>({ params: ['value'], meaning: 'A value.', timeout: 60 }),
  spec_slow_verdict: asyncAction<[]>({ params: [], meaning: 'Decides.', decides: true, timeout: 60 }),
};

declare module '../../../core/hooks/catalogue.ts' {
  interface HookCatalogue {
    spec_slow: HookDeclaration<'filter', 'async', [value: string]>;
    spec_slow_verdict: HookDeclaration<'action', 'async', []>;
  }
}

const never = new Promise<never>(() => undefined);
const inMs = <T>(milliseconds: number, value: T) =>
  new Promise<T>((resolve) => {
    setTimeout(resolve, milliseconds, value);
  });

const build = async (setup: (host: PluginHost) => void, overrides = {}, tapTimeout?: number) => {
  const declared =
    tapTimeout === undefined ? hooks : { spec_slow: { ...hooks.spec_slow, timeout: undefined } as never };
  const probe = await buildProbe(declared, setup, { overrides, tapTimeout });
  const failures = () =>
    probe.generation.failures.map(({ hook, plugin, tap, error }) => `${plugin}:${tap} in ${hook}: ${error}`);
  return { hooks: probe.hooks, failures };
};

describe('a tap that hangs', () => {
  it('is skipped on a hook that decorates after its timeout, and named in the log', async () => {
    const { hooks, failures } = await build((host) => {
      host.hooks.filter('spec_slow').tapPromise('hangs', () => never);
      host.hooks.filter('spec_slow').tap('last', (value) => `${value}!`);
    });
    const start = performance.now();
    expect(await hooks.filter('spec_slow').promise('0')).to.equal('0!');
    expect(performance.now() - start).to.be.above(55);
    expect(failures()).to.deep.equal(['probe:hangs in spec_slow: TimeoutError: it did not answer within 60 ms']);
  });

  it('fails closed on a hook that decides', async () => {
    const { hooks } = await build((host) => host.hooks.action('spec_slow_verdict').tapPromise('hangs', () => never));
    const outcome = await hooks
      .action('spec_slow_verdict')
      .promise()
      .catch((error) => error);
    expect(outcome).to.be.an('error').with.property('name', 'HookFailureError');
  });

  it('is ignored when it answers or fails after its timeout', async () => {
    const { hooks, failures } = await build((host) => {
      host.hooks.filter('spec_slow').tapPromise('answers late', () => inMs(500, 'late'));
      host.hooks
        .filter('spec_slow')
        .tapPromise('fails late', () => inMs(500, 0).then(() => Promise.reject(new Error('no'))));
    });
    expect(await hooks.filter('spec_slow').promise('0')).to.equal('0');
    await inMs(600, 0);
    expect(failures()).to.have.lengthOf(2);
  });

  it('has its own timeout, that of configuration, or the default', async () => {
    const slow = () => inMs(120, 'slow');
    const asks = await build((host) =>
      host.hooks.filter('spec_slow').tapPromise({ name: 'asks', timeout: 5000 }, slow),
    );
    expect(await asks.hooks.filter('spec_slow').promise('0')).to.equal('slow');
    const given = await build((host) => host.hooks.filter('spec_slow').tapPromise('slow', slow), {
      spec_slow: { probe: { timeout: 0 } },
    });
    expect(await given.hooks.filter('spec_slow').promise('0')).to.equal('slow');
    const all = await build((host) => host.hooks.filter('spec_slow').tapPromise('hangs', () => never), {}, 30);
    expect(await all.hooks.filter('spec_slow').promise('0')).to.equal('0');
  });

  it('does not delay other taps that hang at the same time', async () => {
    const { hooks, failures } = await build((host) => host.hooks.filter('spec_slow').tapPromise('hangs', () => never));
    const start = performance.now();
    await Promise.all(Array.from({ length: 50 }, () => hooks.filter('spec_slow').promise('0')));
    // One after the other they would take fifty times as long.
    expect(performance.now() - start).to.be.below(25 * 60);
    expect(failures()).to.have.lengthOf(50);
  });
});
