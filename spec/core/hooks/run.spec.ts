import { expect } from 'chai';
import { SyncWaterfallHook } from 'tapable';
import { asyncAction, asyncFilter, type HookDeclaration, type PluginHost } from '../../../core/index.ts';
import { buildProbe } from '../../support/probe.ts';

const hooks = {
  spec_value: asyncFilter<[value: string, more?: string]>({ params: ['value', 'more'], meaning: 'A value.' }),
  spec_told: asyncAction<[]>({ params: [], meaning: 'Tells.' }),
};

declare module '../../../core/hooks/catalogue.ts' {
  interface HookCatalogue {
    spec_value: HookDeclaration<'filter', 'async', [value: string, more?: string]>;
    spec_told: HookDeclaration<'action', 'async', []>;
  }
}

const build = (setup: (host: PluginHost) => void) => buildProbe(hooks, setup);

describe('an asynchronous hook', () => {
  it("is one of tapable's synchronous hooks when no tap waits, with any arguments", async () => {
    const { generation, hooks } = await build((host) => {
      host.hooks.filter('spec_value').tap('one', (value, more) => `${value}1${more ?? ''}`);
      host.hooks.filter('spec_value').tap('silent', () => undefined);
      host.hooks.filter('spec_value').tap('two', (value) => `${value}2`);
    });
    expect(generation.hooks.get('spec_value').tapable.constructor).to.equal(SyncWaterfallHook);
    expect(await hooks.filter('spec_value').promise('0', 'x')).to.equal('01x2');
    expect(await hooks.filter('spec_value').promise('0')).to.equal('012');
  });

  it('waits for the taps that answer with a promise, in their order', async () => {
    const { hooks } = await build((host) => {
      host.hooks.filter('spec_value').tap('one', (value) => `${value}1`);
      host.hooks.filter('spec_value').tapPromise('two', async (value) => `${value}2`);
      host.hooks.filter('spec_value').tap('three', (value) => `${value}3`);
    });
    expect(await hooks.filter('spec_value').promise('0')).to.equal('0123');
  });

  it('answers at once with run() where no tap has to be waited for, and with a promise where one has', async () => {
    const { generation, hooks } = await build((host) => {
      host.hooks
        .filter('spec_value')
        .tapPromise('some', (value) => (value === 'slow' ? Promise.resolve(`${value}1`) : `${value}1`));
      host.hooks.filter('spec_value').tapPromise('throws', (value) => {
        if (value === 'bad1') throw new Error('no');
        return value;
      });
      host.hooks.filter('spec_value').tap('last', (value, more) => `${value}2${more ?? ''}`);
    });
    expect(hooks.filter('spec_value').run('0', 'x')).to.equal('012x');
    expect(hooks.filter('spec_value').run('0')).to.equal('012');
    expect(hooks.filter('spec_value').run('bad')).to.equal('bad12');
    expect(generation.failures.map(({ tap }) => tap)).to.eql(['throws']);
    const slow = hooks.filter('spec_value').run('slow', 'x');
    expect(slow).to.be.instanceOf(Promise);
    expect(await slow).to.equal('slow12x');
    expect(hooks.filter('spec_value').promise('0')).to.be.instanceOf(Promise);
  });

  it('skips a tap that throws or rejects, and goes on', async () => {
    const { generation, hooks } = await build((host) => {
      host.hooks.filter('spec_value').tap('throws', () => {
        throw new Error('no');
      });
      host.hooks.filter('spec_value').tapPromise('rejects', () => Promise.reject(new Error('no')));
      host.hooks.filter('spec_value').tap('last', (value) => `${value}!`);
    });
    expect(await hooks.filter('spec_value').promise('0')).to.equal('0!');
    expect(generation.failures.map(({ tap }) => tap)).to.eql(['throws', 'rejects']);
  });

  it('calls the taps of an action without parameters', async () => {
    let told = 0;
    const { hooks } = await build((host) => host.hooks.action('spec_told').tap('count', () => void told++));
    expect(await hooks.action('spec_told').promise()).to.equal(undefined);
    expect(told).to.equal(1);
  });

  it('waits for an async function that is tapped with tap', async () => {
    const { hooks } = await build((host) => {
      host.hooks.filter('spec_value').tap('async', (async (value: string) => `${value}1`) as never);
    });
    expect(await hooks.filter('spec_value').promise('0')).to.equal('01');
  });

  it('skips a tap that answers with a promise without being tapped with tapPromise, and logs it', async () => {
    const { generation, hooks } = await build((host) => {
      host.hooks.filter('spec_value').tap('late', ((value: string) => Promise.resolve(`${value}1`)) as never);
    });
    expect(await hooks.filter('spec_value').promise('0')).to.equal('0');
    expect(String(generation.failures[0]!.error)).to.match(/tapPromise\(\)/);
  });

  it('is pure when all of its taps say so', async () => {
    const { hooks } = await build((host) => {
      host.hooks.filter('spec_value').tap({ name: 'pure', pure: true }, (value) => value);
    });
    expect(hooks.filter('spec_value').isPure()).to.equal(true);
    const other = await build((host) => {
      host.hooks.filter('spec_value').tap({ name: 'pure', pure: true }, (value) => value);
      host.hooks.filter('spec_value').tap('other', (value) => value);
    });
    expect(other.hooks.filter('spec_value').isPure()).to.equal(false);
  });
});
