import { boolean, defaulted, integer, min, object, optional } from 'superstruct';
import { within } from '../../core/base/index.ts';
import { definePlugin, HostStatus, type HttpContext, type PluginHost, serviceToken } from '../../core/index.ts';
import type { SkippedPlugin } from '../../core/plugin/index.ts';
import { isLocalSite } from '../../core/rest/index.ts';
import type { Database as DatabaseService } from '../database/index.ts';
import type { RedisStatus } from '../redis/index.ts';
import { isLocal } from './is-local.ts';

export { isLocal } from './is-local.ts';

// By name, so that a host without a database can report its health too.
const Database = serviceToken<DatabaseService>('database', { requiredPermissions: 'database' });

/** A skipped plugin as the answer shows it, with the reason only if `withDetails` is set. */
const skippedOf = ({ plugin, why: { at, status, ...details } }: SkippedPlugin, withDetails: boolean) => ({
  plugin: plugin.definition.name,
  status,
  at: at.toISOString(),
  ...(withDetails ? details : {}),
});

// By name, as most sites have none.
const Redis = serviceToken<RedisStatus>('redis');

/** What workers are asked on: how they are, without and with details, and whether they answer. */
const [HEALTH, DETAILS, READY] = ['health', 'health with details', 'ready'];

/** How the host of this process is. */
function healthOf({ find }: Pick<PluginHost, 'find'>, withDetails: boolean) {
  const [status, database, redis] = [find(HostStatus), find(Database), find(Redis)];
  const sight = database?.sight;
  const { at, ...details } = status?.failure ?? { at: null };
  return {
    generation: status?.generation ?? null,
    since: status?.since.toISOString() ?? null,
    plugins: status?.plugins ?? null,
    ...(sight === undefined ? {} : { changes_of_others: sight }),
    ...(database?.replica === undefined ? {} : { replica: database.replica.status }),
    ...(redis === undefined ? {} : { redis: redis.status }),
    plugins_left_out: status?.skipped.map((one) => skippedOf(one, withDetails)) ?? [],
    ...(withDetails ? { plugin_failures: status?.failures ?? [] } : {}),
    reload_error: at === null ? null : { at: at.toISOString(), ...(withDetails ? details : {}) },
  };
}

/** Whether the database answers in time; a site without one needs none. */
async function hasDatabase(database: DatabaseService | undefined, milliseconds: number): Promise<boolean> {
  if (database === undefined) return true;
  const asked = database.db.selectNoFrom(({ lit }) => lit(1).as('one')).execute();
  return within(asked, milliseconds, () => new Error('late')).then(
    () => true,
    () => false,
  );
}

/** Shows monitoring clients whether the site can serve requests. */
export default definePlugin<{ readonly timeout: number; readonly local?: boolean | undefined }>({
  name: 'health',
  version: '0.1.0',
  description: 'Tells at /healthz and /readyz whether the site serves, and how the last reload went.',
  group: 'operations',
  cacheable: true,
  capabilities: ['database', 'pages'],
  options: object({
    /** How long the database may take to answer, in milliseconds. */
    timeout: defaulted(min(integer(), 1), 2000),
    /** Whether clients on this machine see details; on a site of this machine alone when left out. */
    local: optional(boolean()),
  }),
  setup(host, { timeout, ...options }) {
    const { hooks, site, find } = host;
    const answer = (http: HttpContext, status: number, body: object) => {
      http.status = status;
      http.type = 'application/json';
      http.set('Cache-Control', 'no-store');
      http.body = JSON.stringify(body);
    };
    hooks.filter('worker_answer').tap('health', (given, topic) => {
      if (topic === HEALTH || topic === DETAILS) return healthOf(host, topic === DETAILS);
      return topic === READY ? true : given;
    });
    hooks.action('http_routes').tap('health', (router) => {
      router.get('/healthz', async (http) => {
        const { local = isLocalSite(site) } = options;
        const withDetails = site.debug || (local && isLocal(http));
        // There are none in a process that serves alone.
        const workers = find(serviceToken('workers'));
        const reports = (await workers?.ask(withDetails ? DETAILS : HEALTH))?.map(
          ({ answer: health, pid, ...report }) => ({
            ...report,
            ...(withDetails ? { pid } : {}),
            ...(health as ReturnType<typeof healthOf> | undefined),
          }),
        );
        answer(http, 200, {
          status: 'ok',
          ...healthOf(host, withDetails),
          ...(reports && { worker: workers?.number, workers: reports }),
        });
      });
      router.get('/readyz', async (http) => {
        const isOpen = find(HostStatus)?.ready ?? true;
        if (!isOpen) return answer(http, 503, { status: 'closing' });
        if (!(await hasDatabase(find(Database), timeout))) return answer(http, 503, { status: 'no database' });
        const reports = await find(serviceToken('workers'))?.ask(READY);
        const ready = reports?.filter(({ status }) => status === 'ready').length;
        answer(http, 200, { status: 'ready', ...(reports && { workers: { ready, of: reports.length } }) });
      });
    });
  },
});
