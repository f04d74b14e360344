import type { Change, StatementEntry } from '../../core/trace/index.ts';
import type { TimelineEntry } from './timeline.ts';

/** The most characters of a statement in a line. */
const LONGEST_SQL = 160;

const ms = (duration: number): string => duration.toFixed(2).padStart(9);

function titleOf({ kind, name, plugin, outcome, reason }: TimelineEntry): string {
  const of = plugin === undefined ? '' : ` of ${plugin}`;
  const ending = outcome === 'done' ? '' : ` [${outcome}${reason === undefined ? '' : `: ${reason}`}]`;
  if (kind === 'tap') return `${plugin}${name === plugin ? '' : `:${name}`}${ending}`;
  if (kind === 'hook' || kind === 'request') return `${name}${ending}`;
  return `${kind} ${name}${of}${ending}`;
}

function changeText({ path, kind, before, after, count }: Change): string {
  const times = count === 1 ? '' : ` (${count} times)`;
  if (kind === 'added') return `+ ${path} = ${after}${times}`;
  if (kind === 'removed') return `- ${path} (was ${before})${times}`;
  return `~ ${path}: ${before} -> ${after}${times}`;
}

/** A trace as lines of text: each step with its time in milliseconds, indented by depth, and then its changes. */
export function timelineText(entries: readonly TimelineEntry[]): string[] {
  return entries.flatMap((entry) => {
    const indent = '  '.repeat(entry.depth);
    const statements = entry.statements === 0 ? '' : `  (${entry.statements} SQL, ${entry.sqlDuration.toFixed(2)} ms)`;
    return [
      `${ms(entry.duration)}  ${indent}${titleOf(entry)}${statements}`,
      ...entry.changes.map((change) => `${' '.repeat(11)}${indent}  ${changeText(change)}`),
    ];
  });
}

/** The statements of a traced request, a line each. */
export const statementsText = (statements: readonly StatementEntry[]): string[] =>
  statements.map(({ sql, duration, plugin, where }) => {
    const text = sql.replace(/\s+/g, ' ');
    const shown = text.length <= LONGEST_SQL ? text : `${text.slice(0, LONGEST_SQL - 1)}…`;
    return `${ms(duration)}  ${plugin ?? 'unknown'}${where === undefined ? '' : ` in ${where}`}: ${shown}`;
  });
