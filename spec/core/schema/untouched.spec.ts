import { expect } from 'chai';
import { sanitizeValue, validateValue } from '../../../core/schema/index.ts';
import { readFixture } from '../../support/fixtures.ts';

describe('schemas', () => {
  it('leave the values that they check and clean untouched', () => {
    const [checked, cleaned] = [readFixture('vectors/validate.json'), readFixture('vectors/sanitize.json')];
    const before = JSON.stringify([checked, cleaned]);
    for (const { value, schema, param } of checked) validateValue(value, schema, param);
    for (const { value, schema } of cleaned) sanitizeValue(value, schema);
    expect(JSON.stringify([checked, cleaned])).to.equal(before);
  });
});
