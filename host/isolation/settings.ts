import { TAP_TIMEOUT } from '../../core/index.ts';

/** How workers are run. */
export interface IsolationSettings {
  /** The most bytes of memory that a worker may use. */
  readonly memory: number;
  /** How long a worker may keep its event loop from turning, in milliseconds; 0 for as long as it likes. */
  readonly timeout: number;
}

/** How workers are run where nothing else is set. */
export const DEFAULT_ISOLATION: IsolationSettings = { memory: 128 * 2 ** 20, timeout: TAP_TIMEOUT };

/** Whether the source of a plugin says that it is isolated. */
export const saysIsolated = (source: string): boolean => /\bisolated:\s*true\b/.test(source);
