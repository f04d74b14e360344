import { expect } from 'chai';
import { compileSchema } from '../../../core/schema/index.ts';
import { readFixture } from '../../support/fixtures.ts';

describe('schemas', () => {
  it('leave the values that they check and clean untouched', () => {
    const [checked, cleaned] = [readFixture('vectors/validate.json'), readFixture('vectors/sanitize.json')];
    const before = JSON.stringify([checked, cleaned]);
    for (const { value, schema, param } of checked) compileSchema(schema).validate(value, param);
    for (const { value, schema } of cleaned) compileSchema(schema).sanitize(value);
    expect(JSON.stringify([checked, cleaned])).to.equal(before);
  });
});
