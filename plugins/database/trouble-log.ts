import type { Logger } from '../../core/index.ts';
import { TROUBLE_LINES, type Trouble } from './errors.ts';

/** How often a trouble that lasts is told of, in milliseconds. */
const AGAIN = 60_000;

/** Makes a function that tells the log of each kind of trouble: when it begins, and each minute that it lasts. */
export function troubleLog(log: Logger): (trouble: Trouble, error: unknown) => void {
  const told = new Map<Trouble, number>();
  return (trouble, error) => {
    const now = performance.now();
    if (trouble === 'conflict' || now - (told.get(trouble) ?? -AGAIN) < AGAIN) return;
    told.set(trouble, now);
    log.error({ err: error }, TROUBLE_LINES[trouble]);
  };
}
