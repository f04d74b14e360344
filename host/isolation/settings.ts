import { TAP_TIMEOUT } from '../../core/hooks/index.ts';

/** The settings of isolated plugins. */
export interface IsolationSettings {
  /** The most bytes of memory that an isolated plugin may use. */
  readonly memory: number;
  /** How long an isolated plugin may block, in milliseconds; 0 for no limit. */
  readonly timeout: number;
  /** How long an isolated plugin may take to be loaded, and to be set up, in milliseconds; 0 for no limit. */
  readonly startTimeout: number;
  /** The most bytes of one message between the host and an isolated plugin. */
  readonly messageLimit: number;
  /** The folder in which plugins that run in a process, and may use files, have a folder each. */
  readonly dataFolder: string;
}

/** The default settings of isolated plugins. */
export const DEFAULT_ISOLATION: IsolationSettings = {
  memory: 128 * 2 ** 20,
  timeout: TAP_TIMEOUT,
  startTimeout: 60_000,
  messageLimit: 2 ** 20,
  dataFolder: 'data/plugins',
};

/** Where an isolated plugin runs: in a sandbox without Node.js (`true`), or in a process of its own. */
export type IsolationMode = true | 'process';

/** How the source of a plugin says that it is isolated; undefined if it does not. */
export function isolationIn(source: string): IsolationMode | undefined {
  const said = /\bisolated:\s*(?:(true)\b|(['"])process\2)/.exec(source);
  return said === null ? undefined : said[1] === undefined ? 'process' : true;
}
