import { type Answer, changesBetween, keysOf, valueAt, withoutVolatile } from './answer.ts';
import type { Expectation } from './bisect.ts';

/** Expects a field in the body: `title.rendered`, or `title.rendered=Hello` with its value. Throws for an invalid path. */
export function expectField(text: string): Expectation {
  const [path = '', expected] = text.split(/=(.*)/s);
  keysOf(path);
  return {
    isMet({ body }) {
      const value = valueAt(body, path);
      if (expected === undefined) return value !== undefined;
      return value === expected || JSON.stringify(value) === expected;
    },
  };
}

/** Expects a status. */
export const expectStatus = (expected: number): Expectation => ({ isMet: ({ status }) => status === expected });

/** Expects a body that was saved earlier; volatile parts are not compared. */
export const expectBody = (expected: unknown): Expectation => ({
  isMet: ({ body, failure }, volatile) =>
    failure === undefined && withoutVolatile(changesBetween({ body: expected }, { body }), volatile).length === 0,
});

/** Expects all of several conditions; undefined if there are none. */
export function expectAll(expectations: readonly Expectation[]): Expectation | undefined {
  if (expectations.length === 0) return undefined;
  return { isMet: (answer: Answer, volatile) => expectations.every((one) => one.isMet(answer, volatile)) };
}
