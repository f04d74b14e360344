import { expect } from 'chai';
import { decode, encode } from '../../host/isolation/codec.ts';
import { FrameReader, frameOf } from '../../host/isolation/frames.ts';
import { Intake } from '../../host/isolation/intake.ts';
import { pathPatternFault, textPatternFault } from '../../host/isolation/patterns.ts';
import { until } from '../support/until.ts';

const LIMIT = { limit: 1000 };
const there = (value: unknown): unknown => decode(encode(value, LIMIT));

describe('what crosses between the host and an isolated plugin', () => {
  it('is what it was, with what JSON does not have', () => {
    const value = {
      texts: ['a"\\\0☃', '\ud800'],
      numbers: [0, -0, 1.5, Number.NaN, Number.NEGATIVE_INFINITY, 10n ** 30n],
      none: [undefined, null],
      date: new Date(5),
      map: new Map<unknown, unknown>([[{ a: 1 }, new Set([1, [2]])]]),
      bytes: new Uint8Array([0, 255, 7]),
      $: { $: 'date', v: 'no date' },
    };
    expect(there(value)).to.deep.equal(value);
    const error = there(new TypeError('oh')) as Error;
    expect([error instanceof Error, error.name, error.message]).to.deep.equal([true, 'TypeError', 'oh']);
  });

  it('has no prototype for anybody else', () => {
    const read = decode('{"__proto__":{"polluted":1},"a":{"__proto__":1,"$":"date"},"$":"object","v":{"__proto__":2}}');
    expect(JSON.stringify(read)).to.equal('{}');
    expect({}).not.to.have.property('polluted');
    expect(Object.keys(decode('{"__proto__":1,"b":{"\\u005f_proto__":2}}') as object)).to.deep.equal(['b']);
  });

  it('stops to be written once it is too long or too deep, however much there is of it', () => {
    let read = 0;
    const endless = new Proxy([], {
      get: (_, key) => {
        if (key === 'length') return 1e9;
        read++;
        return 'x';
      },
    });
    expect(() => encode(endless, LIMIT)).to.throw('larger than 1000 bytes');
    expect(read).to.be.below(1010);
    const self: unknown[] = [];
    self.push(self);
    expect(() => encode(self, LIMIT)).to.throw('nested deeper than 64');
    let twice: unknown = 'x';
    for (let level = 0; level < 60; level++) twice = [twice, twice];
    expect(() => encode(twice, LIMIT)).to.throw('larger than 1000 bytes');
    expect(() => encode(() => 1, LIMIT)).to.throw('functions do not cross');
    expect(decode(encode({ f: () => 1, a: 1 }, { ...LIMIT, skipFunctions: true }))).to.deep.equal({ a: 1 });
  });

  it('is refused when it is nested too deeply, or of no known kind', () => {
    expect(() => decode('['.repeat(1000) + ']'.repeat(1000))).to.throw('nested deeper');
    expect(() => decode(`${'{"$":"map","v":'.repeat(500)}1${'}'.repeat(500)}`)).to.not.throw();
    expect(() => decode('{"$":"function","v":"x"}')).to.throw('unknown value');
  });

  it('comes out of bytes whole, in whatever pieces they come, and not at all when it is too long', () => {
    const texts = ['', 'ä☃', 'x'.repeat(300)];
    const bytes = Buffer.concat(texts.map(frameOf));
    for (const size of [1, 3, 7, 1000]) {
      const reader = new FrameReader(1000);
      const read: string[] = [];
      for (let at = 0; at < bytes.length; at += size) read.push(...reader.read(bytes.subarray(at, at + size)));
      expect(read).to.deep.equal(texts);
    }
    expect(() => new FrameReader(299).read(bytes)).to.throw('larger than 299 bytes');
    expect(() => new FrameReader(1000).read(Buffer.from([255, 255, 255, 255]))).to.throw('larger than 1000 bytes');
  });

  it('is handled some of it at a time, in its order, and not after the end', async () => {
    const handled: string[] = [];
    let done = 0;
    let time = 0;
    const handle = (text: string) => {
      handled.push(text);
      time += 3;
    };
    const intake = new Intake(handle, () => time);
    for (let number = 0; number < 10; number++) intake.take(String(number), () => done++);
    expect(handled, 'before anything else runs').to.deep.equal(['0', '1']);
    expect(done).to.equal(2);
    await until(() => handled.length > 2);
    expect(handled).to.deep.equal(['0', '1', '2', '3']);
    intake.close();
    intake.take('late', () => done++);
    expect([handled.length, done]).to.deep.equal([4, 4]);
  });

  const PATHS: readonly [path: string, isFine: boolean][] = [
    ['/things', true],
    ['/things/(?P<id>[\\d]+)', true],
    ['/things/(?P<slug>[\\w-]+)/parts/(?P<part>\\d+)', true],
    ['/(?P<kind>a|b|c)/(?P<rest>.+)', true],
    ['/(?P<a>[a-z]{2,5})(?:-(?P<b>\\d{4}))?', true],
    ['/a|/b', false],
    ['/(?P<a>(?:a+)+)', false],
    ['/(?P<a>(?:a|b)*)', false],
    ['/(?P<a>.+)/x/(?P<b>.+)', false],
    ['/(?P<a>[^x]+)/x', false],
    ['/(?P<a>\\d+)(?P<b>\\d+)', false],
    ['/(?=a)', false],
    ['/(?P<a>a)\\1', false],
    ['/(?P<a>a', false],
    ['/a)', false],
    ['/[a', false],
  ];
  for (const [path, isFine] of PATHS) {
    it(`takes the path ${path} of a route: ${isFine ? 'yes' : 'no'}`, () => {
      expect(pathPatternFault(path) === undefined).to.equal(isFine);
    });
  }

  it('takes patterns of schemas that take at most a square of the time', () => {
    for (const pattern of ['^[a-z]+-[a-z]+$', '\\d+', '^\\d{4}-\\d\\d$', '^(?:a|b)$']) {
      expect(textPatternFault(pattern), pattern).to.equal(undefined);
    }
    for (const pattern of ['a+b+', '^a*a*a*$', '(a+)+', '^(a|aa)+$', '(?<!a)b', '(', '^a+$|b+|c+']) {
      expect(textPatternFault(pattern), pattern).to.be.a('string');
    }
  });
});
