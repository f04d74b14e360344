import type { CacheFigures } from '../../core/cache/index.ts';
import { HostStatus, type PluginHost, serviceToken } from '../../core/index.ts';
import type { Database as DatabaseService } from '../database/index.ts';
import type { ResponseCache as ResponseCacheService } from '../response-cache/index.ts';
import { type Family, single } from './exposition.ts';

// By name, so that a host without these plugins has figures too.
const Database = serviceToken<DatabaseService>('database', { requiredPermissions: 'database' });
const ResponseCache = serviceToken<ResponseCacheService>('response-cache');

/** The figures of a site's own services: its generation and plugins, cached answers, and the database. */
export function siteFigures({ find, caches }: PluginHost): Family[] {
  const status = find(HostStatus);
  const database = find(Database);
  const cache = find(ResponseCache)?.figures;
  return [
    single('tappet_generation', 'gauge', 'The number of the generation that serves.', status?.generation),
    single(
      'tappet_generation_start_time_seconds',
      'gauge',
      'When it was built.',
      status && status.since.getTime() / 1000,
    ),
    {
      name: 'tappet_plugins',
      type: 'gauge',
      help: 'Plugins that run, and those that are left out since they are broken or kept failing.',
      samples:
        status === undefined
          ? []
          : [
              { labels: { state: 'running' }, value: status.plugins },
              { labels: { state: 'left out' }, value: status.skipped.length },
            ],
    },
    {
      name: 'tappet_plugin_failures',
      type: 'gauge',
      help: 'What taps failed with since the generation was built.',
      samples: (status?.failures ?? []).map(({ plugin, hook, count }) => ({ labels: { plugin, hook }, value: count })),
    },
    single('tappet_cache_hits_total', 'counter', 'Requests that were given a kept answer.', cache?.hits),
    single('tappet_cache_misses_total', 'counter', 'Requests that could have been given one.', cache?.misses),
    single('tappet_cache_stored_total', 'counter', 'Answers that were kept.', cache?.stored),
    single('tappet_cache_entries', 'gauge', 'Addresses of which answers are kept.', cache?.entries),
    single('tappet_cache_bytes', 'gauge', 'About how much memory they take.', cache?.bytes),
    ...familiesOf(caches.figures()),
    single('tappet_database_statements_total', 'counter', 'Statements that ran.', database?.statements.count),
    single(
      'tappet_database_replica_statements_total',
      'counter',
      'Statements that the replica answered.',
      database?.replica?.statements,
    ),
    single(
      'tappet_database_replica_ready',
      'gauge',
      'Whether the replica answers reads: 1 or 0.',
      database?.replica && Number(database.replica.status === 'ready'),
    ),
    {
      name: 'tappet_database_connections',
      type: 'gauge',
      help: 'Connections of the pool, and queries that wait for one.',
      samples: Object.entries(database?.connections ?? {}).map(([state, value]) => ({ labels: { state }, value })),
    },
  ];
}

/** The figures of the caches that plugins have made, by name. */
function familiesOf(caches: readonly CacheFigures[]): Family[] {
  const family = (name: string, type: Family['type'], help: string, figure: 'hits' | 'misses' | 'entries'): Family => ({
    name,
    type,
    help,
    samples: caches.map((cache) => ({ labels: { cache: cache.name }, value: cache[figure] })),
  });
  return [
    family('tappet_caches_hits_total', 'counter', 'Values that were found in a cache.', 'hits'),
    family('tappet_caches_misses_total', 'counter', 'Values that were not found in a cache.', 'misses'),
    family('tappet_caches_entries', 'gauge', 'Values in a cache.', 'entries'),
  ];
}
