/** How much of a database server a host takes, and how long it waits. Times are in milliseconds; 0 is no limit. */
export interface Limits {
  /** How many connections there are at most. */
  readonly poolSize: number;
  /** How long a connection is waited for. */
  readonly poolWait: number;
  /** How long a statement may take. */
  readonly statementTimeout: number;
  /** How long a statement of a transaction may wait for a lock. */
  readonly lockTimeout: number;
  /** How long a transaction may do nothing before it is undone. */
  readonly idleTimeout: number;
}

/** The limits unless options say otherwise. A lock is given up before those who wait for it hold all connections for long. */
export const LIMITS: Limits = {
  poolSize: 10,
  poolWait: 5000,
  statementTimeout: 30_000,
  lockTimeout: 5000,
  idleTimeout: 10_000,
};

/** After how many milliseconds a replica counts as behind. On a server that is idle half a minute may pass until its log goes on. */
export const REPLICA_LAG = 30_000;
