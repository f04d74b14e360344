import { type Difference, isRecord, type MatchMode, show } from './difference.ts';
import { matchOperator, operatorsOf } from './operators.ts';
import type { Variables } from './variables.ts';

const MARKS = new Set(['$extra', '$optional', '$absent']);

/** Compares a value with the expectation of a scenario, and adds a difference for each mismatch. */
export function match(
  expected: unknown,
  got: unknown,
  path: string,
  vars: Variables,
  differences: Difference[],
  mode: MatchMode = {},
): void {
  if (Array.isArray(expected)) {
    matchList(expected, got, path, vars, differences, mode);
  } else if (!isRecord(expected)) {
    const wanted = vars.fill(expected);
    if (got !== wanted) differences.push({ path, expected: show(wanted), got: show(got) });
  } else {
    const operators = operatorsOf(expected);
    if (operators.length === 0) matchMembers(expected, got, path, vars, differences, mode);
    for (const operator of operators) matchOperator(operator, expected, { got, path, vars, differences, mode, match });
  }
}

function matchList(
  expected: readonly unknown[],
  got: unknown,
  path: string,
  vars: Variables,
  differences: Difference[],
  mode: MatchMode,
): void {
  const scalars = expected.length > 0 && expected.every((member) => typeof member !== 'object' || member === null);
  if (mode.listsAreSets && scalars) {
    matchOperator('$set', { $set: expected }, { got, path, vars, differences, mode: {}, match });
    return;
  }
  if (!Array.isArray(got) || got.length !== expected.length) {
    differences.push({ path, expected: `a list of ${expected.length}`, got: show(got) });
  }
  if (!Array.isArray(got)) return;
  for (const [index, member] of expected.entries()) {
    if (index < got.length) match(member, got[index], `${path}[${index}]`, vars, differences, mode);
  }
}

function matchMembers(
  expected: Record<string, unknown>,
  got: unknown,
  path: string,
  vars: Variables,
  differences: Difference[],
  mode: MatchMode,
): void {
  if (!isRecord(got)) {
    differences.push({ path, expected: 'an object', got: show(got) });
    return;
  }
  const optional = new Set((expected.$optional as string[] | undefined) ?? []);
  const named = new Set<string>();
  for (const [template, member] of Object.entries(expected)) {
    if (MARKS.has(template)) continue;
    const name = vars.text(template);
    named.add(name);
    if (Object.hasOwn(got, name)) match(member, got[name], `${path}.${name}`, vars, differences, mode);
    else if (!optional.has(template))
      differences.push({ path: `${path}.${name}`, expected: show(member), got: 'no such member' });
  }
  for (const name of (expected.$absent as string[] | undefined) ?? []) {
    if (Object.hasOwn(got, name))
      differences.push({ path: `${path}.${name}`, expected: 'no such member', got: show(got[name]) });
  }
  if (expected.$extra === 'allow') return;
  for (const name of Object.keys(got)) {
    if (!named.has(name))
      differences.push({ path: `${path}.${name}`, expected: 'no such member', got: show(got[name]) });
  }
}
