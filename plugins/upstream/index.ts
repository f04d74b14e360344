import { array, boolean, defaulted, integer, min, object, optional, refine, string } from 'superstruct';
import { definePlugin, HTTP_STAGES, type RestServer } from '../../core/index.ts';
import { addUpstreamRoutes } from './index-of-both.ts';
import { answerFromUpstream } from './middleware.ts';
import { UpstreamIndex } from './upstream-index.ts';

/** Between the response cache, whose answers are all of routes that are here, and the interface. */
const STAGE = (HTTP_STAGES.cache + HTTP_STAGES.interface) / 2;

const origin = refine(string(), 'the address of a server without a path, like "http://127.0.0.1:8081"', (value) => {
  if (!URL.canParse(value)) return false;
  const { protocol, pathname, search, hash, username } = new URL(value);
  return /^https?:$/.test(protocol) && pathname === '/' && `${search}${hash}${username}` === '';
});

const namespaces = array(refine(string(), 'written without slashes at its ends', (value) => !/^\/|\/$|^$/.test(value)));

/** Passes requests that are not answered here on to another server of the same site. */
export default definePlugin({
  name: 'upstream',
  version: '0.1.0',
  description: 'Passes requests to routes that are not here on to another server of the same site, such as PHP.',
  group: 'framework',
  cacheable: true,
  after: ['rest-index'],
  capabilities: ['http', 'network', 'requests'],
  settings: { upstream: 'url' },
  options: object({
    /** The server that requests are passed on to; none when left out. */
    url: optional(origin),
    /** The namespaces whose requests are passed on; those that its index lists when left out. */
    namespaces: optional(namespaces),
    /** Routes, and what lies below them, that it answers although they are here. */
    always: defaulted(namespaces, []),
    /** Whether requests outside of the interface are passed on too. */
    everything: defaulted(boolean(), false),
    /** The paths, and what lies below them, that are answered here even then. */
    own: defaulted(array(string()), ['/healthz', '/readyz', '/metrics', '/openapi.json', '/explorer', '/editor']),
    /** Whether the index lists its routes beside those that are here. */
    index: defaulted(boolean(), true),
    /** Whether it is asked for the host that the client asked for, or for its own. */
    clientHost: defaulted(boolean(), true),
    /** How long nothing may come from it, in milliseconds. */
    timeout: defaulted(min(integer(), 1), 60_000),
    /** After how many seconds its index is read anew. */
    refresh: defaulted(min(integer(), 1), 300),
  }),
  setup({ hooks, site, log }, { url, timeout, refresh, index: isMerged, ...options }) {
    if (url === undefined) return;
    const upstream = { origin: new URL(url), timeout };
    const index = new UpstreamIndex(upstream, () => new URL(site.home), refresh * 1000, log);
    let server: RestServer;
    hooks.action('rest_api_init').tap('upstream', (created) => {
      server = created;
    });
    hooks.action('http_app').tap({ name: 'upstream', stage: STAGE }, (app) => {
      app.use(answerFromUpstream({ server, upstream, index, log, ...options }));
    });
    if (!isMerged) return;
    for (const name of ['rest_index', 'rest_namespace_index'] as const) {
      if (!hooks.has(name)) continue;
      hooks
        .filter(name)
        .tapPromise('upstream', (response, request) => addUpstreamRoutes(response, request, () => index.routes()));
    }
  },
});
