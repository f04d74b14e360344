import type { DataSet, DataSystem } from '../data/data-set.ts';
import type { BenchRequest } from '../load/job.ts';

/**
 * The measured servers: Tappet without any cache, without its response cache, as shipped, and with the plugin `compression`;
 * Tappet without its response cache and with fifty plugins that do nothing; the handler on Koa and better-sqlite3, or pg; the handler on `node:http`.
 */
export type ContenderName =
  | 'cold'
  | 'without the response cache'
  | 'as shipped'
  | 'compressing'
  | 'no-op plugins'
  | 'hand-written'
  | 'bare node:http';

/** A request to a contender on a data set. Lanes of a case take turns. */
export interface Lane {
  /** Its name in the table, unique within a case. */
  readonly name: string;
  readonly contender: ContenderName;
  readonly posts: number;
  /** The system of its data set. */
  readonly system: DataSystem;
  /** Folders of `plugins/` that the contender runs beside its own plugins. */
  readonly plugins: readonly string[];
  /** Whether the requests write, so that they get a database of their own. */
  readonly writes: boolean;
  request(set: DataSet): BenchRequest;
}

/** The parts of a lane. */
export interface LaneInit {
  name?: string;
  plugins?: readonly string[];
  writes?: boolean;
  system?: DataSystem;
}

/** Makes a lane. */
export function lane(
  contender: ContenderName,
  posts: number,
  request: Lane['request'],
  { name = contender, plugins = [], writes = false, system = 'sqlite' }: LaneInit = {},
): Lane {
  return { name, contender, posts, system, plugins, writes, request };
}

/** A goal for two lanes: `of` is at least or at most a number of times as fast, or as slow, as `to`. */
export interface Goal {
  readonly of: string;
  readonly to: string;
  /** `rate`: requests per second; `p50`: the median time of an answer. */
  readonly by: 'rate' | 'p50';
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** A goal: `of` is at least a number of times as fast as `to`. */
export const fast = (of: string, atLeast: number, to: string): Goal => ({ of, to, by: 'rate', atLeast });

/** A goal: an answer of `of` takes at most a number of times as long as one of `to`. */
export const slow = (of: string, atMost: number, to: string): Goal => ({ of, to, by: 'p50', atMost });

/** Lanes that are measured in turns, and their goals. */
export interface RateCase {
  readonly name: string;
  readonly lanes: readonly Lane[];
  readonly goals: readonly Goal[];
  /** Lanes whose answers must be the same, byte for byte, for their rates to be comparable. */
  readonly alike?: readonly string[];
  /** The headers are compared as well. */
  readonly alikeInHeaders?: readonly string[];
}
