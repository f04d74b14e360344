import { expect } from 'chai';
import fc from 'fast-check';
import { serialize as librarySerialize } from 'php-serialize';
import { isSerialized, maybeSerialize, maybeUnserialize, PhpValue } from '../../../plugins/database/index.ts';
import { readFixture } from '../../support/fixtures.ts';
import { askWordPress, describeWithPhp } from '../../support/wordpress/php-formats.ts';

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

  describe('of PHP', () => {
    const values: Record<string, string> = readFixture('wordpress/values.json');

    for (const [title, stored] of Object.entries(values)) {
      it(`come back as they were written: ${title}`, () => {
        expect(maybeSerialize(maybeUnserialize(stored))).to.equal(stored);
      });
    }

    it('are told from data: objects in an array are values of PHP, and so is all that has references', () => {
      const read = maybeUnserialize(values['an object with a float and members of every visibility']!) as Record<
        string,
        unknown
      >;
      expect(read.f).to.equal(3);
      expect(read.x).to.be.instanceOf(PhpValue);
      expect(String(read.x)).to.match(/^O:5:"Thing":3:\{.*\}$/s);
      expect(maybeUnserialize(values['a reference to an entry']!)).to.be.instanceOf(PhpValue);
    });

    it('keep what is not changed when an option is changed and written again', () => {
      const stored = values["a menu's options with an object among them"]!;
      const read = maybeUnserialize(stored) as Record<string, unknown>;
      const changed = maybeSerialize({ ...read, nav_menu_locations: { primary: 4 } });
      expect(changed).to.equal(stored.replace('i:3;', 'i:4;'));
      const mixed = maybeUnserialize('a:2:{s:1:"a";a:2:{i:7;d:1;i:2;d:2;}s:1:"b";i:1;}') as Record<string, unknown>;
      expect(maybeSerialize({ ...mixed, b: 2 })).to.equal('a:2:{s:1:"a";a:2:{i:7;d:1;i:2;d:2;}s:1:"b";i:2;}');
    });

    it('follow a change of what was read', () => {
      const read = maybeUnserialize('a:3:{i:7;d:1;i:2;d:2;s:1:"c";i:1;}') as Record<string, unknown>;
      read[7] = 1.5;
      delete read[2];
      read.d = 4;
      expect(maybeSerialize(read)).to.equal('a:3:{i:7;d:1.5;s:1:"c";i:1;s:1:"d";i:4;}');
    });

    it('are text where they are broken', () => {
      for (const text of ['O:8:"stdClass":1:{s:1:"a";}', 'O:3:"stdClass":0:{}', 'C:3:"Foo":9:{ab}', 'a:1:{i:0;R:x;}']) {
        expect(maybeUnserialize(text), text).to.equal(text);
      }
    });

    describeWithPhp('and the PHP that is installed', () => {
      it('reads what is written here as it was, and writes it as here', () => {
        const made: unknown[] = [
          ['é', 1.5, 1e17, 1.5e-7, 1e-5, true, null, { a: [], 7: 'x', '08': -3 }],
          new Map<string | number, unknown>([
            ['b', [false]],
            [3, 2 ** 53],
            ['9223372036854775807', 1],
          ]),
        ];
        const stored = [
          ...Object.values(values).filter((value) => !value.includes('Suit')),
          ...made.map(maybeSerialize),
        ];
        const asked = askWordPress(Object.fromEntries(stored.map((value, at) => [at, ['rewritten', value]])));
        const isOfPhpBefore = (value: string) => value.includes('C:11:');
        for (const [at, value] of stored.entries()) if (!isOfPhpBefore(value)) expect(asked[at]).to.equal(value);
      });
    });
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
