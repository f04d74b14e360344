/** In place of `core/trace/fire.ts` in a build without the tracing code: work alone. */
export const fireTraced = <T>(_parent: unknown, _hook: unknown, fire: () => T): T => fire();
export const noteFailure = (): void => undefined;
export const tracedTap = <T>(_hook: unknown, tap: T): T => tap;
export const traced = <T>(_kind: string, _name: string, _plugin: string | undefined, work: () => T): T => work();
export const tracedStatement = <T>(_sql: string, work: () => T): T => work();
