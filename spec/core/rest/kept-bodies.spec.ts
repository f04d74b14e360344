import { expect } from 'chai';
import fc from 'fast-check';
import { KeptBodies } from '../../../core/rest/kept-bodies.ts';
import { addWrittenMember, toJson } from '../../../core/rest/written-member.ts';

const LONG = JSON.stringify('é'.repeat(20_000));

const objectWith = (before: unknown, json: string, after: unknown): Record<string, unknown> => {
  const object: Record<string, unknown> = { before };
  addWrittenMember(object, 'long', json, () => JSON.parse(json));
  return Object.assign(object, { after });
};

describe('a body with a long member that is written already', () => {
  it('is the same text, and the same bytes, as long as all members are', () => {
    const bodies = new KeptBodies();
    const text = bodies.textOf(objectWith(1, LONG, [2]))!;
    expect(text).to.equal(toJson(objectWith(1, LONG, [2])));
    expect(bodies.textOf(objectWith(1, LONG, [2]))).to.equal(text);
    expect(bodies.bytesOf(text)).to.equal(bodies.bytesOf(text));
    expect(bodies.bytesOf(text)).to.eql(Buffer.from(text));
  });

  it('is what its object says, whatever was written before', () => {
    const other = JSON.stringify('è'.repeat(20_000));
    const value = fc.option(fc.constantFrom<unknown>(1, '1', [1], { a: 1 }), { nil: undefined });
    const body = fc.record({ before: value, json: fc.constantFrom(LONG, other), after: value });
    fc.assert(
      fc.property(fc.array(body, { minLength: 1, maxLength: 12 }), (list) => {
        const bodies = new KeptBodies();
        for (const { before, json, after } of list) {
          const text = bodies.textOf(objectWith(before, json, after))!;
          expect(text).to.equal(JSON.stringify({ before, long: JSON.parse(json), after }));
          expect(bodies.bytesOf(text)?.toString()).to.equal(text);
        }
      }),
    );
  });

  it('has links in the place of its own, or at its end', () => {
    const bodies = new KeptBodies();
    const links = { self: [{ href: 'http://example.org/' }] };
    for (const object of [{ a: 1 }, { _links: 'own', a: 1 }]) {
      addWrittenMember(object, 'long', LONG, () => JSON.parse(LONG));
      for (const more of [links, { ...links, up: [] }, undefined]) {
        const whole = { ...object, ...(more === undefined ? {} : { _links: more }) };
        const again = { ...object };
        addWrittenMember(again, 'long', LONG, () => JSON.parse(LONG));
        expect(bodies.textOf(again, more)).to.equal(JSON.stringify(whole));
      }
    }
  });

  it('is not kept where the member was read or is short, and nothing else is', () => {
    const bodies = new KeptBodies();
    const read = objectWith(1, LONG, 2);
    expect(read.long).to.be.a('string');
    for (const value of [read, objectWith(1, '"short"', 2), { long: LONG }, [LONG], LONG, null]) {
      expect(bodies.textOf(value)).to.equal(undefined);
      expect(bodies.bytesOf(JSON.stringify(value))).to.equal(undefined);
    }
  });

  it('is forgotten once a few others were written', () => {
    const bodies = new KeptBodies();
    const text = bodies.textOf(objectWith(0, LONG, 0))!;
    for (const at of [1, 2, 3, 4]) bodies.textOf(objectWith(at, LONG, at));
    expect(bodies.bytesOf(text)).to.equal(undefined);
  });
});
