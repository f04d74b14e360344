import { expect } from 'chai';
import fc from 'fast-check';
import { serialize as librarySerialize } from 'php-serialize';
import { isSerialized, maybeSerialize, maybeUnserialize } from '../../../plugins/database/index.ts';

/** Data without prototypes, as it is read back. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('serialized values', () => {
  it('hold lists and maps as arrays, with whole keys as numbers and lengths in bytes', () => {
    expect(maybeSerialize(['é', 1, 1.5, true, null])).to.equal('a:5:{i:0;s:2:"é";i:1;i:1;i:2;d:1.5;i:3;b:1;i:4;N;}');
    expect(maybeSerialize({ a: {}, 7: 'x', '08': 'y' })).to.equal('a:3:{i:7;s:1:"x";s:1:"a";a:0:{}s:2:"08";s:1:"y";}');
    expect(maybeSerialize(new Map([['b', [false]]]))).to.equal('a:1:{s:1:"b";a:1:{i:0;b:0;}}');
  });

  it('leave texts, numbers and booleans as text', () => {
    expect([
      maybeSerialize('x'),
      maybeSerialize(5),
      maybeSerialize(true),
      maybeSerialize(false),
      maybeSerialize(null),
    ]).to.eql(['x', '5', '1', '', '']);
  });

  it('keep a text that looks serialized as it is', () => {
    for (const text of ['i:5;', 'a:0:{}', 'N;', 's:1:"x";']) {
      expect(maybeUnserialize(maybeSerialize(text)), text).to.equal(text);
    }
  });

  it('read what another implementation of the format wrote', () => {
    const value = { name: 'Zoë', list: [1, 2, { deep: [null, true, 'x"y;z'] }], number: -4, float: 0.25 };
    expect(plain(maybeUnserialize(librarySerialize(value)))).to.eql(value);
  });

  it('leave numbers, and what is no serialized data, as text', () => {
    for (const text of [
      '5',
      '1.5',
      '',
      'a:',
      'hello',
      'a:1:{i:0;s:9:"short";}',
      'a:1:{i:0;i:1;} ;',
      's:3:"ab";',
      'i:1e3;',
      'b:2;',
    ]) {
      expect(maybeUnserialize(text), text).to.equal(text);
    }
  });

  it('leave objects and references as text', () => {
    for (const text of [
      'O:8:"stdClass":1:{s:1:"a";i:1;}',
      'C:3:"Foo":2:{ab}',
      'a:1:{i:0;O:8:"stdClass":0:{}}',
      'a:2:{i:0;a:0:{}i:1;R:2;}',
      'E:7:"Foo:Bar";',
    ]) {
      expect(maybeUnserialize(text), text).to.equal(text);
    }
  });

  it('give maps no prototype, so that keys such as __proto__ are data', () => {
    const value = maybeUnserialize('a:2:{s:9:"__proto__";a:1:{s:1:"x";i:1;}s:11:"constructor";i:2;}') as Record<
      string,
      unknown
    >;
    expect(Object.getPrototypeOf(value)).to.equal(null);
    expect(Object.keys(value)).to.eql(['__proto__', 'constructor']);
    expect(({} as { x?: number }).x).to.equal(undefined);
  });

  it('do not exhaust the stack or the time with hostile depth and lengths', () => {
    const deep = `${'a:1:{i:0;'.repeat(50_000)}N;${'}'.repeat(50_000)}`;
    expect(maybeUnserialize(deep)).to.equal(deep);
    const many = 'a:999999999:{}';
    expect(maybeUnserialize(many)).to.equal(many);
  });

  it('come back from being written, whatever plain data it was', () => {
    const keys = fc.string().filter((key) => !/^-?\d+$/.test(key));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(keys, tie('tree'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(fc.array(tree), (value) => {
        const stored = maybeSerialize(value);
        expect(isSerialized(stored)).to.equal(true);
        expect(plain(maybeUnserialize(stored))).to.eql(plain(value));
      }),
      { numRuns: 300 },
    );
  });
});
