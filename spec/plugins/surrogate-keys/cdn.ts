import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Cached {
  readonly body: string;
  readonly keys: readonly string[];
}

/** A cache in front of a site: it keeps answers for as long as they say, and drops those of keys that it is told. */
export class Cdn {
  /** The address of the site. */
  origin = '';
  /** What requests to purge said: method, token, keys. */
  readonly purges: (readonly [method: string, token: string, keys: string])[] = [];
  /** With which status the next requests to purge are answered. */
  readonly refusals: number[] = [];
  readonly #cached = new Map<string, Cached>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Asks for a path; tells whether it was answered from the cache. */
  async get(path: string): Promise<{ readonly hit: boolean; readonly body: string }> {
    const cached = this.#cached.get(path);
    if (cached !== undefined) return { hit: true, body: cached.body };
    const answer = await fetch(`${this.origin}${path}`);
    const body = await answer.text();
    const keys = answer.headers.get('surrogate-key')?.split(' ') ?? [];
    if (/\bs-maxage=[1-9]/.test(answer.headers.get('cache-control') ?? '')) this.#cached.set(path, { body, keys });
    return { hit: false, body };
  }

  async #answer({ method = '', headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const keys = String(headers['surrogate-key']);
    this.purges.push([method, String(headers.authorization), keys]);
    const refusal = this.refusals.shift();
    if (refusal === undefined) {
      const gone = new Set(keys.split(' '));
      for (const [path, cached] of this.#cached)
        if (cached.keys.some((key) => gone.has(key))) this.#cached.delete(path);
    }
    response.statusCode = refusal ?? 200;
    response.end();
  }
}
