import { type Answer, changesBetween, keysOf, valueAt, withoutVolatile } from './answer.ts';
import type { Expectation } from './bisect.ts';

/** Expects a body to have a field: `title.rendered`, or `title.rendered=Hello` with its value. Throws for no path. */
export function expectField(text: string): Expectation {
  const [path = '', wanted] = text.split(/=(.*)/s);
  keysOf(path);
  return {
    isMet({ body }) {
      const value = valueAt(body, path);
      if (wanted === undefined) return value !== undefined;
      return value === wanted || JSON.stringify(value) === wanted;
    },
  };
}

/** Expects a status. */
export const expectStatus = (wanted: number): Expectation => ({ isMet: ({ status }) => status === wanted });

/** Expects the body that was answered once; parts that change by themselves do not count. */
export const expectBody = (wanted: unknown): Expectation => ({
  isMet: ({ body, failure }, volatile) =>
    failure === undefined && withoutVolatile(changesBetween({ body: wanted }, { body }), volatile).length === 0,
});

/** Expects several things at once; nothing, when there are none. */
export function expectAll(expectations: readonly Expectation[]): Expectation | undefined {
  if (expectations.length === 0) return undefined;
  return { isMet: (answer: Answer, volatile) => expectations.every((one) => one.isMet(answer, volatile)) };
}
