import { type Difference, isRecord, show } from './difference.ts';
import type { Answer } from './exchange.ts';
import { match } from './match.ts';
import type { Expectation } from './scenario.ts';
import type { Variables } from './variables.ts';

/** Compares a whole answer with what a step expects. */
export function compareAnswer(expect: Expectation, answer: Answer, vars: Variables): Difference[] {
  const differences: Difference[] = [];
  if (expect.status !== undefined && answer.status !== expect.status) {
    const code = isRecord(answer.json) && answer.status >= 400 ? ` ${show(answer.json.code)}` : '';
    differences.push({ path: 'status', expected: String(expect.status), got: `${answer.status}${code}` });
  }
  for (const [name, wanted] of Object.entries(expect.headers ?? {})) {
    const got = answer.headers.get(name.toLowerCase());
    if (wanted !== null) match(wanted, got, `header ${name}`, vars, differences);
    else if (got !== undefined) differences.push({ path: `header ${name}`, expected: 'no such header', got });
  }
  if (expect.code !== undefined) compareError(expect, answer.json, vars, differences);
  if (expect.text !== undefined) match(expect.text, answer.text, 'text', vars, differences);
  if (expect.jsonp !== undefined && !answer.text.startsWith(`/**/${expect.jsonp}(`)) {
    differences.push({ path: 'text', expected: `/**/${expect.jsonp}(...)`, got: show(answer.text) });
  }
  if (expect.body !== undefined) match(expect.body, answer.json, 'body', vars, differences);
  return differences;
}

/** Compares an error object: code, a message, and the members of its data. */
function compareError(expect: Expectation, body: unknown, vars: Variables, differences: Difference[]): void {
  if (!isRecord(body)) {
    differences.push({ path: 'body', expected: `an error object with code ${expect.code}`, got: show(body) });
    return;
  }
  const { code, message, data, ...also } = body;
  match(expect.code, code, 'body.code', vars, differences);
  match({ $type: 'string' }, message, 'body.message', vars, differences);
  match(expect.also ?? {}, also, 'body', vars, differences);
  if (expect.data === null) {
    match({ $type: 'null' }, data ?? null, 'body.data', vars, differences);
    return;
  }
  const wanted: Record<string, unknown> = { ...expect.data };
  if (expect.status !== undefined && !Object.hasOwn(wanted, 'status')) wanted.status = expect.status;
  if (expect.params !== undefined) {
    wanted.params = Object.fromEntries(expect.params.map((name) => [name, { $type: 'string' }]));
  }
  if (expect.details !== undefined) wanted.details = wantedDetails(expect.details);
  match(wanted, data, 'body.data', vars, differences);
}

/** Compares the details of an error, each an error object of its own; no details are an empty list. */
function wantedDetails(details: Readonly<Record<string, string>>): unknown {
  const entries = Object.entries(details);
  if (entries.length === 0) return [];
  return Object.fromEntries(entries.map(([name, code]) => [name, { $extra: 'allow', code }]));
}
