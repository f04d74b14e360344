import type { Visitor } from './visitor.ts';

/** One request, or several, that a client makes. */
export interface Step {
  readonly does: string;
  /** What does not work in the client if the step fails. */
  readonly why: string;
  /** Whether the step stores something; that is undone. */
  readonly writes?: boolean;
  /** Runs the step; throws `Unmet` if an answer is not as the client expects. */
  run(site: Visitor): Promise<void>;
}

/** Clients that use the interface in the same way. */
export interface Family {
  readonly name: string;
  /** The names of the clients. */
  readonly clients: string;
  readonly steps: readonly Step[];
}

/** The path of the REST interface in clients. */
export const ROOT = '/wp-json';
export const V2 = `${ROOT}/wp/v2`;
