import { expect } from 'chai';
import {
  isBooleanLike,
  isIntegerLike,
  isIp,
  parseList,
  sanitizeBoolean,
  sanitizeValue,
  validateValue,
} from '../../../core/schema/index.ts';
import { readFixture } from '../../support/fixtures.ts';
import { itMatches } from '../../support/vectors.ts';

describe('4.5 recorded schema cases', () => {
  const misc = readFixture('vectors/misc.json');

  describe('validateValue', () => {
    const vectors = readFixture('vectors/validate.json');
    itMatches(
      vectors,
      ({ value, schema, param }) => validateValue(value, schema, param)?.code ?? 'valid',
      ({ valid, code }) => (valid ? 'valid' : code),
    );

    it('leaves the value that it checks untouched', () => {
      const before = JSON.stringify(vectors);
      for (const { value, schema, param } of vectors) validateValue(value, schema, param);
      expect(JSON.stringify(vectors)).to.equal(before);
    });
  });

  describe('sanitizeValue', () => {
    itMatches(readFixture('vectors/sanitize.json'), ({ value, schema }) => sanitizeValue(value, schema));
  });

  const helpers = { isIp, isBoolean: isBooleanLike, sanitizeBoolean, isInteger: isIntegerLike, parseList };
  for (const [group, helper] of Object.entries(helpers)) {
    describe(group, () => itMatches(misc[group], ({ value }) => helper(value)));
  }
});
