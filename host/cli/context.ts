import { closest } from '../../core/base/index.ts';
import { type CommandContext, CommandError } from '../../core/index.ts';
import { Progress } from './progress.ts';
import { formatRows } from './rows.ts';

/** What a command line gives to every command, but for the generation. */
type Given = Pick<CommandContext, 'args' | 'flags' | 'print' | 'progress'>;

/** What a command is run with, made of what its command line says and of how lines are written. */
export const commandContext = (given: Given): Omit<CommandContext, 'generation'> => ({
  ...given,
  printRows: (columns, rows, more = []) => {
    const { format = 'table', fields } = given.flags;
    const chosen = typeof fields === 'string' ? chosenColumns([...columns, ...more], fields) : columns;
    try {
      given.print(formatRows(chosen, rows, String(format)));
    } catch (error) {
      throw new CommandError((error as Error).message);
    }
  },
  track: (size, done) => {
    const shown = new Progress(size, done, given.progress);
    return (position, items) => shown.at(position, items);
  },
});

/** The columns that `--fields` names. */
function chosenColumns(columns: readonly string[], fields: string): string[] {
  const chosen = fields.split(',').map((field) => field.trim());
  for (const field of chosen) {
    if (columns.includes(field)) continue;
    const nearest = closest(field, columns);
    const hint = nearest === undefined ? `the fields are ${columns.join(', ')}` : `did you mean "${nearest}"?`;
    throw new CommandError(`there is no field "${field}"; ${hint}`);
  }
  return chosen;
}
