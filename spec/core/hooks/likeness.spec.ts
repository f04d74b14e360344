import { expect } from 'chai';
import { Likeness } from '../../../core/hooks/likeness.ts';
import { posedAs } from './posed.ts';

describe('the likeness of values', () => {
  const post = { id: 1 };
  const other = { id: 2 };

  it('hands out copies with the present sitters, and the same object where it was the same', () => {
    const likeness = new Likeness([post]);
    const inner = { text: 'x' };
    const context = { source: 'text', post, list: [1, inner], inner };
    const part = likeness.partOf(context);
    likeness.finish();
    expect(likeness.isTrue).to.equal(true);
    const posing = likeness.pose([other]);
    const made = posedAs(posing, part) as typeof context;
    expect(made).to.eql({ ...context, post: other });
    expect(made).to.not.equal(context);
    expect([made.post === other, made.list[1] === made.inner, posedAs(posing, part) === made]).to.eql([
      true,
      true,
      true,
    ]);
    expect(posing.isTrue()).to.equal(true);
    made.inner.text = 'y';
    expect(posing.isTrue()).to.equal(false);
    expect((posedAs(likeness.pose([post]), part) as typeof context).inner.text).to.equal('x');
  });

  it('hands out circles', () => {
    const likeness = new Likeness([]);
    const circle: { self?: object } = {};
    circle.self = circle;
    const part = likeness.partOf(circle);
    likeness.finish();
    const made = posedAs(likeness.pose([]), part) as typeof circle;
    expect([made.self === made, likeness.isTrue]).to.eql([true, true]);
  });

  const untrue: Record<string, () => unknown> = {
    'a function': () => () => 1,
    'an object with a method': () => ({ get: () => 1 }),
    'a getter': () => ({
      get value() {
        return 1;
      },
    }),
    'an instance of a class': () => new Map(),
    'an object without a prototype': () => Object.create(null),
    'a member that is not enumerable': () => Object.defineProperty({}, 'hidden', { value: 1 }),
    'a symbol as a name': () => ({ [Symbol('name')]: 1 }),
    'something of these within a list': () => [{ date: new Date() }],
    'an object that takes no more members': () => Object.preventExtensions({ a: 1 }),
    'no number': () => Number.NaN,
  };
  for (const [what, make] of Object.entries(untrue)) {
    it(`is not true of ${what}`, () => {
      const likeness = new Likeness([]);
      likeness.partOf(make());
      likeness.finish();
      expect(likeness.isTrue).to.equal(false);
    });
  }

  it('is true of what is frozen or said to be shared, which is handed out itself', () => {
    const [frozen, shared] = [Object.freeze(new Map()), new Map()];
    const likeness = new Likeness([], [shared]);
    const parts = [frozen, shared].map((value) => likeness.partOf(value));
    likeness.finish();
    const posing = likeness.pose([]);
    expect([posedAs(posing, parts[0]!) === frozen, posedAs(posing, parts[1]!) === shared, likeness.isTrue]).to.eql([
      true,
      true,
      true,
    ]);
  });

  it('is not true where somebody changes a value while others are collected', () => {
    for (const change of [(list: number[]) => list.push(3), (list: number[]) => list.pop()]) {
      const likeness = new Likeness([]);
      const list = [1, 2];
      likeness.partOf(list);
      change(list);
      likeness.finish();
      expect(likeness.isTrue).to.equal(false);
    }
  });
});
