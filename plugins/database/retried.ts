import { setTimeout as wait } from 'node:timers/promises';
import type { ImmediateDriver } from './backend.ts';
import { DatabaseBusyError } from './errors.ts';

/** How often work is run that others are in the way of, before the client is asked to come again. */
const ATTEMPTS = 6;

/** The longest wait before the second attempt, in milliseconds; it doubles with each further one. */
const WAIT = 20;

/**
 * Runs work, and again after a short time as long as it is undone in a conflict with others. The time is random, so that those
 * who were in each other's way do not meet again. Throws a `DatabaseBusyError` once there have been enough attempts.
 */
export async function retried<T>(run: () => Promise<T>, driver: Pick<ImmediateDriver, 'contention'>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const contention = driver.contention(error);
      if (contention === undefined) throw error;
      if (contention === 'busy' || attempt === ATTEMPTS) throw new DatabaseBusyError(error);
    }
    await wait(Math.random() * WAIT * 2 ** (attempt - 1));
  }
}
