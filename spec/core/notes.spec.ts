import { expect } from 'chai';
import { makeNotes } from '../../core/notes.ts';

describe('notes on objects', () => {
  it('are those of each object, and of each kind of note', () => {
    const [sizes, names] = [makeNotes<object, number>(), makeNotes<object, string>()];
    const [one, other] = [{}, []];
    sizes.set(one, 1);
    sizes.set(other, 2);
    names.set(one, 'one');
    expect([sizes.get(one), sizes.get(other), names.get(one), names.get(other)]).to.eql([1, 2, 'one', undefined]);
    sizes.set(one, 3);
    expect(sizes.get(one)).to.equal(3);
  });

  it('are seen by nobody, and go along with no copy', () => {
    const notes = makeNotes<object, number>();
    const object = { a: 1 };
    notes.set(object, 5);
    expect(Reflect.ownKeys(object)).to.eql(['a']);
    expect(JSON.stringify(object)).to.equal('{"a":1}');
    expect(notes.get({ ...object })).to.equal(undefined);
    expect(notes.get(Object.create(object))).to.equal(undefined);
  });

  it('may be made on frozen objects', () => {
    const notes = makeNotes<object, number>();
    const object = Object.freeze({});
    notes.set(object, 5);
    expect(notes.get(object)).to.equal(5);
  });
});
