/** A part of what `db check` looks at: counts that a plugin writes, for instance. */
export interface DatabaseCheck {
  /** What is wrong, in lines for people; none where nothing is. */
  find(): Promise<readonly string[]>;
  /** Makes right what can be made so. */
  repair(): Promise<void>;
}

/** A count that is not what is stored. */
export interface WrongCount {
  /** What is counted, for people: `category 5`. */
  readonly what: string;
  /** The count as it is. */
  readonly count: number;
  /** The count as it should be. */
  readonly stored: number;
}

/** How many counts a line names. */
const NAMED = 10;

/**
 * The line that tells of wrong counts: how many, and which of them.
 *
 * @param name what they are, in the plural: `counts of terms`
 * @returns no line where none is wrong
 */
export function tellWrongCounts(name: string, wrong: readonly WrongCount[]): string[] {
  if (wrong.length === 0) return [];
  const named = wrong.slice(0, NAMED).map(({ what, count, stored }) => `${what} (${count} for ${stored})`);
  const more = wrong.length > NAMED ? ` and ${wrong.length - NAMED} more` : '';
  return [`${name}: ${wrong.length} wrong: ${named.join(', ')}${more}`];
}
