import { expect } from 'chai';
import { addWrittenMember, toJson, withMembers } from '../../../core/rest/written-member.ts';

describe('a member that is written already', () => {
  let made: number;
  const make = () => {
    made++;
    return { one: 1 };
  };
  // biome-ignore lint/suspicious/noExplicitAny: what a plugin does with data.
  const objectWith = (): any => {
    made = 0;
    const object = { before: [true], left: undefined };
    addWrittenMember(object, 'routes', '{"one":1}', make);
    return Object.assign(object, { after: 'x' });
  };

  it('is written as it is, at its place, and nothing is made for it', () => {
    expect(toJson(objectWith())).to.equal('{"before":[true],"routes":{"one":1},"after":"x"}');
    expect(made).to.equal(0);
  });

  it('stays so in a copy with further members', () => {
    expect(toJson(withMembers(objectWith(), { _links: {} }))).to.equal(
      '{"before":[true],"routes":{"one":1},"after":"x","_links":{}}',
    );
    expect(made).to.equal(0);
  });

  it('is made once for whoever reads it, and may be changed', () => {
    const object = objectWith();
    object.routes.two = 2;
    expect(toJson(object)).to.equal('{"before":[true],"routes":{"one":1,"two":2},"after":"x"}');
    expect(made).to.equal(1);
  });

  it('may be replaced and removed', () => {
    const object = objectWith();
    object.routes = 5;
    expect(toJson(object)).to.equal('{"before":[true],"routes":5,"after":"x"}');
    const other = objectWith();
    delete other.routes;
    expect(toJson(other)).to.equal('{"before":[true],"after":"x"}');
    other.routes = 6;
    expect(toJson(other)).to.equal('{"before":[true],"after":"x","routes":6}');
    const third = objectWith();
    Object.defineProperty(third, 'routes', { value: 7, enumerable: true });
    expect(toJson(third)).to.equal('{"before":[true],"routes":7,"after":"x"}');
  });

  it('is a member like any other to a spread, to JSON and to the keys of the object', () => {
    expect({ ...objectWith() }).to.eql({ before: [true], left: undefined, routes: { one: 1 }, after: 'x' });
    expect(JSON.stringify(objectWith())).to.equal('{"before":[true],"routes":{"one":1},"after":"x"}');
    expect(Object.keys(objectWith())).to.eql(['before', 'left', 'routes', 'after']);
  });

  it('is made anew where the JSON is to be indented', () => {
    const object = objectWith();
    expect(toJson(object, 2)).to.equal(JSON.stringify({ before: [true], routes: { one: 1 }, after: 'x' }, null, 2));
  });

  it('is the JSON of any other value that has none', () => {
    for (const value of [null, undefined, 0, 'x', [1], { a: undefined, b: 1 }]) {
      expect(toJson(value)).to.equal(JSON.stringify(value ?? null));
    }
  });

  it('is none of an object that has members of any name', () => {
    const object = JSON.parse('{"__proto__":{"a":1},"b":2}');
    expect(toJson(withMembers(object, { c: 3 }))).to.equal('{"__proto__":{"a":1},"b":2,"c":3}');
  });
});
