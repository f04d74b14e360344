import { isBooleanLike, sanitizeBoolean } from './boolean.ts';
import { checkEnum } from './check-enum.ts';
import { checkFormat } from './check-format.ts';
import { checkList } from './check-list.ts';
import { checkMap } from './check-map.ts';
import { checkNumber } from './check-number.ts';
import { checkText } from './check-text.ts';
import { type Clean, cleanList, cleanMap, cleanText } from './clean.ts';
import { anyType, combine, type Rules } from './combine.ts';
import { isMap } from './container.ts';
import { type Check, toIssue, typeFailure } from './failure.ts';
import { toInteger, toNumber } from './numeric.ts';
import type { ArgumentSchema, CompiledSchema, SchemaIssue } from './schema.ts';
import { toText } from './text.ts';

/** Rules with their public face. */
interface Built extends Rules, CompiledSchema {}

const built = new WeakMap<object, Built>();

const ANYTHING: Rules = { check: () => undefined, clean: (value) => value };

/**
 * Turns a schema into functions, once for each schema object: later changes to the object have no effect.
 * What is no schema object (null, a list, a text) accepts everything as it is (section 4.5).
 */
export function compileSchema(schema: unknown): CompiledSchema {
  return isMap(schema) ? rulesOf(schema) : publish(ANYTHING);
}

function publish({ check, clean }: Rules): Built {
  const validate = (value: unknown, param: string): SchemaIssue | undefined => {
    const problem = check(value);
    return problem === undefined ? undefined : toIssue(problem, param);
  };
  return { check, clean, validate, sanitize: clean };
}

function rulesOf(schema: ArgumentSchema): Built {
  const known = built.get(schema);
  if (known !== undefined) return known;
  const own = ownRules(schema);
  const combined = combine(schema, rulesOf);
  const rules = publish(combined === undefined ? own : both(combined, own));
  built.set(schema, rules);
  return rules;
}

function both(first: Rules, second: Rules): Rules {
  return { check: all([first.check, second.check]), clean: (value) => second.clean(first.clean(value)) };
}

function ownRules(schema: ArgumentSchema): Rules {
  const { type } = schema;
  if (typeof type === 'string' || type === undefined) return typeRules(schema, type);
  return anyType(type, (one) => typeRules(schema, one));
}

function typeRules(schema: ArgumentSchema, type: string | undefined): Rules {
  const isText = type === 'string' || !TYPES.has(type);
  const { check, clean } = TYPES.get(type)?.(schema) ?? { check: undefined, clean: cleanText(schema, ANYTHING.clean) };
  const checks = [check, checkEnum(schema, type), isText ? checkFormat(schema) : undefined];
  return { check: all(checks.filter((one) => one !== undefined)), clean };
}

const checkOf = (part: ArgumentSchema): Check => rulesOf(part).check;
const cleanOf = (part: ArgumentSchema): Clean => rulesOf(part).clean;

/** How values of each type are checked and cleaned. Formats describe texts, and values of which no type is known. */
const TYPES = new Map<string | undefined, (schema: ArgumentSchema) => Rules>([
  [
    'array',
    (schema) => {
      const { check, clean }: Partial<Rules> = schema.items === undefined ? {} : rulesOf(schema.items);
      return { check: checkList(schema, check, clean), clean: cleanList(clean) };
    },
  ],
  ['object', (schema) => ({ check: checkMap(schema, checkOf), clean: cleanMap(schema, cleanOf) })],
  ['null', () => ({ check: (value) => (value === null ? undefined : typeFailure('null')), clean: () => null })],
  ['integer', (schema) => ({ check: checkNumber(schema, 'integer'), clean: toInteger })],
  ['number', (schema) => ({ check: checkNumber(schema, 'number'), clean: toNumber })],
  ['boolean', () => ({ check: checkBoolean, clean: sanitizeBoolean })],
  ['string', (schema) => ({ check: checkText(schema), clean: cleanText(schema, toText) })],
]);

const checkBoolean: Check = (value) => (isBooleanLike(value) ? undefined : typeFailure('boolean'));

/** Joins checks into one that answers the first failure. */
function all(checks: readonly Check[]): Check {
  const [first, second, ...more] = checks;
  if (first === undefined) return ANYTHING.check;
  if (second === undefined) return first;
  const rest = all([second, ...more]);
  return (value) => first(value) ?? rest(value);
}
