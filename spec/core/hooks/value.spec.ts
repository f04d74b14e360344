import { expect } from 'chai';
import {
  action,
  asyncFilter,
  filter,
  type HookDeclaration,
  mustBe,
  type PluginHost,
  RestError,
  RestResponse,
} from '../../../core/index.ts';
import { buildProbe } from '../../support/probe.ts';

const decides = { params: ['value'], meaning: 'Decides.', decides: true } as const;
const hooks = {
  // biome-ignore lint/suspicious/noExplicitAny: a value of every kind.
  spec_kind: filter<[value: any]>({ params: ['value'], meaning: 'A value of one kind.' }),
  // biome-ignore lint/suspicious/noExplicitAny: a value of every kind.
  spec_kind_later: asyncFilter<[value: any]>({ params: ['value'], meaning: 'A value of one kind.' }),
  // biome-ignore lint/suspicious/noExplicitAny: a value of every kind.
  spec_kind_verdict: filter<[value: any]>({ ...decides, params: ['value'] }),
  spec_kind_declared: filter<[value: string | null]>({
    params: ['value'],
    meaning: 'A text or nothing.',
    value: mustBe('a text or null', (value) => value === null || typeof value === 'string'),
  }),
  spec_kind_told: action<[]>({ params: [], meaning: 'Tells.' }),
};

declare module '../../../core/hooks/catalogue.ts' {
  interface HookCatalogue {
    // biome-ignore lint/suspicious/noExplicitAny: a value of every kind.
    spec_kind: HookDeclaration<'filter', 'sync', [value: any]>;
    // biome-ignore lint/suspicious/noExplicitAny: a value of every kind.
    spec_kind_later: HookDeclaration<'filter', 'async', [value: any]>;
    // biome-ignore lint/suspicious/noExplicitAny: a value of every kind.
    spec_kind_verdict: HookDeclaration<'filter', 'sync', [value: any]>;
    spec_kind_declared: HookDeclaration<'filter', 'sync', [value: string | null]>;
    spec_kind_told: HookDeclaration<'action', 'sync', []>;
  }
}

const build = async (setup: (host: PluginHost) => void) => {
  const probe = await buildProbe(hooks, setup);
  const failures = () => probe.generation.failures.map(({ hook, error }) => `${hook}: ${(error as Error).message}`);
  return { hooks: probe.hooks, failures };
};

/** The result of a filter for a value when its tap returns another one. */
const passedOn = async (given: unknown, answer: unknown) => {
  const { hooks, failures } = await build((host) => {
    host.hooks.filter('spec_kind').tap('answers', () => answer);
    host.hooks.filter('spec_kind_later').tapPromise('answers', async () => answer);
  });
  const value = hooks.filter('spec_kind').call(given);
  expect(await hooks.filter('spec_kind_later').promise(given)).to.equal(value);
  return { value, failures: failures() };
};

describe('the result of a tap of a filter', () => {
  const response = new RestResponse();
  const refused: [kind: string, given: unknown, answer: unknown, told: string][] = [
    ['a text', 'text', 5, 'it answered with a number where a string is passed on'],
    ['a number', 5, '5', 'it answered with a string where a number is passed on'],
    ['true or false', true, null, 'it answered with null where a boolean is passed on'],
    ['a list', [1], { 0: 1 }, 'it answered with an object where a list is passed on'],
    ['a map', { a: 1 }, [1], 'it answered with a list where an object is passed on'],
    ['a response', response, { data: null }, 'it answered with an object where a RestResponse is passed on'],
    ['a response', response, null, 'it answered with null where a RestResponse is passed on'],
    ['a Map', new Map(), {}, 'it answered with an object where a Map is passed on'],
  ];
  for (const [kind, given, answer, told] of refused) {
    it(`is ignored when ${kind} is passed on and it is ${JSON.stringify(answer)}`, async () => {
      const { value, failures } = await passedOn(given, answer);
      expect(value).to.equal(given);
      expect(failures).to.deep.equal([`spec_kind: ${told}`, `spec_kind_later: ${told}`]);
    });
  }

  it('is passed on when it is of the same kind, when there was nothing before, and when it is nothing', async () => {
    const pairs = [
      ['text', 'other'],
      [[1], []],
      [{ a: 1 }, Object.create(null)],
      [response, new (class extends RestResponse {})()],
      [null, 5],
      [undefined, 'text'],
    ] as const;
    for (const [given, answer] of pairs) {
      expect(await passedOn(given, answer)).to.deep.equal({ value: answer, failures: [] });
    }
    expect(await passedOn('text', undefined)).to.deep.equal({ value: 'text', failures: [] });
  });

  it('follows the declaration if that says what the value must be', async () => {
    const { hooks, failures } = await build((host) => {
      host.hooks.filter('spec_kind_declared').tap('null', (value) => (value === 'gone' ? null : value));
      host.hooks.filter('spec_kind_declared').tap('number', (value) => (value === 'five' ? (5 as never) : value));
    });
    expect(hooks.filter('spec_kind_declared').call('gone')).to.equal(null);
    expect(hooks.filter('spec_kind_declared').call('five')).to.equal('five');
    expect(failures()).to.deep.equal([
      'spec_kind_declared: it answered with a number where a text or null is passed on',
    ]);
  });

  it('fails a hook that decides closed when it is of another kind, and refuses when it is an error object', async () => {
    const { hooks } = await build((host) => {
      host.hooks
        .filter('spec_kind_verdict')
        .tap('answers', (value) => (value === 'refuse' ? new RestError('no', 'No.', { status: 403 }) : null));
    });
    const fire = (value: string) => () => hooks.filter('spec_kind_verdict').call(value);
    expect(fire('text')).to.throw().with.property('name', 'HookFailureError');
    expect(fire('refuse')).to.throw().with.property('code', 'no');
  });
});

describe('a promise that a tap of a synchronous hook returns', () => {
  it('fails the tap of a filter, and the rejection of the promise is logged too', async () => {
    const { hooks, failures } = await build((host) => {
      host.hooks.filter('spec_kind').tap('promises', () => Promise.reject(new Error('gone')));
    });
    expect(hooks.filter('spec_kind').call('text')).to.equal('text');
    await new Promise(setImmediate);
    expect(failures()).to.deep.equal([
      'spec_kind: it answered with a promise, for which this hook does not wait',
      'spec_kind: gone',
    ]);
  });

  it('is allowed on an action, and its rejection is logged', async () => {
    const { hooks, failures } = await build((host) => {
      host.hooks.action('spec_kind_told').tap('promises', () => Promise.reject(new Error('gone')) as never);
    });
    hooks.action('spec_kind_told').call();
    expect(failures()).to.deep.equal([]);
    await new Promise(setImmediate);
    expect(failures()).to.deep.equal(['spec_kind_told: gone']);
  });
});
