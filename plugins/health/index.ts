import { definePlugin, HostStatus, type HttpContext, type LeftOutPlugin } from '../../core/index.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Whether a request comes from this machine; one that a proxy has passed on does not. */
const isLocal = (http: HttpContext): boolean =>
  LOOPBACK.has(http.ip) && http.get('X-Forwarded-For') === '' && http.get('Forwarded') === '';

/** A plugin that is left out, as it is told: why only to those who may know. */
const leftOutOf = ({ plugin, why: { at, status, ...details } }: LeftOutPlugin, tells: boolean) => ({
  plugin: plugin.definition.name,
  status,
  at: at.toISOString(),
  ...(tells ? details : {}),
});

/** Tells those who watch over a site whether it serves. */
export default definePlugin({
  name: 'health',
  version: '0.1.0',
  description: 'Tells at /healthz and /readyz whether the site serves, and how the last reload went.',
  cacheable: true,
  capabilities: ['pages'],
  setup({ hooks, site, find }) {
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
      router.get('/readyz', (http) => {
        const ready = find(HostStatus)?.ready ?? true;
        answer(http, ready ? 200 : 503, { status: ready ? 'ready' : 'closing' });
      });
    });
  },
});
