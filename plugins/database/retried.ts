import { setTimeout as wait } from 'node:timers/promises';
import type { ImmediateDriver } from './backend.ts';
import { DatabaseTroubleError } from './errors.ts';

/** How often work is run that others are in the way of, before the client is asked to come again. */
const ATTEMPTS = 8;

/** The longest wait before the second attempt, in milliseconds; it doubles with each further one. */
const WAIT = 20;

/**
 * Runs work, and again after a short time as long as it is undone in a conflict with others. The time is random, so that those
 * who were in each other's way do not meet again. Throws a `DatabaseTroubleError` once there have been enough attempts, and
 * for any other trouble of the database.
 */
export async function retried<T>(run: () => Promise<T>, driver: Pick<ImmediateDriver, 'trouble'>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const trouble = driver.trouble(error);
      if (trouble === undefined) throw error;
      if (trouble !== 'conflict' || attempt === ATTEMPTS) throw new DatabaseTroubleError(trouble, error);
    }
    await wait(Math.random() * WAIT * 2 ** (attempt - 1));
  }
}
