import { expect } from 'chai';
import { CacheRecorder } from '../../../core/cache/index.ts';
import { RequestContext, RestRequest } from '../../../core/index.ts';

const requestWith = (headers: Record<string, string | string[] | undefined>, context?: RequestContext): RestRequest =>
  new RestRequest('GET', '/t/v1/items', { headers, context });

describe('a header of a request', () => {
  const cases: [what: string, given: Record<string, string | string[] | undefined>][] = [
    ['in lower case', { 'x-one': '1', accept: ['a', 'b'], 'x-none': undefined }],
    ['in any case', { 'X-One': '1', Accept: ['a', 'b'], 'X-None': undefined }],
  ];
  for (const [what, given] of cases) {
    it(`is found by its name, whatever the case, where it is given ${what}`, () => {
      const request = requestWith(given);
      expect(request.getHeader('x-one')).to.equal('1');
      expect(request.getHeader('X-ONE')).to.equal('1');
      expect(request.getHeader('Accept')).to.equal('a, b');
      for (const name of ['X-None', 'X-Other', 'constructor', '__proto__']) {
        expect(request.getHeader(name), name).to.equal(null);
      }
      expect([...request.headers]).to.eql([
        ['x-one', '1'],
        ['accept', 'a, b'],
      ]);
    });
  }

  it('is another once it is set', () => {
    const request = requestWith({ 'x-one': '1' });
    expect(request.getHeader('X-One')).to.equal('1');
    request.headers.set('x-one', '2');
    expect(request.getHeader('X-One')).to.equal('2');
    request.headers.delete('x-one');
    expect(request.getHeader('X-One')).to.equal(null);
  });

  it('is recorded by its name in lower case, absent or not', () => {
    const recorder = new CacheRecorder({} as never);
    const request = requestWith({ 'x-one': '1' }, new RequestContext({ recorder }));
    request.getHeader('X-One');
    request.getHeader('X-Other');
    expect([...recorder.headers]).to.eql(['x-one', 'x-other']);
    expect(recorder.uncacheable).to.equal(undefined);
    expect(request.headers.size).to.equal(1);
    expect(recorder.uncacheable).to.be.a('string');
    recorder.end();
  });
});
