import { TAP_TIMEOUT } from '../../core/hooks/index.ts';

/** The settings of workers. */
export interface IsolationSettings {
  /** The most bytes of memory that a worker may use. */
  readonly memory: number;
  /** How long a worker may block its event loop, in milliseconds; 0 for no limit. */
  readonly timeout: number;
}

/** The default settings of workers. */
export const DEFAULT_ISOLATION: IsolationSettings = { memory: 128 * 2 ** 20, timeout: TAP_TIMEOUT };

/** Whether the source of a plugin declares it isolated. */
export const saysIsolated = (source: string): boolean => /\bisolated:\s*true\b/.test(source);
