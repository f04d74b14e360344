import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** A step from one state of the database to the next. Steps are recorded by name and never run twice. */
export interface Migration {
  /** `0001-options`: numbered, so that the order is plain to see; never renamed. */
  readonly name: string;
  /** Does the step, within a transaction. */
  up(db: Kysely<Tables>): Promise<void>;
}
