import { request as ask } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createHost, type Host, type HostOptions } from '../../../host/index.ts';
import { CommentStore } from '../../../plugins/comments/index.ts';
import { MetaStore } from '../../../plugins/meta/index.ts';
import { Options } from '../../../plugins/options/index.ts';
import { PostStore } from '../../../plugins/posts/index.ts';
import { type CacheFigures, ResponseCache } from '../../../plugins/response-cache/index.ts';
import { TermStore } from '../../../plugins/terms/index.ts';
import { UserStore } from '../../../plugins/users/index.ts';

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

/** Asks for an address and reads the answer as it is. */
export function wire(url: string, headers: Record<string, string> = {}, method = 'GET', body?: string): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const request = ask(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { rawHeaders } = response;
        const kept = rawHeaders.flatMap((name, at) =>
          at % 2 === 0 && !/^(?:date|etag)$/i.test(name) ? [name, rawHeaders[at + 1]!] : [],
        );
        const text = Buffer.concat(chunks).toString('latin1');
        resolve({ status: response.statusCode!, headers: kept, tag: response.headers.etag, body: text });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** A host that listens, with its stores at hand. */
export class CachedSite {
  readonly host: Host;
  readonly url: string;

  private constructor(host: Host, url: string) {
    this.host = host;
    this.url = url;
  }

  static async start(options: HostOptions = {}): Promise<CachedSite> {
    const host = await createHost({
      database: 'sqlite::memory:',
      logLevel: 'silent',
      ...options,
      options: { passwords: { cost: 10 }, ...options.options },
    });
    return new CachedSite(host, await host.listen(0, '127.0.0.1'));
  }

  /** Asks as an anonymous client. */
  get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Wire> {
    return wire(this.url + path, headers, method);
  }

  /** Asks with a body of no bytes, which the cache has nothing to do with. */
  fresh(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Wire> {
    return wire(this.url + path, { ...headers, 'Content-Length': '0' }, method);
  }

  /** Asks, and tells whether the answer was a kept one. */
  async isKept(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<boolean> {
    const { hits } = this.figures;
    await this.get(path, headers, method);
    return this.figures.hits > hits;
  }

  /** Asks until the answer is a kept one, a few times; tells whether it became one. What else a site does may be in the way. */
  async keep(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<boolean> {
    for (let time = 0; time < 15; time++) {
      if (await this.isKept(path, headers, method)) return true;
      if (time > 1) await wait(20);
    }
    return false;
  }

  get figures(): CacheFigures {
    return this.service(ResponseCache).figures;
  }

  get posts(): PostStore {
    return this.service(PostStore);
  }

  get terms(): TermStore {
    return this.service(TermStore);
  }

  get users(): UserStore {
    return this.service(UserStore);
  }

  get comments(): CommentStore {
    return this.service(CommentStore);
  }

  get meta(): MetaStore {
    return this.service(MetaStore);
  }

  get options(): Options {
    return this.service(Options);
  }

  service<T>(token: { readonly name: string; readonly type?: T }): T {
    return this.host.generation.services.find(token as never)!;
  }

  close(): Promise<void> {
    return this.host.close();
  }
}
