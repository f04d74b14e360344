import type { Kysely } from 'kysely';
import type { DialectName } from './dialect.ts';
import type { KeyConflict, NewRow } from './row-inserts.ts';
import type { Tables } from './tables.ts';

/** What a step may have to know of its database beside its queries; a `Database` is one. */
export interface StepDatabase {
  readonly dialect: DialectName;
  readonly prefix: string;
  insertAll(table: string, rows: readonly NewRow[], conflict?: KeyConflict): Promise<void>;
}

/** A step from one state of the database to the next. Steps are recorded by name and never run twice. */
export interface Migration {
  /** `0001-options`: numbered, so that the order is plain to see; never renamed. */
  readonly name: string;
  /**
   * Does the step, within a transaction. What it has to know of the database it takes from there: it is run in others too, to
   * which the site is copied.
   */
  up(db: Kysely<Tables>, database: StepDatabase): Promise<void>;
}

/** A step that knows its database. */
export interface Step {
  readonly name: string;
  up(db: Kysely<Tables>): Promise<void>;
}

/** The steps that a plugin declares. */
export type DeclaredSteps = readonly [plugin: string, steps: readonly Migration[]];
