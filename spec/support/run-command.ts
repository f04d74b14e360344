import type { Generation } from '../../core/generation.ts';
import { runCommand as run } from '../../host/testing/run-command.ts';

export { runDefinition } from '../../host/testing/run-command.ts';

/** Runs a command of a generation as the command line would: `runCommand(generation, 'option get', { key: 'home' })`. */
export const runCommand = (
  generation: Generation,
  name: string,
  args: Record<string, string | string[]> = {},
  flags: Record<string, string | boolean> = {},
): Promise<string[]> => run({ generation }, name, args, flags);
