import { LAYOUT } from '../layout/tables.ts';

/**
 * Which part of a table may have changed before the server cleans it up or finds out about it anew. The server's own 20
 * and 10 percent are many thousands of rows of a large table, with plans for how it was before.
 */
const CHANGED = 0.02;

/** The table whose rows are replaced as a whole, again and again: after how many rows it is cleaned up. */
const COUNTS = 'tappet_post_counts';
const REPLACED = 2000;

const TABLES = [...Object.keys(LAYOUT), 'tappet_term_posts'];

const settings = (parameters: Readonly<Record<string, number>>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `autovacuum_${name} = ${value}`)
    .join(', ');

/** The statements that have the server clean up the tables of a prefix, and find out about them, as they grow. */
export function upkeepStatements(prefix: string): string[] {
  const growing = settings({
    vacuum_scale_factor: CHANGED,
    vacuum_insert_scale_factor: CHANGED,
    analyze_scale_factor: CHANGED,
  });
  const replaced = settings({
    vacuum_scale_factor: 0,
    vacuum_threshold: REPLACED,
    analyze_scale_factor: 0,
    analyze_threshold: REPLACED,
  });
  return [
    ...TABLES.map((table) => `alter table "${prefix}${table}" set (${growing})`),
    `alter table "${prefix}${COUNTS}" set (${replaced})`,
  ];
}

/** The statements that clean up the tables of a prefix, and have the planner find out about them, at once. */
export const analyzeStatements = (prefix: string): string[] =>
  [...TABLES, COUNTS].map((table) => `vacuum (analyze) "${prefix}${table}"`);
