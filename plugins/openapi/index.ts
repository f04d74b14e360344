import { createHash } from 'node:crypto';
import { definePlugin, httpInfoOf, RequestContext, type RestServer } from '../../core/index.ts';
import { typesCommand } from './command.ts';
import { openapiHooks } from './hooks.ts';

export type { OpenApiObject, OperationSource, SecurityWay } from './hooks.ts';

/** A document, and the tag that stands for it. */
interface Written {
  readonly json: string;
  readonly tag: string;
}

/** How many documents are kept: with TLS and without, and some more. */
const MOST_KEPT = 4;

/** Describes all registered routes at `/openapi.json`, in the words of OpenAPI 3.1. */
export default definePlugin({
  name: 'openapi',
  version: '0.1.0',
  description: 'Describes all routes as an OpenAPI 3.1 document at /openapi.json.',
  cacheable: true,
  capabilities: ['pages'],
  hooks: openapiHooks,
  setup({ hooks, command }) {
    let server: RestServer | undefined;
    const kept = new Map<string, Written>();
    hooks.action('rest_api_init').tap('openapi', (created) => {
      server = created;
    });

    // The routes of a generation do not change; only the address that a site is reached by may.
    const write = async (from: RestServer, base: string): Promise<Written> => {
      const { openApiDocument } = await import('./document.ts');
      let written = kept.get(base);
      if (written === undefined) {
        const json = JSON.stringify(openApiDocument(from, hooks, base));
        written = { json, tag: `"${createHash('sha256').update(json).digest('base64url')}"` };
        if (kept.size >= MOST_KEPT) kept.clear();
        kept.set(base, written);
      }
      return written;
    };

    command(
      typesCommand(async () => {
        const { openApiDocument } = await import('./document.ts');
        return openApiDocument(server!, hooks, server!.restUrl('/').replace(/\/$/, ''));
      }),
    );

    hooks.action('http_routes').tap('openapi', (router) => {
      router.get('/openapi.json', async (http) => {
        if (server === undefined) return;
        const url = server.restUrl('/', new RequestContext({ http: httpInfoOf(http) }));
        const { json, tag } = await write(server, url.replace(/\/$/, ''));
        http.set('ETag', tag);
        http.set('Cache-Control', 'no-cache');
        http.set('Access-Control-Allow-Origin', '*');
        http.set('X-Content-Type-Options', 'nosniff');
        if (isKnown(http.get('If-None-Match'), tag)) {
          http.status = 304;
          return;
        }
        http.type = 'application/json';
        http.body = json;
      });
    });
  },
});

/** Whether a client says that it has what the tag stands for. */
const isKnown = (header: string, tag: string): boolean =>
  header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag);
