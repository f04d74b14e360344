/** How much a finding matters: an error keeps the plugin from working, a warning is to be looked at. */
export type Level = 'error' | 'warning';

/** One thing that is to be mended, and where. */
export interface Finding {
  /** Relative to the plugin's folder. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly level: Level;
  /** Names the rule: `unknown-hook`, or the compiler's own code, `TS2345`. */
  readonly code: string;
  /** What is wrong; what to do about it. */
  readonly message: string;
}

/** Puts findings in the order of files and places, each once. */
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
