import { expect } from 'chai';
import { Likeness } from '../../../core/hooks/likeness.ts';
import { posedAs } from './posed.ts';

/** A value as it is handed out again. */
function posed(value: object) {
  const likeness = new Likeness([]);
  const part = likeness.partOf(value);
  likeness.finish();
  const posing = likeness.pose([]);
  return { copy: posedAs(posing, part) as Record<string, unknown>, posing, isTrue: likeness.isTrue };
}

const manyMembers = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`member ${at}`, { at }]));
const KINDS: Record<string, object> = {
  'a map with others in it': { a: 1, 'b"]; throw 1; //': ['x', { c: null }], '\u2028': {} },
  'a map of many members': manyMembers,
  'a list': ['a', ['b'], {}],
  'a long list': Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? at : { at })),
  'an empty map': {},
  'an empty list': [],
};

describe('the shape of a remembered value', () => {
  for (const [kind, value] of Object.entries(KINDS)) {
    it(`makes the same again: ${kind}`, () => {
      const { copy, posing, isTrue } = posed(value);
      expect(isTrue).to.equal(true);
      expect(copy).to.not.equal(value);
      expect(copy).to.deep.equal(value);
      expect(Object.keys(copy)).to.deep.equal(Object.keys(value));
      expect(posing.isTrue()).to.equal(true);
    });

    it(`knows when a member is added, removed or replaced: ${kind}`, () => {
      const added = posed(value);
      if (Array.isArray(added.copy)) added.copy.push(0);
      else added.copy.more = 0;
      expect(added.posing.isTrue()).to.equal(false);
      const [first] = Object.keys(value);
      if (first === undefined) return;
      const removed = posed(value);
      delete removed.copy[first];
      expect(removed.posing.isTrue()).to.equal(false);
      const replaced = posed(value);
      replaced.copy[first] = 'another';
      expect(replaced.posing.isTrue()).to.equal(false);
    });
  }

  const changes: Record<string, (copy: Record<string, Record<string, unknown>>) => unknown> = {
    'a member of a member is replaced': ({ map }) => Object.assign(map!, { a: 2 }),
    'a member of a member is added': ({ empty }) => Object.assign(empty!, { a: 2 }),
    'a member of a member is removed': ({ map }) => delete map!.a,
    'an item is added': ({ list }) => (list as unknown as string[]).push('b'),
    'an item is missing': ({ list }) => delete list![0],
    'a map takes the place of a list': (copy) => Object.assign(copy, { none: {} }),
    'a list takes the place of a map': (copy) => Object.assign(copy, { empty: [] }),
    'an object of a class takes the place of a map': (copy) => Object.assign(copy, { empty: new Map() }),
    'nothing takes the place of a map': (copy) => Object.assign(copy, { map: null }),
  };
  for (const [what, change] of Object.entries(changes)) {
    it(`knows when ${what}`, () => {
      const { copy, posing } = posed({ map: { a: 1 }, empty: {}, list: ['a'], none: [] });
      change(copy as Record<string, Record<string, unknown>>);
      expect(posing.isTrue()).to.equal(false);
    });
  }

  it('leads back to itself where what was remembered did', () => {
    const value: Record<string, unknown> = { name: 'round' };
    value.self = value;
    const { copy, posing } = posed(value);
    expect(copy.self).to.equal(copy);
    expect(posing.isTrue()).to.equal(true);
  });
});
