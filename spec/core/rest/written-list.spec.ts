import { expect } from 'chai';
import { RestResponse } from '../../../core/index.ts';
import { writtenList } from '../../../core/rest/written-list.ts';
import { toJson } from '../../../core/rest/written-member.ts';

describe('a list whose items are written already', () => {
  // Numbers are told apart from what JSON.stringify would make of them, so that it shows whether an item was read.
  const texts = ['{"a":1.0}', '{"a":2.0}', '{"a":3.0}'];
  // biome-ignore lint/suspicious/noExplicitAny: what a plugin does with data.
  const listOf = (): any => writtenList(texts);
  const plain = () => texts.map((text) => JSON.parse(text));

  it('is written as it is', () => {
    expect(toJson(listOf())).to.equal('[{"a":1.0},{"a":2.0},{"a":3.0}]');
    expect(toJson(writtenList([]))).to.equal('[]');
    expect(toJson(listOf(), 2)).to.equal(JSON.stringify(plain(), null, 2));
  });

  it('is a list like any other to whoever looks at it', () => {
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
    it(`holds what a plain list holds when an item ${what}`, () => {
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

  it('reads only the items that are asked for', () => {
    const list = listOf();
    list[1].b = 5;
    expect(toJson(list)).to.equal('[{"a":1.0},{"a":2,"b":5},{"a":3.0}]');
    expect(toJson(list)).to.equal('[{"a":1.0},{"a":2,"b":5},{"a":3.0}]');
  });

  it('is the data of an answer, which is the same list each time', () => {
    const response = RestResponse.fromItems(texts);
    expect([response.isWritten, response.json]).to.eql([true, '[{"a":1.0},{"a":2.0},{"a":3.0}]']);
    (response.data as object[]).pop();
    expect([response.isWritten, response.json]).to.eql([false, undefined]);
    expect(toJson(response.data)).to.equal('[{"a":1.0},{"a":2.0}]');
    response.data = 5;
    expect(response.data).to.equal(5);
  });
});
