import type { Visitor } from './visitor.ts';

/** One thing that a client does. */
export interface Step {
  readonly does: string;
  /** What becomes of a client where it does not work. */
  readonly why: string;
  /** Whether it stores something, which is undone. */
  readonly writes?: boolean;
  /** Does it; throws `Unmet` where the answers are not what the client relies on. */
  run(site: Visitor): Promise<void>;
}

/** Clients that go about it in the same way. */
export interface Family {
  readonly name: string;
  /** The clients that people know. */
  readonly clients: string;
  readonly steps: readonly Step[];
}

/** The address of the interface, as clients have it written into them. */
export const ROOT = '/wp-json';
export const V2 = `${ROOT}/wp/v2`;
