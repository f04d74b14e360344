import { type CommandContext, CommandError, formatRows, type Row } from '../../core/index.ts';

/** Writes a line to standard output. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Shows progress on standard error: one line that is rewritten on a terminal, plain lines elsewhere. */
export function progress(line: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
}

/** Prints a list in the format that `--format` asks for. */
export function printRows({ flags, print }: CommandContext, columns: readonly string[], rows: readonly Row[]): void {
  const { format = 'table' } = flags;
  try {
    print(formatRows(columns, rows, String(format)));
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}

/** The flag that every list takes. */
export const FORMAT_FLAG = { '--format <format>': 'How the list is printed: table, csv, json, ids or count.' };
