/** In place of `core/trace/tracing.ts` in a build without the tracing code: nothing is ever traced. */
export const runningSpan = (): undefined => undefined;
export const runIn = <T>(_span: unknown, work: () => T): T => work();
export const beginTracing = (): void => undefined;
export const endTracing = (): void => undefined;
