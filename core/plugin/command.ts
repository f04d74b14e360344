import type { Logger } from '../base/logger.ts';
import type { HookRegistry } from '../hooks/index.ts';
import type { RestServer } from '../rest/server.ts';
import type { Services } from '../services/services.ts';
import type { Site } from '../site/site.ts';

/** The running generation as a command sees it. */
export interface CommandGeneration {
  readonly site: Site;
  readonly log: Logger;
  readonly hooks: HookRegistry;
  readonly services: Services;
  readonly server: RestServer;
}

/** What a command is run with. */
export interface CommandContext {
  /** Positional arguments by name; a variadic one is a list. */
  readonly args: Readonly<Record<string, string | string[] | undefined>>;
  /** Flags by name, without dashes. */
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  /** The running generation, for hooks, plugins and internal dispatch. */
  readonly generation: CommandGeneration;
  /** Writes a line to standard output. */
  print(line: string): void;
  /**
   * Prints a list in the format of the flag `--format` (table, csv, json, ids or count), with the columns that `--fields`
   * names, which may be among `more`; throws a `CommandError` for a format or a column that there is not.
   */
  printRows(
    columns: readonly string[],
    rows: readonly Readonly<Record<string, unknown>>[],
    more?: readonly string[],
  ): void;
  /** Shows progress: rewrites one line on a terminal, prints plain lines elsewhere. */
  progress(line: string): void;
  /**
   * Begins to show how far long work has come, at which rate, and how long the rest will take. `size` is where the work
   * ends, as in bytes of a file, or 0 where that is not known; `done` is what happens to its parts: `read`. Returns the
   * function that takes how far the work has come, and how many items that are.
   */
  track(size: number, done: string): (position: number, items: number) => void;
}

/** The flags of a command that prints a list by `printRows`. */
export const LIST_FLAGS = {
  '--format <format>': 'How the list is printed: table, csv, json, ids or count.',
  '--fields <fields>': 'The fields to print, separated by commas.',
};

/** A command that a plugin adds to the command line, in WP-CLI's grammar. */
export interface CommandDefinition {
  /** The words after `tappet`: `user create`. */
  readonly name: string;
  readonly summary: string;
  /** Positional arguments: `<login> <email>`, `[name]`, `<files...>`. */
  readonly args?: string;
  /** Flags and what they mean: `{ '--role <role>': 'The role of the new user.' }`. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Does the work; a `CommandError` ends the process with its message in one line and exit code 1. */
  run(context: CommandContext): Promise<void>;
}

/** A failure that the user of a command can mend: printed in one line, without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
