import { expect } from 'chai';
import { HookRegistry } from '../../../core/hooks/index.ts';
import { action, type HookDeclaration } from '../../../core/index.ts';

/** What the names of parameters may be, and what is a name in some places alone. */
const WORDS =
  'return new class default eval arguments let static yield await public of async get from value user_id a1 $x _x _taps 1a a-b é'.split(
    ' ',
  );

describe('the parameters of a hook', () => {
  const declare = (...params: string[]) => {
    const hooks = new HookRegistry({ onFailure: (failure) => expect.fail(String(failure)) });
    hooks.declare('mine', { my_hook: action({ params, meaning: 'Of a spec.' } as never) as HookDeclaration });
    return hooks.get('my_hook');
  };

  it('are refused by the declaration, with hook and plugin, where they are words of the language', () => {
    expect(() => declare('value', 'return')).to.throw(
      'plugin "mine" declares hook "my_hook", whose parameter "return" cannot be called so; use another name in its params',
    );
    expect(() => declare('value', 'value')).to.throw('parameter "value" cannot be called so');
  });

  it('that are taken can be called', () => {
    const taken: string[] = [];
    for (const word of WORDS) {
      let hook: ReturnType<typeof declare>;
      try {
        hook = declare(word, 'other');
      } catch {
        continue;
      }
      const seen: unknown[] = [];
      hook.add({ plugin: 'p' } as never, 'p', 'sync', (...args: unknown[]) => void seen.push(...args));
      hook.seal();
      hook.call(1, 2);
      expect(seen, word).to.eql([1, 2]);
      taken.push(word);
    }
    expect(taken).to.eql(['of', 'async', 'get', 'from', 'value', 'user_id', 'a1', '$x']);
  });
});
