import { isBooleanLike } from './boolean.ts';
import { checkEnum } from './check-enum.ts';
import { checkFormat } from './check-format.ts';
import { checkList } from './check-list.ts';
import { checkMap } from './check-map.ts';
import { checkNumber } from './check-number.ts';
import { checkText } from './check-text.ts';
import { cleanType } from './clean.ts';
import { anyType, combine, type Rules } from './combine.ts';
import { isMap } from './container.ts';
import { type Check, toIssue, typeFailure } from './failure.ts';
import type { ArgumentSchema, CompiledSchema, ParseResult, SchemaIssue } from './schema.ts';

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

/** Checks a value of the parameter `param` (section 4.5). */
export function validateValue(value: unknown, schema: unknown, param: string): SchemaIssue | undefined {
  return compileSchema(schema).validate(value, param);
}

/** Cleans a value by its schema (section 4.5). */
export function sanitizeValue(value: unknown, schema: unknown, param?: string): unknown {
  return compileSchema(schema).sanitize(value, param);
}

/** Checks a value, then cleans it (section 4.5). */
export function parseValue(value: unknown, schema: unknown, param: string): ParseResult {
  return compileSchema(schema).parse(value, param);
}

function publish({ check, clean }: Rules): Built {
  const validate = (value: unknown, param: string): SchemaIssue | undefined => {
    const problem = check(value);
    return problem === undefined ? undefined : toIssue(problem, param);
  };
  return {
    check,
    clean,
    validate,
    sanitize: clean,
    parse(value, param) {
      const issue = validate(value, param);
      return issue === undefined ? { value: clean(value) } : { issue };
    },
  };
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
  const checks = [checkType(schema, type), checkEnum(schema), describesText(type) ? checkFormat(schema) : undefined];
  return {
    check: all(checks.filter((check) => check !== undefined)),
    clean: cleanType(schema, type, (part) => rulesOf(part).clean),
  };
}

function checkType(schema: ArgumentSchema, type: string | undefined): Check | undefined {
  const { items } = schema;
  switch (type) {
    case 'array': {
      const item = items === undefined ? undefined : rulesOf(items);
      return checkList(schema, item?.check, item?.clean ?? ANYTHING.clean);
    }
    case 'object':
      return checkMap(schema, (property) => rulesOf(property).check);
    case 'null':
      return (value) => (value === null ? undefined : typeFailure('null'));
    case 'integer':
    case 'number':
      return checkNumber(schema, type);
    case 'boolean':
      return (value) => (isBooleanLike(value) ? undefined : typeFailure('boolean'));
    case 'string':
      return checkText(schema);
    default:
      return undefined;
  }
}

const NOT_TEXT: ReadonlySet<string | undefined> = new Set(['array', 'object', 'null', 'integer', 'number', 'boolean']);

/** Formats describe texts: those of type `string` and those of which no type is known. */
function describesText(type: string | undefined): boolean {
  return !NOT_TEXT.has(type);
}

/** Joins checks into one that answers the first failure. */
function all(checks: readonly Check[]): Check {
  const [first, second, ...more] = checks;
  if (first === undefined) return ANYTHING.check;
  if (second === undefined) return first;
  const rest = all([second, ...more]);
  return (value) => first(value) ?? rest(value);
}
