import { expect } from 'chai';
import { clientModule } from './client.ts';

describe('arguments in the explorer', () => {
  it('become values of their type', async () => {
    const { readValue } = await clientModule('arguments');
    const values = [
      [{ type: 'integer' }, '7', 7],
      [{ type: 'integer' }, 'seven', 'seven'],
      [{ type: ['integer', 'string'] }, '7', '7'],
      [{ type: 'boolean' }, 'false', false],
      [{ type: 'string' }, '[1]', '[1]'],
      [{ type: 'array', items: { type: 'integer' } }, '1, 2', [1, 2]],
      [{ type: 'array', items: { type: 'string' } }, '["a,b"]', ['a,b']],
      [{ type: 'object' }, '{"raw":"Hello"}', { raw: 'Hello' }],
      [{ type: 'object' }, 'Hello', 'Hello'],
    ] as const;
    expect(values.map(([argument, text]) => readValue(argument, text))).to.eql(values.map(([, , value]) => value));
    expect(() => readValue({ type: 'object' }, '{broken')).to.throw(SyntaxError);
  });

  it('become a query that the interface reads', async () => {
    const { queryOf } = await clientModule('arguments');
    expect(queryOf({ include: [1, 2], slug: ['a,b', 'c'], search: 'a & b', of: { x: 1 } })).to.equal(
      'include=1,2&slug%5B0%5D=a,b&slug%5B1%5D=c&search=a+%26+b&of%5Bx%5D=1',
    );
  });

  it('are described in words', async () => {
    const { typeWords } = await clientModule('arguments');
    expect(typeWords({ type: 'array', items: { type: 'integer' } })).to.equal('array of integer');
    expect(typeWords({ type: 'integer', minimum: 1, maximum: 100 })).to.equal('integer, at least 1, at most 100');
    expect(typeWords({ type: ['string', 'null'], format: 'date-time' })).to.equal('string or null, date-time');
    expect(typeWords({})).to.equal('any');
  });
});
