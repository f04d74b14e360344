import { type Difference, isRecord, type MatchMode, show } from './difference.ts';
import { linkRelations, sameAddress } from './link-header.ts';
import type { match } from './match.ts';
import type { Variables } from './variables.ts';

/** The value that an operator compares, and how it compares nested values. */
interface Comparison {
  readonly got: unknown;
  readonly path: string;
  readonly vars: Variables;
  readonly differences: Difference[];
  readonly mode: MatchMode;
  readonly match: typeof match;
}

const isText = (value: unknown): value is string => typeof value === 'string';

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  any: () => true,
  integer: (value) => Number.isInteger(value),
  id: (value) => Number.isInteger(value) && (value as number) > 0,
  number: (value) => typeof value === 'number',
  string: isText,
  text: (value) => isText(value) && value !== '',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: isRecord,
  'date-time': (value) => isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(value),
  uri: (value) => isText(value) && /^(?:https?:)?\/\/\S+$/.test(value),
  uuid: (value) => isText(value) && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
};

type Operator = (wanted: unknown, comparison: Comparison, expected: Record<string, unknown>) => void;

const differs = ({ path, got, differences }: Comparison, expected: string): void => {
  differences.push({ path, expected, got: show(got) });
};

/** The differences between a value and a matcher, in a list of their own. */
function tried(wanted: unknown, got: unknown, comparison: Comparison): Difference[] {
  const differences: Difference[] = [];
  comparison.match(wanted, got, comparison.path, comparison.vars, differences, comparison.mode);
  return differences;
}

/** Removes each expected member from the list; returns the rest. */
function takeOut(wanted: readonly unknown[], comparison: Comparison): unknown[] | undefined {
  if (!Array.isArray(comparison.got)) {
    differs(comparison, 'a list');
    return undefined;
  }
  const left = [...comparison.got];
  for (const member of wanted) {
    const index = left.findIndex((candidate) => tried(member, candidate, comparison).length === 0);
    if (index < 0) differs(comparison, `a list with ${show(comparison.vars.fill(member))}`);
    else left.splice(index, 1);
  }
  return left;
}

const OPERATORS: Readonly<Record<string, Operator>> = {
  $type: (wanted, comparison) => {
    const names = [wanted].flat() as string[];
    const fits = comparison.got !== undefined && names.some((name) => TYPES[name]!(comparison.got));
    if (!fits) differs(comparison, `a value of type ${names.join(' or ')}`);
  },
  $match: (wanted, comparison) => {
    const { got, vars } = comparison;
    if (!isText(got) || !vars.regex(wanted as string).test(got)) differs(comparison, `text matching /${wanted}/`);
  },
  $prefix: (wanted, comparison) => {
    const prefix = comparison.vars.text(wanted as string);
    if (!isText(comparison.got) || !comparison.got.startsWith(prefix))
      differs(comparison, `text beginning with ${prefix}`);
  },
  $items: (wanted, comparison) => {
    const { got, path, vars, differences, mode } = comparison;
    if (!Array.isArray(got)) return differs(comparison, 'a list');
    for (const [index, member] of got.entries()) {
      comparison.match(wanted, member, `${path}[${index}]`, vars, differences, mode);
    }
  },
  $min: (wanted, comparison) => {
    const { got } = comparison;
    if (!Array.isArray(got) || got.length < (wanted as number)) differs(comparison, `a list of at least ${wanted}`);
  },
  $length: (wanted, comparison) => {
    const { got } = comparison;
    if (!Array.isArray(got) || got.length !== wanted) differs(comparison, `a list of ${wanted}`);
  },
  $set: (wanted, comparison) => {
    const left = takeOut(wanted as unknown[], comparison) ?? [];
    if (left.length > 0) differs(comparison, `a list without ${show(left)}`);
  },
  $contains: (wanted, comparison) => {
    takeOut(wanted as unknown[], comparison);
  },
  $any: (wanted, comparison) => {
    const fits = (wanted as unknown[]).some((matcher) => tried(matcher, comparison.got, comparison).length === 0);
    if (!fits) differs(comparison, `one of ${show(wanted)}`);
  },
  $keys: (wanted, comparison, expected) => {
    if (!isRecord(comparison.got)) return differs(comparison, 'an object');
    const keys = Object.keys(comparison.got);
    const missing = (wanted as string[]).filter((key) => !keys.includes(key));
    const extra = expected.$extra === 'allow' ? [] : keys.filter((key) => !(wanted as string[]).includes(key));
    if (missing.length > 0 || extra.length > 0) {
      differs(comparison, `an object with ${missing.join(', ') || 'no more'}, without ${extra.join(', ') || 'less'}`);
    }
  },
  $described: (wanted, { got, path, vars, differences, ...comparison }) =>
    comparison.match(wanted, withoutProse(got), path, vars, differences, { listsAreSets: true }),
  $link: (wanted, comparison) => {
    const relations = linkRelations(comparison.got);
    const expected = Object.entries(wanted as Record<string, string>).map(
      ([relation, url]) => [comparison.vars.text(relation), comparison.vars.text(url)] as const,
    );
    for (const [relation, url] of expected) {
      if (!sameAddress(url, relations.get(relation))) differs(comparison, `rel="${relation}" ${url}`);
    }
    for (const relation of ['prev', 'next']) {
      if (relations.has(relation) && !expected.some(([name]) => name === relation))
        differs(comparison, `no rel="${relation}"`);
    }
  },
};

/** The operators that an expectation holds; none for a plain object. */
export const operatorsOf = (expected: object): string[] =>
  Object.keys(expected).filter((key) => Object.hasOwn(OPERATORS, key));

/** Applies one operator of an expectation. */
export function matchOperator(operator: string, expected: Record<string, unknown>, comparison: Comparison): void {
  OPERATORS[operator]!(expected[operator], comparison, expected);
}

/** Removes texts for people: descriptions, and titles of several words. */
function withoutProse(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutProse);
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, member]) => !(isText(member) && (key === 'description' || (key === 'title' && /\s/.test(member)))),
  );
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutProse(member)]));
}
