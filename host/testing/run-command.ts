import type { Generation } from '../../core/generation.ts';
import type { CommandDefinition } from '../../core/index.ts';
import { actingAs } from '../acting.ts';
import { commandContext } from '../cli/context.ts';

/**
 * Runs a command of a plugin of a test host as the command line does, and returns the printed lines without its progress:
 * `runCommand(host, 'option get', { key: 'blogname' }, { format: 'json' })`.
 *
 * @param args - The arguments by name; a variadic one is a list.
 * @param flags - The flags by name, without dashes.
 * @throws what the command throws: a `CommandError` for what its user can mend
 */
export async function runCommand(
  { generation }: { readonly generation: Generation },
  name: string,
  args: Readonly<Record<string, string | string[]>> = {},
  flags: Readonly<Record<string, string | boolean>> = {},
): Promise<string[]> {
  const { commands } = generation;
  const command = commands.find((known) => known.name === name);
  if (command === undefined) {
    const names = commands.map((known) => known.name).join(', ');
    throw new TypeError(`no plugin gives a command "${name}"; there are ${names === '' ? 'none' : names}`);
  }
  return runDefinition(command, generation, args, flags);
}

/** Runs a command by its definition; returns the printed lines, without its progress. */
export async function runDefinition(
  command: CommandDefinition,
  generation: Generation,
  args: Readonly<Record<string, string | string[]>> = {},
  flags: Readonly<Record<string, string | boolean>> = {},
): Promise<string[]> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const context = { ...commandContext({ args, flags, print, progress: () => undefined }), generation };
  await actingAs(generation.services, { command: command.name }, () => command.run(context));
  return lines;
}
