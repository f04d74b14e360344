import type { Generation } from '../../core/generation.ts';
import type { CommandDefinition } from '../../core/index.ts';
import { commandContext } from '../../host/cli/context.ts';

/**
 * Runs a command of a generation as the command line would: `runCommand(generation, 'option get', { key: 'home' })`.
 * Returns the printed lines.
 */
export async function runCommand(
  generation: Generation,
  name: string,
  args: Record<string, string | string[]> = {},
  flags: Record<string, string | boolean> = {},
): Promise<string[]> {
  const command = generation.commands.find((known) => known.name === name);
  if (command === undefined) throw new Error(`there is no command "${name}"`);
  return runDefinition(command, generation, args, flags);
}

/** Runs a command by its definition; returns the printed lines, without its progress. */
export async function runDefinition(
  command: CommandDefinition,
  generation: Generation,
  args: Record<string, string | string[]> = {},
  flags: Record<string, string | boolean> = {},
): Promise<string[]> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  await command.run({ ...commandContext({ args, flags, print, progress: () => undefined }), generation });
  return lines;
}
