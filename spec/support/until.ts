import { setTimeout as wait } from 'node:timers/promises';

/** Waits until a condition is true; the timeout of the spec is the limit. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await wait(5);
}
