import { CommandError, isRestError } from '../../core/index.ts';

/** Does a command's work, whose error objects, as those of a store, are failures of the command. @throws CommandError */
export async function reported<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isRestError(error) ? new CommandError(error.message) : error;
  }
}
