/** One row of a printed list, by column. */
export type Row = Readonly<Record<string, unknown>>;

/** How a list may be printed: `--format` of WP-CLI's commands. */
const ROW_FORMATS = ['table', 'csv', 'json', 'ids', 'count'] as const;

const text = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

const csvField = (value: unknown): string => {
  const field = text(value);
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
};

function table(columns: readonly string[], rows: readonly Row[]): string {
  const cells = [columns, ...rows.map((row) => columns.map((column) => text(row[column]).replace(/\s+/g, ' ')))];
  const widths = columns.map((_, at) => cells.reduce((most, line) => Math.max(most, line[at]!.length), 0));
  return cells
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Writes a list in a format; `ids` gives the first column alone. Throws a `TypeError` for an unknown format. */
export function formatRows(columns: readonly string[], rows: readonly Row[], format: string = 'table'): string {
  const first = columns[0] ?? '';
  switch (format) {
    case 'table':
      return table(columns, rows);
    case 'csv':
      return [columns, ...rows.map((row) => columns.map((column) => row[column]))]
        .map((line) => line.map(csvField).join(','))
        .join('\n');
    case 'json':
      return JSON.stringify(rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]]))));
    case 'ids':
      return rows.map((row) => text(row[first])).join(' ');
    case 'count':
      return String(rows.length);
    default:
      throw new TypeError(`there is no format "${format}"; choose one of ${ROW_FORMATS.join(', ')}`);
  }
}
