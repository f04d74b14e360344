import { expect } from 'chai';
import { lazyJsonArray, toJson } from '../../../core/rest/lazy-json-array.ts';

describe('a lazy JSON array', () => {
  // Numbers are written differently than JSON.stringify would, so that it shows whether an item was parsed.
  const texts = ['{"a":1.0}', '{"a":2.0}', '{"a":3.0}'];
  // biome-ignore lint/suspicious/noExplicitAny: what a plugin does with data.
  const listOf = (): any => lazyJsonArray(texts);
  const plain = () => texts.map((text) => JSON.parse(text));

  it('is written as it is', () => {
    expect(toJson(listOf())).to.equal('[{"a":1.0},{"a":2.0},{"a":3.0}]');
    expect(toJson(lazyJsonArray([]))).to.equal('[]');
    expect(toJson(listOf(), 2)).to.equal(JSON.stringify(plain(), null, 2));
  });

  it('is an array like any other to the code that reads it', () => {
    expect(Array.isArray(listOf())).to.equal(true);
    expect(listOf()).to.eql(plain());
    expect([...listOf()]).to.eql(plain());
    expect(structuredClone(listOf())).to.eql(plain());
    expect(JSON.stringify({ body: listOf() })).to.equal(JSON.stringify({ body: plain() }));
    expect(Object.keys(listOf())).to.eql(['0', '1', '2']);
    expect(1 in listOf() && Object.hasOwn(listOf(), 1) && !(3 in listOf())).to.equal(true);
    expect({ ...listOf()[1] }).to.eql({ a: 2 });
  });

  // biome-ignore lint/suspicious/noExplicitAny: as above.
  const changes: Record<string, (list: any) => unknown> = {
    'is changed in place': (list) => Object.assign(list[1], { b: 5 }),
    'is replaced': (list) => Object.assign(list, { 1: 'new' }),
    'goes out by splice': (list) => list.splice(0, 1),
    'goes out by pop': (list) => list.pop(),
    'comes in by unshift': (list) => list.unshift(0),
    'comes in by push': (list) => list.push(undefined),
    'is moved by reverse': (list) => list.reverse(),
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    'is moved by sort': (list) => list.sort((one: any, other: any) => other.a - one.a),
    'is deleted': (list) => delete list[1],
    'is deleted and set again': (list) => delete list[1] && Object.assign(list, { 1: null }),
    'is cut off': (list) => Object.assign(list, { length: 1 }),
    'is taken by a swap': (list) => ([list[0], list[2]] = [list[2], list[0]]),
    'is not read, and the list is frozen': (list) => Object.freeze(list),
    'is read of a frozen list': (list) => Object.assign(Object.freeze(list)[0], { b: 5 }),
    'is told by toJSON': (list) => Object.assign(list, { toJSON: () => 'all' }),
  };
  for (const [what, change] of Object.entries(changes)) {
    it(`equals a plain list when an item ${what}`, () => {
      const [list, other] = [listOf(), plain()];
      change(list);
      change(other);
      expect(JSON.parse(toJson(list))).to.eql(JSON.parse(JSON.stringify(other)));
    });
  }

  it('may be inherited from', () => {
    const list = listOf();
    const heir = Object.create(list);
    expect([heir[1], heir[1] === list[1]]).to.eql([{ a: 2 }, true]);
    heir[0] = 5;
    expect(toJson(list)).to.equal('[{"a":1.0},{"a":2},{"a":3.0}]');
  });

  it('parses only the items that are used', () => {
    const list = listOf();
    list[1].b = 5;
    expect(toJson(list)).to.equal('[{"a":1.0},{"a":2,"b":5},{"a":3.0}]');
    expect(toJson(list)).to.equal('[{"a":1.0},{"a":2,"b":5},{"a":3.0}]');
  });
});
