import { expect } from 'chai';
import { type ArgumentSchema, compileSchema } from '../../../core/schema/index.ts';

/** A valid value as it is cleaned. */
function cleaned(value: unknown, schema: unknown): unknown {
  expect(compileSchema(schema).validate(value, 'p')).to.equal(undefined);
  return compileSchema(schema).sanitize(value);
}

const innerOf = (value: unknown, schema: ArgumentSchema): string | undefined =>
  compileSchema(schema).validate(value, 'p')?.inner;

describe('2.3 argument schemas', () => {
  describe('codes and messages', () => {
    const cases: [string, unknown, ArgumentSchema, object][] = [
      ['a type', 'x', { type: 'integer' }, { inner: 'rest_invalid_type', message: 'p is not of type integer.' }],
      ['a list of types', [], { type: ['integer', 'null'] }, { message: 'p is not of type integer,null.' }],
      [
        'an enum',
        'c',
        { type: 'string', enum: ['a', 'b'] },
        { inner: 'rest_not_in_enum', message: 'p is not one of a, b.' },
      ],
      [
        'a lower bound',
        0,
        { type: 'integer', minimum: 1 },
        { inner: 'rest_out_of_bounds', message: 'p must be at least 1 (inclusive).' },
      ],
      [
        'an upper bound',
        3,
        { type: 'number', maximum: 3, exclusiveMaximum: true },
        { message: 'p must be less than 3 (exclusive).' },
      ],
      [
        'both bounds',
        101,
        { type: 'integer', minimum: 1, maximum: 100 },
        { message: 'p must be between 1 (inclusive) and 100 (inclusive).' },
      ],
      [
        'an element',
        [1, 'x'],
        { type: 'array', items: { type: 'integer' } },
        { param: 'p[1]', message: 'p[1] is not of type integer.' },
      ],
      [
        'a property',
        { a: { b: 'x' } },
        { type: 'object', properties: { a: { type: 'object', properties: { b: { type: 'integer' } } } } },
        { param: 'p[a][b]' },
      ],
      [
        'an unknown property',
        { z: 1 },
        { type: 'object', additionalProperties: false },
        { inner: 'rest_additional_properties_forbidden', message: 'z is not a valid property of Object.' },
      ],
      ['an IP address', 'x', { type: 'string', format: 'ip' }, { inner: 'rest_invalid_ip' }],
    ];
    for (const [what, value, schema, expected] of cases) {
      it(`answers rest_invalid_param for ${what}`, () => {
        expect(compileSchema(schema).validate(value, 'p')).to.include({ code: 'rest_invalid_param', ...expected });
      });
    }

    it('names the parameter in the data of a type failure', () => {
      expect(compileSchema({ type: 'array', items: { type: 'integer' } }).validate(['x'], 'ids')?.data).to.deep.equal({
        param: 'ids[0]',
      });
    });

    it('never repeats the value that was sent', () => {
      for (const schema of [{ type: 'integer' }, { type: 'string', enum: ['a'] }, { type: 'string', format: 'email' }])
        expect(compileSchema(schema).validate('<secret>', 'p')?.message).to.not.contain('secret');
    });

    it('answers rest_invalid_date and rest_invalid_email for these formats', () => {
      expect(compileSchema({ type: 'string', format: 'date-time' }).validate('soon', 'p')?.code).to.equal(
        'rest_invalid_date',
      );
      expect(compileSchema({ type: 'string', format: 'email' }).validate('me', 'p')?.code).to.equal(
        'rest_invalid_email',
      );
    });

    it('gives a list of types rest_invalid_param with the reason of the type that came closest', () => {
      const schema: ArgumentSchema = { type: ['null', 'string'], format: 'date-time' };
      expect(compileSchema(schema).validate('soon', 'p')).to.include({
        code: 'rest_invalid_param',
        inner: 'rest_invalid_date',
      });
      expect(innerOf(20170102, schema)).to.equal('rest_invalid_type');
    });

    it('refuses a date, an address and an email with a newline behind it', () => {
      for (const [format, value] of [
        ['date-time', '2020-01-01T00:00:00\n'],
        ['ip', '::1\n'],
        ['email', 'user@example.com\n'],
      ])
        expect(compileSchema({ type: 'string', format }).validate(value, 'p'), format).to.not.equal(undefined);
    });
  });

  describe('types', () => {
    it('cleans with the first type of the list that accepts the value', () => {
      expect(compileSchema({ type: ['integer', 'boolean'] }).sanitize('1')).to.equal(1);
      expect(compileSchema({ type: ['boolean', 'integer'] }).sanitize('1')).to.equal(true);
      expect(compileSchema({ type: ['boolean', 'integer'] }).sanitize('x')).to.equal(null);
    });

    it('takes no list or text for an object and no map for an array, unless they are empty', () => {
      expect(innerOf(['a'], { type: 'object' })).to.equal('rest_invalid_type');
      expect(innerOf('a', { type: 'object' })).to.equal('rest_invalid_type');
      expect(innerOf({ 0: 'a' }, { type: 'array' })).to.equal('rest_invalid_type');
      expect(innerOf([], { type: 'object' })).to.equal(undefined);
      expect(innerOf('', { type: 'object' })).to.equal(undefined);
      expect(innerOf({}, { type: 'array' })).to.equal(undefined);
    });

    it('accepts everything as it is without a schema or with an unknown type', () => {
      for (const schema of [null, undefined, 'text', [], {}, { type: 'file' }]) {
        expect(cleaned({ a: 1 }, schema)).to.deep.equal({ a: 1 });
      }
    });

    it('checks an enum on the value as given', () => {
      const schema: ArgumentSchema = { type: 'integer', enum: [1, 2] };
      expect(innerOf('1', schema)).to.equal('rest_not_in_enum');
      expect(innerOf(1, schema)).to.equal(undefined);
    });

    it('checks the enum of a list on the list that a text is read as', () => {
      const schema: ArgumentSchema = { type: 'array', items: { type: 'string' }, enum: [['a', 'b'], []] };
      for (const value of ['a,b', 'a b', ['a', 'b'], ''])
        expect(innerOf(value, schema), `${value}`).to.equal(undefined);
      for (const value of ['a', 'b,a', ['a,b']])
        expect(innerOf(value, schema), `${value}`).to.equal('rest_not_in_enum');
      const { items: _, ...uncut } = schema;
      expect(innerOf('a,b', uncut)).to.equal('rest_not_in_enum');
    });

    it('compares lists and maps of an enum by content', () => {
      const schema: ArgumentSchema = { type: ['array', 'object'], enum: [[1, 2], { a: 1, b: 2 }] };
      expect(innerOf([1, 2], schema)).to.equal(undefined);
      expect(innerOf({ b: 2, a: 1 }, schema)).to.equal(undefined);
      expect(innerOf([2, 1], schema)).to.equal('rest_not_in_enum');
    });
  });

  describe('keys of JavaScript prototypes', () => {
    const closed: ArgumentSchema = {
      type: 'object',
      properties: { a: { type: 'integer' } },
      additionalProperties: false,
    };
    const hostile = JSON.parse('{"__proto__": {"polluted": true}, "a": "1"}');

    for (const key of ['constructor', 'toString', 'hasOwnProperty', '__proto__']) {
      it(`treats ${key} as an unknown property`, () => {
        expect(innerOf(JSON.parse(`{"${key}": 1}`), closed)).to.equal('rest_additional_properties_forbidden');
      });
      it(`finds ${key} missing when it is required`, () => {
        expect(innerOf({}, { type: 'object', required: [key] })).to.equal('rest_property_required');
      });
    }

    it('keeps __proto__ as a plain property and changes no prototype', () => {
      const cleaned = compileSchema({ type: 'object' }).sanitize(hostile) as object;
      expect(Object.getPrototypeOf(cleaned)).to.equal(Object.prototype);
      expect(Object.keys(cleaned)).to.deep.equal(['__proto__', 'a']);
      expect(compileSchema(closed).sanitize(hostile)).to.deep.equal({ a: 1 });
    });

    it('ignores an unknown format of such a name', () => {
      expect(innerOf('x', { type: 'string', format: 'constructor' })).to.equal(undefined);
    });
  });

  describe('newer keywords', () => {
    const cases: [string, ArgumentSchema, valid: unknown[], invalid: unknown[]][] = [
      ['rest_invalid_pattern', { type: 'string', pattern: '^#\\d+$' }, ['#1'], ['1', '']],
      ['rest_too_short', { type: 'string', minLength: 2 }, ['ab', '日本', '🙂🙂'], ['', 'a', '🙂']],
      ['rest_too_long', { type: 'string', maxLength: 2 }, ['', '🙂🙂'], ['abc']],
      ['rest_invalid_multiple', { type: 'number', multipleOf: 5 }, [0, '10', -15], [7, 2.5]],
      ['rest_too_few_items', { type: 'array', minItems: 2 }, ['a,b', [1, 2]], [[], 'a', '']],
      ['rest_too_many_items', { type: 'array', maxItems: 1 }, [[], 'a'], ['a,b']],
      [
        'rest_duplicate_items',
        { type: 'array', uniqueItems: true, items: { type: 'integer' } },
        [[1, 2], '1,2'],
        [[1, '1'], '1,1'],
      ],
      [
        'rest_duplicate_items',
        { type: 'array', uniqueItems: true },
        [[{ a: 1 }, { a: 2 }]],
        [
          [
            { a: 1, b: 2 },
            { b: 2, a: 1 },
          ],
        ],
      ],
      ['rest_too_few_properties', { type: 'object', minProperties: 1 }, [{ a: 1 }], [{}]],
      ['rest_too_many_properties', { type: 'object', maxProperties: 1 }, [{}, { a: 1 }], [{ a: 1, b: 2 }]],
      ['rest_property_required', { type: 'object', properties: { a: { required: true } } }, [{ a: 1 }], [{}]],
      ['rest_property_required', { type: 'object', required: ['a'] }, [{ a: null }], [{ b: 1 }]],
      [
        'rest_invalid_uuid',
        { type: 'string', format: 'uuid' },
        ['0f8fad5b-d9cb-469f-a165-70867728950e'],
        ['no', '0F8FAD5B-D9CB-469F-A165-70867728950E'],
      ],
      ['rest_invalid_hex_color', { type: 'string', format: 'hex-color' }, ['#fff', '#A0b1C2'], ['fff', '#ffff', 'red']],
    ];
    for (const [code, schema, valid, invalid] of cases) {
      it(`answers ${code} by ${JSON.stringify(schema)}`, () => {
        for (const value of valid) expect(innerOf(value, schema), JSON.stringify(value)).to.equal(undefined);
        for (const value of invalid) expect(innerOf(value, schema), JSON.stringify(value)).to.equal(code);
        expect(compileSchema(schema).validate(invalid[0], 'p')?.code).to.equal('rest_invalid_param');
      });
    }

    it('applies patternProperties to the names that fit, before additionalProperties', () => {
      const schema: ArgumentSchema = {
        type: 'object',
        patternProperties: { '^n_': { type: 'integer' } },
        additionalProperties: false,
      };
      expect(innerOf({ n_a: '1' }, schema)).to.equal(undefined);
      expect(innerOf({ n_a: 'x' }, schema)).to.equal('rest_invalid_type');
      expect(innerOf({ a: 1 }, schema)).to.equal('rest_additional_properties_forbidden');
      expect(compileSchema(schema).sanitize({ n_a: '1', b: 2 })).to.deep.equal({ n_a: 1 });
    });

    it('cleans text-field to one line and textarea-field with its lines', () => {
      expect(compileSchema({ type: 'string', format: 'text-field' }).sanitize('<b>a</b>\n b ')).to.equal('a b');
      expect(compileSchema({ type: 'string', format: 'textarea-field' }).sanitize('<b>a</b>\n b ')).to.equal('a\n b');
    });

    it('cleans a hex colour that is none to null', () => {
      expect(compileSchema({ type: 'string', format: 'hex-color' }).sanitize('red')).to.equal(null);
    });
  });

  describe('anyOf and oneOf', () => {
    const terms: ArgumentSchema = {
      type: ['object', 'array'],
      oneOf: [
        { type: 'array', items: { type: 'integer' } },
        {
          type: 'object',
          properties: { terms: { type: 'array', items: { type: 'integer' } } },
          additionalProperties: false,
        },
      ],
    };

    it('cleans with the alternative that fits', () => {
      expect(cleaned('1,2', terms)).to.deep.equal([1, 2]);
      expect(cleaned({ terms: '3' }, terms)).to.deep.equal({ terms: [3] });
    });

    it('answers rest_no_matching_schema when none fits', () => {
      for (const value of ['news', { other: 1 }, null])
        expect(innerOf(value, terms)).to.equal('rest_no_matching_schema');
      expect(innerOf('x', { anyOf: [{ type: 'integer' }, { type: 'boolean' }] })).to.equal('rest_no_matching_schema');
    });

    it('answers rest_one_of_multiple_matches when oneOf has several that fit, and anyOf takes the first', () => {
      const alternatives: ArgumentSchema[] = [{ type: 'integer' }, { type: 'string' }, { type: 'boolean' }];
      expect(compileSchema({ oneOf: alternatives }).validate('1', 'p')).to.deep.include({
        code: 'rest_invalid_param',
        inner: 'rest_one_of_multiple_matches',
        data: { positions: [0, 1, 2] },
      });
      expect(cleaned('1', { anyOf: alternatives })).to.deep.equal(1);
    });

    it('gives alternatives without a type that of the whole, and checks the whole as well', () => {
      const schema: ArgumentSchema = { type: 'integer', maximum: 100, anyOf: [{ minimum: 10 }, { enum: [1] }] };
      expect(innerOf(1, schema)).to.equal(undefined);
      expect(innerOf('20', schema)).to.equal(undefined);
      expect(innerOf(5, schema)).to.equal('rest_no_matching_schema');
      expect(innerOf(101, schema)).to.equal('rest_out_of_bounds');
    });
  });

  it('compiles a schema object once', () => {
    const schema: ArgumentSchema = { type: 'integer' };
    expect(compileSchema(schema)).to.equal(compileSchema(schema));
  });
});
