import { setTimeout as wait } from 'node:timers/promises';

/** Waits until something holds, as long as the spec's timeout allows. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await wait(5);
}
