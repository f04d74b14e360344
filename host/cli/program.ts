import { Command, Option } from 'commander';
import { closest } from '../../core/base/index.ts';
import { type CommandContext, type CommandDefinition, CommandError } from '../../core/index.ts';
import { TEXT_SETTINGS } from '../config/text-settings.ts';
import { packageVersion } from '../places.ts';
import { commandContext } from './context.ts';
import { print, progress } from './output.ts';

const collectFolders = (value: string, earlier: string[] | undefined): string[] => [
  ...(earlier ?? []),
  ...value.split(',').filter((folder) => folder !== ''),
];

/** A program with the flags of settings, which may be given before or after a command. */
export function settingsProgram(): Command {
  const program = new Command('tappet')
    .description('A plugin host that speaks the content-management REST interface.')
    .version(packageVersion(), '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Print this help.')
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
  for (const { flag, kind, description } of TEXT_SETTINGS) {
    const value = kind === 'flag' ? '' : ` <${kind}>`;
    const option = new Option(`${flag}${value}`, description);
    program.addOption(kind === 'folders' ? option.argParser(collectFolders) : option);
  }
  return program;
}

/** Finds or adds the command of a group of words: `user`, then `user application-password`. */
function group(parent: Command, words: readonly string[]): Command {
  let at = parent;
  for (const word of words) {
    at = at.commands.find((command) => command.name() === word) ?? at.command(word).description(`Commands of ${word}.`);
  }
  return at;
}

/** The values of a command's flags by name, without dashes. */
function flagsOf(command: Command): CommandContext['flags'] {
  const values = command.opts();
  return Object.fromEntries(
    command.options.map((option) => {
      const value = values[option.attributeName()];
      return [option.name(), option.negate ? value === false : value];
    }),
  );
}

/** Adds a command to the program. Throws a `CommandError` for a flag that is a setting of the host. */
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
    await run(commandContext({ args, flags: flagsOf(command), print, progress }));
  });
}

/** The full names of all commands of a program: `serve`, `user create`. */
function commandNames(command: Command, before = ''): string[] {
  return command.commands.flatMap((child) => {
    const name = `${before}${child.name()}`;
    return child.commands.length === 0 ? [name] : commandNames(child, `${name} `);
  });
}

/** The message for an unknown command, with the nearest command. */
export function unknownCommand(program: Command, words: readonly string[]): string {
  const name = words.join(' ');
  const names = commandNames(program);
  const near = closest(name, names) ?? closest(words.slice(0, 2).join(' '), names);
  return `there is no command "${name}"; ${near === undefined ? 'see tappet --help' : `did you mean "${near}"?`}`;
}
