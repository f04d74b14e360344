import { defaulted, integer, min, object } from 'superstruct';
import {
  definePlugin,
  HostStatus,
  type HttpContext,
  isLocal,
  type LeftOutPlugin,
  serviceToken,
  within,
} from '../../core/index.ts';
import type { Database as DatabaseService } from '../database/index.ts';

// By name, so that a host without a database tells of its health too.
const Database = serviceToken<DatabaseService>('database', { needs: 'database' });

/** A plugin that is left out, as it is told: why only to those who may know. */
const leftOutOf = ({ plugin, why: { at, status, ...details } }: LeftOutPlugin, tells: boolean) => ({
  plugin: plugin.definition.name,
  status,
  at: at.toISOString(),
  ...(tells ? details : {}),
});

/** Whether the database answers in time; a site without one needs none. */
async function hasDatabase(database: DatabaseService | undefined, milliseconds: number): Promise<boolean> {
  if (database === undefined) return true;
  const { sql } = await import('kysely');
  return within(sql`select 1`.execute(database.db), milliseconds, () => new Error('late')).then(
    () => true,
    () => false,
  );
}

/** Tells those who watch over a site whether it serves. */
export default definePlugin<{ readonly timeout: number }>({
  name: 'health',
  version: '0.1.0',
  description: 'Tells at /healthz and /readyz whether the site serves, and how the last reload went.',
  cacheable: true,
  capabilities: ['database', 'pages'],
  options: object({
    /** How long the database may take to answer, in milliseconds. */
    timeout: defaulted(min(integer(), 1), 2000),
  }),
  setup({ hooks, site, find }, { timeout }) {
    const answer = (http: HttpContext, status: number, body: object) => {
      http.status = status;
      http.type = 'application/json';
      http.set('Cache-Control', 'no-store');
      http.body = JSON.stringify(body);
    };
    hooks.action('http_routes').tap('health', (router) => {
      router.get('/healthz', (http) => {
        const status = find(HostStatus);
        const failure = status?.failure ?? null;
        const { at, ...details } = failure ?? { at: null };
        const tells = site.debug || isLocal(http);
        const told = tells ? details : {};
        answer(http, 200, {
          status: 'ok',
          generation: status?.generation ?? null,
          since: status?.since.toISOString() ?? null,
          plugins: status?.plugins ?? null,
          plugins_left_out: status?.leftOut.map((one) => leftOutOf(one, tells)) ?? [],
          ...(tells ? { plugin_failures: status?.failures ?? [] } : {}),
          reload_error: at === null ? null : { at: at.toISOString(), ...told },
        });
      });
      router.get('/readyz', async (http) => {
        const isOpen = find(HostStatus)?.ready ?? true;
        if (!isOpen) answer(http, 503, { status: 'closing' });
        else if (await hasDatabase(find(Database), timeout)) answer(http, 200, { status: 'ready' });
        else answer(http, 503, { status: 'no database' });
      });
    });
  },
});
