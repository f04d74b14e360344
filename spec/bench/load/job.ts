/** The mark in a body that is replaced by a unique text. */
export const UNIQUE = '[<id>]';

/** A request of a job. */
export interface BenchRequest {
  readonly method?: 'GET' | 'POST' | 'OPTIONS';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, which may contain the mark `UNIQUE`. */
  readonly body?: string;
}

/** A job of the load generator: to send requests for a number of seconds, or a number of requests. */
export interface LoadJob {
  readonly url: string;
  /** The requests, which are sent in turn and repeated; each connection begins at another one. */
  readonly requests: readonly BenchRequest[];
  readonly connections: number;
  readonly seconds?: number;
  readonly amount?: number;
}

/** The result of a job. */
export interface LoadResult {
  readonly requests: number;
  /** Requests per second. */
  readonly rate: number;
  /** Times of answers in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers that were not 2xx, and requests without one. */
  readonly failures: number;
  /** The number of answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The share of time in which the generator was busy; near 1 it limits the server. */
  readonly busy: number;
}
