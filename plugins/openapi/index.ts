import { createHash } from 'node:crypto';
import { definePlugin, RequestContext, type RestServer } from '../../core/index.ts';
import { httpInfoOf } from '../../core/rest/index.ts';
import { typesCommand } from './command.ts';
import { openapiHooks } from './hooks.ts';

export type { OpenApiObject, OperationSource, SecurityWay } from './hooks.ts';

/** A document as JSON, and its entity tag. */
interface Written {
  readonly json: string;
  readonly tag: string;
}

/** How many documents are cached: one for each address that the site is reached by. */
const MAX_CACHED = 4;

/** Describes all registered routes at `/openapi.json`, in the format of OpenAPI 3.1. */
export default definePlugin({
  name: 'openapi',
  version: '0.1.0',
  description: 'Describes all routes as an OpenAPI 3.1 document at /openapi.json.',
  group: 'framework',
  cacheable: true,
  capabilities: ['pages'],
  hooks: openapiHooks,
  setup({ hooks, command }) {
    let server: RestServer | undefined;
    const cached = new Map<string, Written>();
    hooks.action('rest_api_init').tap('openapi', (created) => {
      server = created;
    });

    // The routes of a generation do not change; only the address that a site is reached by may.
    const write = async (from: RestServer, base: string): Promise<Written> => {
      const { openApiDocument } = await import('./document.ts');
      let written = cached.get(base);
      if (written === undefined) {
        const json = JSON.stringify(openApiDocument(from, hooks, base));
        written = { json, tag: `"${createHash('sha256').update(json).digest('base64url')}"` };
        if (cached.size >= MAX_CACHED) cached.clear();
        cached.set(base, written);
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

/** Whether the header `If-None-Match` names the tag. */
const isKnown = (header: string, tag: string): boolean =>
  header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag);
