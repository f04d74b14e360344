/** The severity of a finding: with an error the plugin does not work, a warning should be looked at. */
export type Level = 'error' | 'warning';

/** A mistake and its place. */
export interface Finding {
  /** Relative to the plugin's folder. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly level: Level;
  /** The rule, such as `unknown-hook`, or the code of the compiler, such as `TS2345`. */
  readonly code: string;
  /** What is wrong, and what to do about it. */
  readonly message: string;
}

/** Sorts findings by file and place, and removes duplicates. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  const place = (finding: Finding) => [finding.line, finding.column] as const;
  const sorted = [...findings].sort((a, b) => {
    if (a.file !== b.file) return a.file < b.file ? -1 : 1;
    const [[line, column], [otherLine, otherColumn]] = [place(a), place(b)];
    return line - otherLine || column - otherColumn;
  });
  const seen = new Set<string>();
  return sorted.filter((finding) => {
    const key = JSON.stringify(finding);
    return !seen.has(key) && seen.add(key);
  });
}
