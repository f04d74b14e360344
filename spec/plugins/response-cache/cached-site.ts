import { request as ask } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { HostSettings } from '../../../host/index.ts';
import { type CacheFigures, ResponseCache } from '../../../plugins/response-cache/index.ts';
import { ListeningSite } from '../../support/listening-site.ts';

/** Where the interface's resources are. */
export const API = '/cms-json/cms/v2';

/** An answer as it came over the wire, without the time that it bears. */
export interface Wire {
  readonly status: number;
  /** Names and values, as sent and in the order in which they were sent; without `Date` and `ETag`. */
  readonly headers: readonly string[];
  readonly tag: string | undefined;
  readonly body: string;
}

/** Requests an address, and reads the answer as it is. */
export function wire(url: string, headers: Record<string, string> = {}, method = 'GET', body?: string): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const request = ask(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { rawHeaders } = response;
        const headers = rawHeaders.flatMap((name, at) =>
          at % 2 === 0 && !/^(?:date|etag)$/i.test(name) ? [name, rawHeaders[at + 1]!] : [],
        );
        const text = Buffer.concat(chunks).toString('latin1');
        resolve({ status: response.statusCode!, headers, tag: response.headers.etag, body: text });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** How often an answer is asked for until it is a cached one: for some seconds, as the machine may be at work elsewhere. */
const TRIES = 200;
/** How often it is asked for to see that it does not become one. */
const FEW = 10;

/** A site whose answers are compared as they come over the wire. */
export class CachedSite extends ListeningSite {
  static start(options: HostSettings = {}): Promise<CachedSite> {
    return ListeningSite.listening((host, url) => new CachedSite(host, url), options);
  }

  /** Makes a request as an anonymous client. */
  get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Wire> {
    return wire(this.url + path, headers, method);
  }

  /** Makes a request with an empty body, which bypasses the cache. */
  fresh(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Wire> {
    return wire(this.url + path, { ...headers, 'Content-Length': '0' }, method);
  }

  /** Makes a request; returns whether the answer was a cached one. */
  async isCached(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<boolean> {
    const { hits } = this.figures;
    await this.get(path, headers, method);
    return this.figures.hits > hits;
  }

  /**
   * Repeats a request a few times until its answer is a cached one; returns whether it became one. Other work of the
   * site may prevent that for a while.
   */
  async becomesCached(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<boolean> {
    for (let time = 0; time < TRIES; time++) {
      if (await this.isCached(path, headers, method)) return true;
      if (time > 1) await wait(20);
    }
    return false;
  }

  /** Repeats a request a few times; returns whether none of its answers was a cached one. */
  async staysUncached(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<boolean> {
    for (let time = 0; time < FEW; time++) {
      if (await this.isCached(path, headers, method)) return false;
      if (time > 1) await wait(20);
    }
    return true;
  }

  get figures(): CacheFigures {
    return this.service(ResponseCache).figures;
  }
}
