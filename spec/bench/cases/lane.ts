import type { DataSet } from '../data/data-set.ts';
import type { BenchRequest } from '../load/job.ts';

/**
 * Who is measured: Tappet without its response cache, the same without its tracing code, the same with fifty plugins
 * that do nothing and say so or not, Tappet as it ships, the handler on Koa and better-sqlite3, the one on `node:http` without a total, a
 * route of Koa.
 */
export type ContenderName =
  | 'tappet'
  | 'untraced'
  | 'noop-plugins'
  | 'silent-plugins'
  | 'shipped'
  | 'hand-written'
  | 'bare-node'
  | 'bare-koa';

/** A request to a contender on a data set. Lanes of a case take turns. */
export interface Lane {
  /** What the table calls it; of one case no two are alike. */
  readonly name: string;
  readonly contender: ContenderName;
  readonly posts: number;
  /** Folders of `plugins/` that the contender runs beside its own. */
  readonly plugins: readonly string[];
  /** Whether the requests write, so that they get a database of their own. */
  readonly writes: boolean;
  request(set: DataSet): BenchRequest;
}

/** What a lane is made of. */
export interface LaneInit {
  name?: string;
  plugins?: readonly string[];
  writes?: boolean;
}

/** Makes a lane. */
export function lane(
  contender: ContenderName,
  posts: number,
  request: Lane['request'],
  { name = contender, plugins = [], writes = false }: LaneInit = {},
): Lane {
  return { name, contender, posts, plugins, writes, request };
}

/** What is wanted of the rates of two lanes: `of` is at least or at most so many times as fast, or as slow, as `to`. */
export interface Goal {
  readonly of: string;
  readonly to: string;
  /** `rate`: requests per second; `p50`: the median time of an answer. */
  readonly by: 'rate' | 'p50';
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** `of` is at least so many times as fast as `to`. */
export const fast = (of: string, atLeast: number, to: string): Goal => ({ of, to, by: 'rate', atLeast });

/** An answer of `of` takes at most so many times as long as one of `to`. */
export const slow = (of: string, atMost: number, to: string): Goal => ({ of, to, by: 'p50', atMost });

/** Lanes that are measured in turns, and what is wanted of them. */
export interface RateCase {
  readonly name: string;
  readonly lanes: readonly Lane[];
  readonly goals: readonly Goal[];
  /** In how many processes each lane is measured, one after the other: two of one program differ by some percent. */
  readonly sittings?: number;
  /** Lanes whose answers must be the same, byte for byte, before their rates mean anything. */
  readonly alike?: readonly string[];
  /** The headers are compared as well. */
  readonly alikeInHeaders?: readonly string[];
}
