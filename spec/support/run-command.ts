import type { Generation } from '../../core/index.ts';

/**
 * Runs a command of a generation as the command line would: `runCommand(generation, 'option get', { key: 'home' })`.
 * Answers with the lines that it printed.
 */
export async function runCommand(
  generation: Generation,
  name: string,
  args: Record<string, string> = {},
  flags: Record<string, string | boolean> = {},
): Promise<string[]> {
  const command = generation.commands.find((known) => known.name === name);
  if (command === undefined) throw new Error(`there is no command "${name}"`);
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  await command.run({ args, flags, generation, print, progress: print });
  return lines;
}
