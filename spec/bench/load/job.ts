/** The mark in a body that becomes a text that no other request has. */
export const UNIQUE = '[<id>]';

/** One request, as it is sent. */
export interface BenchRequest {
  readonly method?: 'GET' | 'POST' | 'OPTIONS';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** May hold the mark `UNIQUE`. */
  readonly body?: string;
}

/** What the load generator is to do: send for so many seconds, or so many requests. */
export interface LoadJob {
  readonly url: string;
  /** Sent one after the other, over and over; each connection begins at another one. */
  readonly requests: readonly BenchRequest[];
  readonly connections: number;
  readonly seconds?: number;
  readonly amount?: number;
}

/** What came of a job. */
export interface LoadResult {
  readonly requests: number;
  /** Requests per second. */
  readonly rate: number;
  /** Times of answers in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers that were not 2xx, and requests without one. */
  readonly failures: number;
  /** How many answers had which status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** What part of the time the generator itself was busy: near 1 it holds the server back. */
  readonly busy: number;
}
