/** A place where an answer is not as a scenario expects. */
export interface Difference {
  /** The path of the place: `body[0].title.rendered`. */
  readonly path: string;
  readonly expected: string;
  readonly got: string;
}

/** How lists are compared: inside `$described`, lists of plain values are sets. */
export interface MatchMode {
  readonly listsAreSets?: boolean;
}

/** Whether a value is an object of JSON. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as text for a report, shortened if it is long. */
export function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 197)}...` : text;
}
