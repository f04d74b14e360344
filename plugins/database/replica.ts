import type { CompiledQuery } from 'kysely';

/**
 * How a replica is: it answers reads; it is `behind` the database for longer than is usual; it is `away`; or it is `refused`, since
 * it follows no other server, as after it was promoted, or another database.
 */
export type ReplicaStatus = 'ready' | 'behind' | 'away' | 'refused';

/** A replica as monitoring shows it. */
export interface ReplicaFigures {
  readonly status: ReplicaStatus;
  /** How many statements it has answered. */
  readonly statements: number;
}

/** A server that follows the database, and answers reads as far as it has what is known to have changed. */
export interface ReadReplica {
  readonly figures: ReplicaFigures;
  /** The rows of a query that reads, outside transactions; those `ofDatabase` where the replica does not give them. */
  rows<R>(query: CompiledQuery, ofDatabase: () => Promise<R[]>): Promise<R[]>;
  /** Lets statements take as long as they need from now on; answers with the way back. */
  unlimit(): () => void;
  close(): Promise<void>;
}
