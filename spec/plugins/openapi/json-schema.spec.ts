import { expect } from 'chai';
import { toJsonSchema } from '../../../plugins/openapi/json-schema.ts';

const asked = (schema: unknown) => toJsonSchema(schema, { of: 'request' });
const answered = (schema: unknown, context?: string) => toJsonSchema(schema, { of: 'response', context });

describe('a schema of the interface in JSON Schema 2020-12', () => {
  it('lists what its properties say of being required, and what it lists itself', () => {
    const schema = {
      type: 'object',
      required: ['c'],
      properties: { a: { type: 'string', required: true }, b: { required: false }, c: { type: 'integer' } },
    };
    expect(asked(schema)).to.deep.equal({
      type: 'object',
      required: ['c', 'a'],
      properties: { a: { type: 'string' }, b: {}, c: { type: 'integer' } },
    });
    expect(answered(schema)).not.to.have.property('required');
  });

  it('writes exclusive bounds as numbers', () => {
    expect(asked({ type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false })).to.eql({
      type: 'number',
      exclusiveMinimum: 0,
      maximum: 9,
    });
  });

  it('shows the properties of a context, at any depth, and readonly as readOnly', () => {
    const schema = {
      type: 'object',
      properties: {
        id: { type: 'integer', context: ['view', 'edit'], readonly: true },
        title: { type: 'object', properties: { raw: { context: ['edit'] }, rendered: { context: ['view', 'edit'] } } },
        password: { type: 'string', context: [] },
      },
    };
    const shown = answered(schema, 'view').properties as Record<string, { properties?: object }>;
    expect(shown).to.have.all.keys('id', 'title');
    expect(shown.id).to.deep.equal({ type: 'integer', readOnly: true });
    expect(shown.title!.properties).to.deep.equal({ rendered: {} });
    expect(answered(schema).properties).to.have.all.keys('id', 'title', 'password');
  });

  it('has formats that JSON Schema knows, where the value may be a text', () => {
    expect(asked({ type: 'string', format: 'email' })).to.deep.equal({ type: 'string', format: 'email' });
    expect(asked({ type: 'string', format: 'uri' })).to.deep.equal({ type: 'string', format: 'uri-reference' });
    expect(asked({ type: 'string', format: 'text-field' })).to.deep.equal({ type: 'string' });
    expect(asked({ type: 'integer', format: 'email' })).to.deep.equal({ type: 'integer' });
    const { pattern } = asked({ type: ['string', 'null'], format: 'date-time' }) as { pattern: string };
    for (const date of ['2026-03-01T10:00:00', '2026-03-01T10:00:00Z', '2026-03-01T10:00:00.5+02:00']) {
      expect(date).to.match(new RegExp(pattern, 'u'));
    }
    expect('2026-13-01T10:00:00').not.to.match(new RegExp(pattern, 'u'));
  });

  it('allows, in an answer, an empty text for a format, and values that may not be sent', () => {
    const schema = { type: 'string', format: 'uuid' };
    expect(answered(schema)).to.deep.equal({ type: 'string', anyOf: [{ format: 'uuid' }, { maxLength: 0 }] });
    expect(answered({ enum: ['a'] })).to.deep.equal({ examples: ['a'] });
    expect(asked({ enum: ['a'] })).to.deep.equal({ enum: ['a'] });
  });

  it('keeps both patterns of a date that has one of its own', () => {
    const made = asked({ type: 'string', format: 'date-time', pattern: '^2026' }) as { allOf: [{ pattern: string }] };
    expect(made).to.have.property('pattern', '^2026');
    expect(made.allOf[0]!.pattern).to.include('T');
  });

  it('allows, in an answer, an empty list for a map without members', () => {
    const meta = { type: 'object', properties: {} };
    expect(answered({ properties: { meta } }).properties).to.deep.equal({
      meta: { type: ['object', 'array'], maxItems: 0, properties: {} },
    });
    expect(asked({ properties: { meta } }).properties).to.deep.equal({ meta });
  });

  it('leaves out what it has no words for, and enums of nothing', () => {
    const schema = {
      type: 'string',
      enum: [],
      arg_options: {},
      sanitize_callback: () => '',
      $schema: 'draft-04',
      x: 1,
    };
    expect(asked(schema)).to.deep.equal({ type: 'string' });
    expect(asked({ type: 'object', properties: [] })).to.deep.equal({ type: 'object' });
    expect(asked(null)).to.deep.equal({});
  });

  it('has defaults for requests only, and translates alternatives', () => {
    const schema = { oneOf: [{ type: 'string', default: 'a' }, { items: { readonly: true } }] };
    expect(asked(schema)).to.deep.equal({ oneOf: [{ type: 'string', default: 'a' }, { items: {} }] });
    expect(answered(schema)).to.deep.equal({ anyOf: [{ type: 'string' }, { items: { readOnly: true } }] });
  });
});
