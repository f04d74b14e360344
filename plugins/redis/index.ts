import { AsyncLocalStorage } from 'node:async_hooks';
import { defaulted, enums, integer, max, min, object, optional, string } from 'superstruct';
import { definePlugin, PluginError, serviceToken } from '../../core/index.ts';
import { isLoggedIn } from '../../core/rest/index.ts';
import { networkOf } from '../throttles/index.ts';
import { TooManyRequestsError, UncountedError } from './errors.ts';
import type { Limit, Standing } from './limits.ts';

/** How Redis is, for other plugins. */
export interface RedisStatus {
  readonly status: 'ready' | 'away';
}

/** The token of that. */
export const RedisStatus = serviceToken('redis');

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    redis: RedisStatus;
  }
}

/** Before the response cache, whose answers are to bear no count of one client; and behind all that finds out who asks. */
const [FIRST, LAST] = [-9_500, 10_000];

/** A request by HTTP while it is answered. */
interface Visit {
  readonly address: () => string;
  standing?: Standing | undefined;
}

const limit = (points: number) =>
  defaulted(
    object({
      points: defaulted(max(min(integer(), 0), 1_000_000_000), points),
      duration: defaulted(max(min(integer(), 1), 86_400), 60),
    }),
    {},
  );

interface RedisOptions {
  readonly url?: string | undefined;
  readonly prefix: string;
  readonly timeout: number;
  readonly when_away: 'open' | 'closed';
  readonly anonymous: Limit;
  readonly signed_in: Limit;
}

/** The address of the server; that of the environment comes before that of configuration. */
function addressOf(configured: string | undefined): string {
  const { REDIS_URL: address = configured ?? '' } = process.env;
  const { protocol = '' } = URL.canParse(address) ? new URL(address) : {};
  if (/^rediss?:$/.test(protocol)) return address;
  const key = process.env.REDIS_URL === undefined ? 'options.redis.url' : 'REDIS_URL of the environment';
  const wrong = address === '' ? 'no server is named; set REDIS_URL or options.redis.url to' : `${key} must be`;
  const message = `redis: ${wrong} an address like "redis://127.0.0.1:6379", or switch the plugin off`;
  throw new PluginError(message, { plugin: 'redis', ofConfiguration: true });
}

/** Limits of requests that hold over all hosts of a site, counted in Redis or Valkey. */
export default definePlugin<RedisOptions>({
  name: 'redis',
  version: '0.1.0',
  description:
    'Limits how often a client may use the interface, over all hosts of a site, by counts in Redis or Valkey.',
  group: 'operations',
  optIn: true,
  cacheable: true,
  after: ['throttles'],
  capabilities: ['authentication', 'http', 'network'],
  options: object({
    url: optional(string()),
    /** What the names of keys begin with. */
    prefix: defaulted(string(), 'tappet'),
    /** How long Redis is waited for, in milliseconds. */
    timeout: defaulted(max(min(integer(), 1), 10_000), 50),
    /** Whether requests are answered while Redis is away, uncounted, or refused. */
    when_away: defaulted(enums(['open', 'closed']), 'open'),
    /** How many requests an address may make within how many seconds; 0 for any number … */
    anonymous: limit(300),
    /** … and a user who is signed in. */
    signed_in: limit(1200),
  }),
  async setup({ hooks, log, provide }, { url, prefix, timeout, when_away, ...limits }) {
    const address = addressOf(url);
    const { Connection } = await import('./connection.ts');
    const { Limits } = await import('./limits.ts');
    const connection = new Connection(address, timeout, log);
    const counts = new Limits(connection, prefix, limits);
    provide(RedisStatus, connection);
    await connection.open();

    // The recorder of a cached answer would take a look at the address for a part of what the answer depends on.
    const visits = new AsyncLocalStorage<Visit>();
    hooks.action('http_app').tap({ name: 'redis', stage: FIRST }, (app) => {
      app.use(async (http, next) => {
        const visit: Visit = { address: () => http.ip };
        await visits.run(visit, next);
        for (const [name, value] of headersOf(visit.standing)) http.set(name, value);
      });
    });
    hooks.filter('rest_authentication_errors').tapPromise({ name: 'redis', stage: LAST }, async (result, { user }) => {
      const visit = visits.getStore();
      if (visit === undefined) return result;
      const counted = isLoggedIn(user)
        ? counts.count('signed_in', String(user.id))
        : counts.count('anonymous', networkOf(visit.address()));
      const standing = await counted.catch(() => 'away' as const);
      if (standing === 'away') return when_away === 'open' ? result : new UncountedError();
      visit.standing = standing;
      return standing?.isOver ? new TooManyRequestsError(standing.reset) : result;
    });
    return () => connection.close();
  },
});

/** What an answer says of the limit of its client (draft-ietf-httpapi-ratelimit-headers-07). */
const headersOf = (standing: Standing | undefined): [name: string, value: string][] =>
  standing === undefined
    ? []
    : [
        ['RateLimit-Limit', String(standing.points)],
        ['RateLimit-Remaining', String(standing.remaining)],
        ['RateLimit-Reset', String(standing.reset)],
        ['RateLimit-Policy', `${standing.points};w=${standing.duration}`],
      ];
