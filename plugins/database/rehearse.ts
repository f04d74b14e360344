import type { Rehearsal } from '../../core/plugin/index.ts';
import type { Database } from './database.ts';

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
