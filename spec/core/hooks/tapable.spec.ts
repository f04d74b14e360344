import { expect } from 'chai';
import { Hook, type TapFailure } from '../../../core/hooks/index.ts';
import { asyncFilter, filter, type HookDeclaration } from '../../../core/index.ts';

/** More calls than an engine needs to optimise a function. */
const OFTEN = 450;

type Taps = readonly ((...args: number[]) => unknown)[];

describe('a hook that fires often', () => {
  const notes = { params: ['value', 'more'] as [string, string], meaning: 'A spec.' };
  const kinds: Record<string, HookDeclaration> = {
    sync: filter<[number, number]>(notes),
    async: asyncFilter<[number, number]>(notes),
    deciding: asyncFilter<[number, number]>({ ...notes, decides: true }),
    bare: filter<[number]>({ params: ['value'], meaning: 'A spec.' }),
  };

  function hookOf(kind: keyof typeof kinds, taps: Taps) {
    const failures: TapFailure[] = [];
    const hook = new Hook('often', kinds[kind]!, { onFailure: (failure) => failures.push(failure) });
    for (const [at, fn] of taps.entries()) hook.add({ plugin: `p${at}` }, `p${at}`, 'sync', fn);
    hook.seal();
    return { hook, failures };
  }

  const fail = () => {
    throw new Error('broken');
  };
  const cases: Record<string, [kind: keyof typeof kinds, taps: Taps]> = {
    'when nothing is changed': ['sync', [() => undefined, (value) => value, () => undefined]],
    'when each tap changes the value': [
      'sync',
      [(value) => value + 1, (value, more) => value * more, (value) => -value],
    ],
    'when the first, the middle or the last one fails': [
      'sync',
      [fail, (value) => value + 1, fail, (value) => value * 2, fail],
    ],
    'when one answers with something of another kind': ['sync', [() => 'text', (value) => value + 1]],
    'when some have to be waited for': ['async', [(value) => value, async (value) => value + 1, (value) => value * 3]],
    'when one that is waited for fails': ['async', [async () => fail(), (value) => value * 3]],
    'when one that decides fails': ['deciding', [(value) => value, fail, (value) => value * 3]],
    'with one parameter': ['bare', [(value) => value, (value) => value + 2]],
  };
  for (const [what, [kind, taps]] of Object.entries(cases)) {
    it(`answers as the first time ${what}`, async () => {
      const { hook, failures } = hookOf(kind, taps);
      const fire = async () => {
        failures.length = 0;
        const outcome = await (async () => hook.call(5, 7))().catch((error: Error) => error.message);
        return [outcome, failures.map(({ plugin }) => plugin)];
      };
      const first = await fire();
      for (let turn = 0; turn < OFTEN; turn++) expect(await fire()).to.eql(first);
    });
  }

  it('uses the result of a tap that varies from call to call', () => {
    let mood = 0;
    const { hook } = hookOf('sync', [
      (value) => value,
      (value) => (mood ? value + mood : undefined),
      (value) => value * 2,
    ]);
    for (let turn = 0; turn < OFTEN; turn++) {
      mood = turn % 3;
      expect(hook.call(1, 0)).to.equal((1 + mood) * 2);
    }
  });
});
