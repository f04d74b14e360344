import { expect } from 'chai';
import { addQueryArgs } from '../../../core/index.ts';
import { buildQuery, parseQuery } from '../../../core/rest/index.ts';

const read = (text: string) => JSON.parse(JSON.stringify(parseQuery(text)));
const codeOf = (text: string): string | undefined => {
  try {
    parseQuery(text);
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

describe('query grammar', () => {
  const cases: [query: string, params: unknown][] = [
    ['', {}],
    ['a=1&b', { a: '1', b: '' }],
    ['a=1&a=2', { a: '2' }],
    ['a=x+y%20z', { a: 'x y z' }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a%5B%5D=1', { a: ['1'] }],
    ['a[0]=x&a[1]=y', { a: ['x', 'y'] }],
    ['a[k][j]=1&a[k][l]=2', { a: { k: { j: '1', l: '2' } } }],
    ['a[x][]=1&a[x][]=2', { a: { x: ['1', '2'] } }],
    ['a[]=1&a=2', { a: '2' }],
    ['a=1&a[]=2', { a: ['2'] }],
    ['=1&&a=2', { a: '2' }],
    ['a[=1', { 'a[': '1' }],
    ['a=%C3%A9', { a: 'é' }],
  ];
  for (const [query, params] of cases) {
    it(`reads "${query}" as ${JSON.stringify(params)}`, () => expect(read(query)).to.deep.equal(params));
  }

  it('takes __proto__ and constructor for plain names', () => {
    const params = parseQuery('__proto__=1&constructor[prototype]=2&a[__proto__][x]=3');
    expect(Object.keys(params)).to.deep.equal(['__proto__', 'constructor', 'a']);
    expect(({} as { x?: unknown }).x).to.equal(undefined);
  });

  it('refuses bad percent-encoding and bytes that are not UTF-8', () => {
    for (const text of ['a=%', 'a=%zz', 'a=%ff', '%c3=1']) expect(codeOf(text), text).to.equal('rest_invalid_query');
  });

  it('refuses more than a thousand parameters, and nesting without end', () => {
    expect(codeOf('a&'.repeat(1000))).to.equal(undefined);
    expect(codeOf('a&'.repeat(10_000))).to.equal('rest_invalid_query');
    expect(codeOf(`a${'[b]'.repeat(100)}=1`)).to.equal('rest_invalid_query');
  });

  it('writes lists and maps so that they read back the same', () => {
    const args = { list: ['a', 'b c'], map: { k: { j: '&=' } }, text: 'é' };
    expect(read(buildQuery(args))).to.deep.equal(args);
  });

  it('replaces arguments of the same name in a URL and keeps its fragment', () => {
    expect(addQueryArgs('http://h/p?page=1&b[]=2&c=3#f', { page: 2, b: ['x'] })).to.equal(
      'http://h/p?page=2&b%5B0%5D=x&c=3#f',
    );
  });
});
