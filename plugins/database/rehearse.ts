import { serviceToken } from '../../core/index.ts';
import type { Database } from './database.ts';

/** Lets work be tried without lasting effect. */
export interface Rehearsal {
  /** Runs work, then undoes everything that it stored, also when it throws. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** The token of rehearsals, by which the host finds faults of plugins. */
export const Rehearsal = serviceToken('rehearsal', { requiredPermissions: 'database' });

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    rehearsal: Rehearsal;
  }
}

/** Thrown to have a transaction rolled back, with the result of its work. */
class Rehearsed {
  readonly answer: unknown;

  constructor(answer: unknown) {
    this.answer = answer;
  }
}

/** Rehearsals in a transaction that is always rolled back. */
export const rehearsalOn = (database: Pick<Database, 'transaction'>): Rehearsal => ({
  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await database.transaction(async () => {
        throw new Rehearsed(await work());
      });
    } catch (error) {
      if (error instanceof Rehearsed) return error.answer as T;
      throw error;
    }
  },
});
