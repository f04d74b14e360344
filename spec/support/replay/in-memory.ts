import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HttpInfo } from '../../../core/base/index.ts';
import type { Generation } from '../../../core/generation.ts';
import { RequestContext, RestRequest, type ServedResponse, type UploadedFile } from '../../../core/index.ts';
import { nestParameters, parseQuery, rewriteRoute, routeOf } from '../../../core/rest/index.ts';
import type { Exchange, WirePart, WireRequest } from './exchange.ts';

const HTTP: HttpInfo = { tls: false, serverName: 'localhost', remoteAddress: '127.0.0.1', cookie: () => undefined };

/** An exchange that passes requests directly to a generation's server, as the user of the step's role. */
export const inMemory =
  (generation: Generation): Exchange =>
  async (wire) => {
    const folder = wire.parts === undefined ? undefined : await mkdtemp(join(tmpdir(), 'tappet-spec-'));
    try {
      const served = await generation.server.serve(await toRestRequest(generation, wire, folder));
      return {
        status: served.status,
        headers: new Map(Object.entries(served.headers).map(([name, value]) => [name.toLowerCase(), value])),
        text: await readBody(served.body),
      };
    } finally {
      if (folder !== undefined) await rm(folder, { recursive: true });
    }
  };

async function toRestRequest(
  generation: Generation,
  wire: WireRequest,
  folder: string | undefined,
): Promise<RestRequest> {
  const query = parseQuery(wire.query);
  const asked =
    typeof query.rest_route === 'string' ? query.rest_route : rewriteRoute(wire.path, generation.server.urlPrefix);
  const route = asked === null ? null : routeOf(decodeURI(asked));
  if (route === null) throw new Error(`${wire.path} lies outside the interface; replay over HTTP`);
  const url = wire.query === '' ? wire.path : `${wire.path}?${wire.query}`;
  const context = new RequestContext({ user: wire.user, http: { ...HTTP, url } });
  const { form, files } = await readParts(wire.parts ?? [], folder);
  const isForm = wire.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  return new RestRequest(wire.method, route, {
    query,
    headers: wire.headers,
    form: isForm ? parseQuery(wire.body!.toString()) : form,
    body: isForm ? undefined : wire.body,
    files,
    context,
  });
}

async function readParts(parts: readonly WirePart[], folder = '') {
  const fields: [string, string][] = [];
  const files: Record<string, UploadedFile> = {};
  for (const [index, { name, filename, type = 'application/octet-stream', bytes }] of parts.entries()) {
    if (filename === undefined) {
      fields.push([name, bytes.toString()]);
      continue;
    }
    const path = join(folder, String(index));
    await writeFile(path, bytes);
    files[name] = { name: filename, type, size: bytes.length, path };
  }
  return { form: nestParameters(fields), files };
}

async function readBody(body: ServedResponse['body']): Promise<string> {
  if (body === null || body === undefined) return '';
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return Buffer.from(body).toString();
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString();
}
