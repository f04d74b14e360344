import { closest, formatRows, type Row } from '../../core/base/index.ts';
import { type CommandContext, CommandError } from '../../core/index.ts';

/** Writes a line to standard output. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Prints progress on standard error: a line that is overwritten on a terminal, plain lines elsewhere. */
export function progress(line: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
}

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

/** Prints a list as `--format` and `--fields` say; the columns of `more` are printed only if `--fields` names them. */
export function printRows(
  { flags, print }: ListContext,
  columns: readonly string[],
  rows: readonly Row[],
  more: readonly string[] = [],
): void {
  const { format = 'table', fields } = flags;
  const chosen = typeof fields === 'string' ? chosenColumns([...columns, ...more], fields) : columns;
  try {
    print(formatRows(chosen, rows, String(format)));
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}

/** The parts of a command's context with which a list is printed. */
type ListContext = Pick<CommandContext, 'flags' | 'print'>;

/** The flags that every list takes. */
export const LIST_FLAGS = {
  '--format <format>': 'How the list is printed: table, csv, json, ids or count.',
  '--fields <fields>': 'The fields to print, separated by commas.',
};
