import { Command, Option } from 'commander';
import { type CommandContext, type CommandDefinition, CommandError, closest } from '../../core/index.ts';
import { TEXT_SETTINGS } from '../config/texts.ts';
import { packageVersion } from '../places.ts';
import { print, progress } from './output.ts';

const collect = (value: string, earlier: string[] | undefined): string[] => [
  ...(earlier ?? []),
  ...value.split(',').filter((folder) => folder !== ''),
];

/** A program that knows the flags of settings, which stand before or after the words of a command. */
export function settingsProgram(): Command {
  const program = new Command('tappet')
    .description('A plugin host that speaks the content-management REST interface.')
    .version(packageVersion(), '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Print this help.')
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
  for (const { flag, reading, description } of TEXT_SETTINGS) {
    const value = reading === 'flag' ? '' : ` <${reading}>`;
    const option = new Option(`${flag}${value}`, description);
    program.addOption(reading === 'folders' ? option.argParser(collect) : option);
  }
  return program;
}

/** The command of a group's words: `user`, then `user application-password`. */
function group(parent: Command, words: readonly string[]): Command {
  let at = parent;
  for (const word of words) {
    at = at.commands.find((command) => command.name() === word) ?? at.command(word).description(`Commands of ${word}.`);
  }
  return at;
}

/** The flags of a command by their names, without dashes. */
function flagsOf(command: Command): CommandContext['flags'] {
  const values = command.opts();
  return Object.fromEntries(
    command.options.map((option) => {
      const value = values[option.attributeName()];
      return [option.name(), option.negate ? value === false : value];
    }),
  );
}

/** Adds a command to the program, and what runs it; throws for a flag that is taken by a setting. */
export function addCommand(
  program: Command,
  definition: Omit<CommandDefinition, 'run'>,
  run: (context: Omit<CommandContext, 'generation'>) => Promise<void>,
): void {
  const words = definition.name.split(' ');
  const command = group(program, words.slice(0, -1)).command(words.at(-1)!).summary(definition.summary);
  command.description(definition.summary);
  if (definition.args !== undefined) command.arguments(definition.args);
  for (const [flag, meaning] of Object.entries(definition.flags ?? {})) {
    const option = new Option(flag, meaning);
    if (program.options.some(({ long }) => long === option.long)) {
      throw new CommandError(`command "${definition.name}" declares ${option.long}, which is a setting of the host`);
    }
    command.addOption(option);
  }
  command.action(async () => {
    const args = Object.fromEntries(
      command.registeredArguments.map((argument, at) => [argument.name(), command.processedArgs[at]]),
    );
    await run({ args, flags: flagsOf(command), print, progress });
  });
}

/** Every whole command of a program: `serve`, `user create`. */
function commandNames(command: Command, before = ''): string[] {
  return command.commands.flatMap((child) => {
    const name = `${before}${child.name()}`;
    return child.commands.length === 0 ? [name] : commandNames(child, `${name} `);
  });
}

/** The line for words that are no command, with the nearest command. */
export function unknownCommand(program: Command, words: readonly string[]): string {
  const asked = words.join(' ');
  const names = commandNames(program);
  const near = closest(asked, names) ?? closest(words.slice(0, 2).join(' '), names);
  return `there is no command "${asked}"; ${near === undefined ? 'see tappet --help' : `did you mean "${near}"?`}`;
}
