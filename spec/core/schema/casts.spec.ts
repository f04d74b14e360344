import { expect } from 'chai';
import {
  compileSchema,
  isBooleanLike,
  isIntegerLike,
  isIp,
  isNumeric,
  parseList,
  sanitizeBoolean,
  toInteger,
  toNumber,
  toText,
} from '../../../core/schema/index.ts';

describe('4.5 casts of single values', () => {
  for (const text of [' 5 ', '5\n', '1.', '.5', '+1', '-.5', '1e2', '100e-2', '\t1E+3\v', '00']) {
    it(`takes ${JSON.stringify(text)} for a number`, () => expect(isNumeric(text)).to.equal(true));
  }
  for (const text of ['', ' ', '0x1A', '1_000', 'INF', 'NaN', '5\u00a0', '\u00a05', '1e', '.', '+', '1 2', '١']) {
    it(`does not take ${JSON.stringify(text)} for a number`, () => expect(isNumeric(text)).to.equal(false));
  }

  const casts: [unknown, number][] = [
    ['1e3x', 1000],
    ['1.9e1', 19],
    ['017', 17],
    ['0x1A', 0],
    [' 12 apples', 12],
    ['-3.9', -3],
    ['-0.5', 0],
    ['.9', 0],
    [true, 1],
    [null, 0],
    [[], 0],
    [{}, 0],
    [[0], 1],
    [Number.NaN, 0],
  ];
  for (const [value, whole] of casts) {
    it(`casts ${JSON.stringify(value)} to the integer ${whole}`, () => expect(toInteger(value)).to.equal(whole));
  }

  it('keeps integers within the safe ones', () => {
    expect(toInteger('99999999999999999999')).to.equal(Number.MAX_SAFE_INTEGER);
    expect(toInteger(-1e300)).to.equal(Number.MIN_SAFE_INTEGER);
  });

  it('gives no negative zero', () => expect(Object.is(toInteger('-0.2'), 0)).to.equal(true));

  it('reads a number as far as the text is one', () => {
    expect(toNumber('2.5e-1kg')).to.equal(0.25);
    expect(toNumber('1e')).to.equal(1);
    expect(toNumber('kg')).to.equal(0);
  });

  it('takes whole numbers in any spelling for integers', () => {
    for (const value of ['1e2', '5.0', ' 7', '100e-2', 3, '1e400']) expect(isIntegerLike(value)).to.equal(true);
    for (const value of ['1e-1', 0.5, true, null, '5a']) expect(isIntegerLike(value)).to.equal(false);
  });

  it('takes only "false", "0" and "" for false among texts, in any case', () => {
    for (const text of ['false', 'FALSE', 'fAlSe', '0', '']) expect(sanitizeBoolean(text)).to.equal(false);
    for (const text of ['no', ' true', '0.0', 'null', 'off', ' ', 'false\n'])
      expect(sanitizeBoolean(text)).to.equal(true);
  });

  it('accepts as boolean what spells true, false, 0 or 1 and nothing else', () => {
    for (const value of [true, false, 0, 1, '0', '1', 'True', 'FALSE']) expect(isBooleanLike(value)).to.equal(true);
    for (const value of ['', 'no', ' true', 'true\n', 2, null, [], '01']) expect(isBooleanLike(value)).to.equal(false);
  });

  it('reads scalars as lists of text', () => {
    expect(parseList(5)).to.deep.equal(['5']);
    expect(parseList(true)).to.deep.equal(['1']);
    expect(parseList(false)).to.deep.equal([]);
    expect(parseList('')).to.deep.equal([]);
    expect(parseList(null)).to.deep.equal([]);
  });

  it('separates lists at commas and at blanks of ASCII, and at no other blank', () => {
    expect(parseList('a b, c\td\n,\fe ,')).to.deep.equal(['a', 'b', 'c', 'd', 'e']);
    expect(parseList('a\u00a0b\u2003c\u0085d')).to.deep.equal(['a\u00a0b\u2003c\u0085d']);
    const ids = { type: 'array', items: { type: 'integer' } };
    expect(compileSchema(ids).sanitize('1 2')).to.deep.equal([1, 2]);
    expect(compileSchema(ids).validate('1\u00a02', 'p')?.inner).to.equal('rest_invalid_type');
  });

  it('casts scalars to lists without splitting when a schema has no items', () => {
    const schema = { type: 'array' };
    expect(compileSchema(schema).sanitize('a,b')).to.deep.equal(['a,b']);
    expect(compileSchema(schema).sanitize(5)).to.deep.equal(['5']);
    expect(compileSchema(schema).sanitize(false)).to.deep.equal([]);
    expect(compileSchema(schema).sanitize(null)).to.deep.equal([]);
    expect(compileSchema(schema).validate(null, 'p')?.inner).to.equal('rest_invalid_type');
  });

  it('writes numbers as text with 14 digits and an exponent for the extremes', () => {
    expect(toText(0.1 + 0.2)).to.equal('0.3');
    expect(toText(1e20)).to.equal('1.0E+20');
    expect(toText(1.25e-7)).to.equal('1.25E-7');
    expect(toText(-12)).to.equal('-12');
  });

  it('accepts leading zeros in IPv4 and refuses zone ids, prefixes and line ends', () => {
    expect(isIp('001.002.003.004')).to.equal(true);
    for (const text of ['fe80::1%eth0', '::1/128', '127.0.0.1\n', '::1\n', '0001.2.3.4', '256.1.1.1'])
      expect(isIp(text), text).to.equal(false);
    expect(isIp(2130706433)).to.equal(false);
  });
});
