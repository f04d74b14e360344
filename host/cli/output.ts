import { type CommandContext, CommandError, closest, formatRows, type Row } from '../../core/index.ts';

/** Writes a line to standard output. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Shows progress on standard error: one line that is rewritten on a terminal, plain lines elsewhere. */
export function progress(line: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
}

/** The columns that `--fields` asks for. */
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

/** Prints a list in the format and with the fields that `--format` and `--fields` ask for; `more` only if asked for. */
export function printRows(
  { flags, print }: Printing,
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

/** What is needed to print a list. */
type Printing = Pick<CommandContext, 'flags' | 'print'>;

/** The flags that every list takes. */
export const LIST_FLAGS = {
  '--format <format>': 'How the list is printed: table, csv, json, ids or count.',
  '--fields <fields>': 'The fields to print, separated by commas.',
};
