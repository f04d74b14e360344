import type { Database } from 'better-sqlite3';

/** How many rows a statement may read at once whatever the size of the site. */
const FEW = 1_000;
/** A range with both ends is taken for this part of its index: it lies within a month. */
const BETWEEN = 100;

/** Rows that fit the columns of an index, by the index's name: all, those that fit the first column, the first two, ... */
type Statistics = ReadonlyMap<string, readonly number[]>;

/** Reads the statistics that the planner is given. */
export function statisticsOf(db: Database): Statistics {
  const rows = db.prepare('select idx, stat from sqlite_stat1 where idx is not null').all();
  return new Map(
    (rows as { idx: string; stat: string }[]).map(({ idx, stat }) => [idx, stat.split(' ').map(Number)] as const),
  );
}

/**
 * Why a statement takes longer on a larger site; undefined when it does not. A statement may read a table in the order of
 * an index, as long as it stops at a limit; what it sorts or counts may be few rows alone.
 */
export function growthOf(statement: string, db: Database, statistics: Statistics): string | undefined {
  // One parameter in place of all, for which a value has to be there.
  const explain = db.prepare(`explain query plan ${statement.replaceAll('?', '@value')}`);
  const rows = explain.all(statement.includes('?') ? { value: 1 } : {}) as { detail: string }[];
  const plan = rows.map(({ detail }) => detail);
  const sorts = plan.some((detail) => /TEMP B-TREE FOR/.test(detail));
  // An index that a whole table is read along may hold few of the rows that the statement wants.
  const along = plan.find((detail) => /^SCAN wp_(?:posts|comments) USING/.test(detail));
  if (along !== undefined) return `reads along ${along}`;
  const stops = /\blimit\b/i.test(statement) && !/count\(\*\)/i.test(statement);
  if (stops && !sorts) return undefined;
  const large = plan.find((detail) => rowsOf(detail, statistics) > FEW);
  return large === undefined ? undefined : `${sorts ? 'sorts' : 'reads'} ${large}`;
}

/** How many rows a step of a plan reads, by the statistics. */
function rowsOf(detail: string, statistics: Statistics): number {
  const [, kind, table = '', how = ''] = /^(SCAN|SEARCH) (\S+)(.*)$/.exec(detail) ?? [];
  // What an index of texts finds is limited, and so is what it is behind with.
  if (kind === undefined || /INTEGER PRIMARY KEY/.test(how) || /search(?:_pending)?$/.test(table)) return 1;
  const index = /USING (?:COVERING )?INDEX (\S+)/.exec(how)?.[1] ?? (/USING PRIMARY KEY/.test(how) ? table : '');
  const fitting = statistics.get(index);
  if (fitting === undefined) return kind === 'SCAN' && table.startsWith('wp_') ? Number.POSITIVE_INFINITY : 1;
  const rows = fitting[Math.min(how.match(/[\w"]+=\?/g)?.length ?? 0, fitting.length - 1)]!;
  return /<\?/.test(how) && />\?/.test(how) ? rows / BETWEEN : rows;
}
