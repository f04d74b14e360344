/** Writes a line to standard output. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Prints progress on standard error: a line that is overwritten on a terminal, plain lines elsewhere. */
export function progress(line: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
}

/** The flags that every list takes. */
export const LIST_FLAGS = {
  '--format <format>': 'How the list is printed: table, csv, json, ids or count.',
  '--fields <fields>': 'The fields to print, separated by commas.',
};
