import { type IRateLimiterRedisOptions, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Connection } from './connection.ts';

/** How many requests within how many seconds; 0 requests are no limit. */
export interface Limit {
  readonly points: number;
  readonly duration: number;
}

/** Whose requests have a limit of their own. */
export type Group = 'anonymous' | 'signed_in';

/** Where a client stands with its limit. */
export interface Standing extends Limit {
  readonly isOver: boolean;
  readonly remaining: number;
  /** In how many seconds counting begins anew. */
  readonly reset: number;
}

/** Counts requests of clients, for all hosts that share a server of Redis. */
export class Limits {
  readonly #connection: Connection;
  readonly #limits: Readonly<Record<Group, Limit>>;
  readonly #limiters: ReadonlyMap<Group, RateLimiterRedis>;

  constructor(connection: Connection, prefix: string, limits: Readonly<Record<Group, Limit>>) {
    this.#connection = connection;
    this.#limits = limits;
    const made = (['anonymous', 'signed_in'] as const)
      .filter((group) => limits[group].points > 0)
      .map((group): [Group, RateLimiterRedis] => {
        const { points, duration } = limits[group];
        const options: IRateLimiterRedisOptions = {
          storeClient: connection.client,
          keyPrefix: `${prefix}:limit:${group}`,
          points,
          duration,
          // Those that are over are refused from memory until their time is.
          inMemoryBlockOnConsumed: points + 1,
        };
        return [group, new RateLimiterRedis(options)];
      });
    this.#limiters = new Map(made);
  }

  /**
   * Counts a request of a client; answers with undefined for a group that has no limit.
   * @throws an error where Redis is away
   */
  async count(group: Group, client: string): Promise<Standing | undefined> {
    const limiter = this.#limiters.get(group);
    if (limiter === undefined) return undefined;
    const consume = () =>
      limiter.consume(client).then(
        (found) => ({ found, isOver: false }),
        (found) => {
          if (found instanceof RateLimiterRes) return { found, isOver: true };
          throw found;
        },
      );
    const { found, isOver } = await this.#connection.ask(consume);
    return {
      ...this.#limits[group],
      isOver,
      remaining: found.remainingPoints,
      reset: Math.max(1, Math.ceil(found.msBeforeNext / 1000)),
    };
  }
}
