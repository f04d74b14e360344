import type { Clean } from './clean.ts';
import { type Check, type Failure, failure } from './failure.ts';
import type { ArgumentSchema } from './schema.ts';

/** A schema's two functions. */
export interface Rules {
  readonly check: Check;
  readonly clean: Clean;
}

/**
 * Builds the rules of a list of types: valid is what one of them accepts wholly, and the first that accepts a value
 * cleans it. What none accepts becomes null (section 4.5).
 */
export function anyType(types: readonly string[], rulesOf: (type: string) => Rules): Rules {
  const each = types.map(rulesOf);
  const names = types.join(',');
  return {
    check(value) {
      let inner = 'rest_invalid_type';
      for (const { check } of each) {
        const problem = check(value);
        if (problem === undefined) return undefined;
        if (inner === 'rest_invalid_type' && !isWrongType(problem)) inner = problem.inner;
      }
      return { ...failure(inner, (name) => `${name} is not of type ${names}.`), code: 'rest_invalid_param' };
    },
    clean: (value) => each.find(({ check }) => check(value) === undefined)?.clean(value) ?? null,
  };
}

function isWrongType({ inner, path }: Failure): boolean {
  return inner === 'rest_invalid_type' && path === '';
}

/**
 * Builds the rules of `anyOf` or `oneOf`; alternatives without a type have that of the whole. The alternative that
 * fits cleans the value, and without one it becomes null. Undefined when the schema has neither.
 */
export function combine(schema: ArgumentSchema, compile: (part: ArgumentSchema) => Rules): Rules | undefined {
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives === undefined) return undefined;
  const exclusive = schema.oneOf !== undefined;
  const each = alternatives.map((part) => compile(part.type === undefined ? { ...part, type: schema.type } : part));
  const fitting = (value: unknown): readonly Rules[] => each.filter(({ check }) => check(value) === undefined);
  return {
    check(value) {
      const fits = fitting(value);
      if (fits.length === 0)
        return failure('rest_no_matching_schema', (name) => `${name} matches none of its allowed forms.`);
      if (exclusive && fits.length > 1)
        return failure('rest_one_of_multiple_matches', (name) => `${name} matches more than one of its forms.`, {
          positions: fits.map((rules) => each.indexOf(rules)),
        });
      return undefined;
    },
    clean: (value) => fitting(value)[0]?.clean(value) ?? null,
  };
}
