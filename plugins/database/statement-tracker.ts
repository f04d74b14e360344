import type { CompiledQuery } from 'kysely';
import { CacheRecorder, type ChangeTracker } from '../../core/cache/index.ts';
import { ReadOnlyError } from './errors.ts';
import { tableUsageOf } from './table-usage.ts';

/** Counts statements, and passes the tables that they read and write to the tracker of changes. */
export class StatementTracker {
  readonly statements = { count: 0 };
  readonly tracker: ChangeTracker;
  /** Whether statements that write are refused. */
  refusesWrites = false;

  constructor(tracker: ChangeTracker) {
    this.tracker = tracker;
  }

  /**
   * Counts a statement that is about to run, and records the tables that it reads.
   *
   * @returns the tables that it writes
   */
  count(query: CompiledQuery): readonly string[] {
    this.statements.count++;
    const { reads, writes, varies } = tableUsageOf(query);
    if (this.refusesWrites && writes.length > 0) throw new ReadOnlyError();
    if (CacheRecorder.isRecording) {
      for (const name of reads) this.tracker.dependency(name).read();
      if (varies) CacheRecorder.markAllUncacheable('a statement returns something else each time');
    }
    return writes;
  }

  /** Counts a statement of a transaction, and adds to `written` the tables that the transaction has not written yet. */
  countInTransaction(query: CompiledQuery, written: Set<string>): void {
    const added = this.count(query).filter((name) => !written.has(name));
    this.tracker.beginWrite(added);
    for (const name of added) written.add(name);
  }
}
