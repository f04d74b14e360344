import type { Logger } from '../../core/index.ts';
import { describeThrown } from './codec.ts';
import type { FromGuest } from './messages.ts';

/** The most lines of one plugin that are logged at once, how many more each second adds, and the most characters of one. */
const MOST_LINES = 100;
const LINES_A_SECOND = 20;
const MOST_CHARACTERS = 16_384;

const LEVELS: readonly (keyof Logger)[] = ['debug', 'info', 'warn', 'error'];

/** Hands the lines that an isolated plugin logs on to the log, but for those that are too many or too long. */
export class LogLines {
  #left = MOST_LINES;
  #since = performance.now();
  #dropped = 0;

  /** Whether a line of this length is to be read at all; those that are not are counted. */
  admits(length: number): boolean {
    const now = performance.now();
    this.#left = Math.min(MOST_LINES, this.#left + ((now - this.#since) / 1000) * LINES_A_SECOND);
    this.#since = now;
    if (this.#left < 1 || length > MOST_CHARACTERS) {
      this.#dropped++;
      return false;
    }
    this.#left--;
    return true;
  }

  write({ level, details, message }: FromGuest & { readonly type: 'log' }, plugin: string, log: Logger): void {
    if (this.#dropped > 0) {
      log.warn(
        { plugin, dropped: this.#dropped },
        `plugin "${plugin}" logs too much; ${this.#dropped} lines were dropped`,
      );
      this.#dropped = 0;
    }
    if (!LEVELS.includes(level)) return;
    const isObject = typeof details === 'object' && details !== null;
    const text = typeof message === 'string' ? message : isObject ? undefined : describeThrown(details).message;
    log[level](isObject ? details : { plugin }, text);
  }
}
