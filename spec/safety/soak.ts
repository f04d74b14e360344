import { readdirSync, readFileSync } from 'node:fs';
import type { ServingProcess } from '../support/serving-process.ts';
import { until } from '../support/until.ts';

/** What a process uses: its memory in bytes, and how many files and sockets it has open. */
export interface Usage {
  readonly memory: number;
  readonly descriptors: number;
}

/** A site that is used in every way at once, over and over, and is as it was before after each time. */
export class Soak {
  readonly #process: ServingProcess;
  readonly #authorization: string;
  readonly #image: Uint8Array;
  #made = 0;
  /** The answers that were other than they should be. */
  readonly failures: string[] = [];
  /** How many requests were answered as they should be. */
  answered = 0;

  constructor(process: ServingProcess, authorization: string, image: Uint8Array) {
    this.#process = process;
    this.#authorization = authorization;
    this.#image = image;
  }

  /** Uses the site in every way, by so many visitors at once. */
  async use(visitors: number): Promise<void> {
    await Promise.all(
      Array.from({ length: visitors }, async () => {
        await this.#read();
        await this.#write();
        await this.#login();
        await this.#upload();
      }),
    );
  }

  /** Reloads the configuration and the plugins. */
  async reload(): Promise<void> {
    const reloads = () => this.#process.output.split('Reloaded in').length;
    const before = reloads();
    process.kill(this.#process.id, 'SIGHUP');
    await until(() => {
      if (this.#process.output.includes('not reloaded')) throw new Error(this.#process.output.slice(-1000));
      return reloads() > before;
    });
  }

  /** What the process uses, once the connections of earlier requests are closed. */
  async usage(): Promise<Usage> {
    const { id } = this.#process;
    const status = readFileSync(`/proc/${id}/status`, 'utf8');
    const descriptors = readdirSync(`/proc/${id}/fd`).length;
    return { memory: 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)![1]), descriptors };
  }

  async #read(): Promise<void> {
    for (const path of ['/', '/feed/', '/cms-json/', '/cms-json/cms/v2/posts?_embed', '/?s=hello', '/sitemap.xml']) {
      await this.#ask(200, path);
    }
    await this.#ask(404, '/nothing-of-this-name/');
  }

  async #write(): Promise<void> {
    const json = (body: object) => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
    const title = `Soaked ${++this.#made}`;
    const fresh = { title, content: 'Words '.repeat(50), status: 'publish' };
    const { id, link } = await this.#ask(201, '/cms-json/cms/v2/posts', { method: 'POST', ...json(fresh) });
    await this.#ask(200, `/cms-json/cms/v2/posts/${id}`, { method: 'PUT', ...json({ content: 'Other words' }) });
    await this.#ask(200, new URL(link).pathname + new URL(link).search);
    await this.#ask(200, `/cms-json/cms/v2/posts/${id}?force=true`, { method: 'DELETE' });
  }

  async #login(): Promise<void> {
    const form = new URLSearchParams({ log: 'admin', pwd: 'soak and rinse' });
    const headers = { Origin: this.#process.address };
    await this.#ask(302, '/login', { method: 'POST', body: form, headers });
  }

  async #upload(): Promise<void> {
    const body = new FormData();
    body.append('file', new Blob([this.#image as never], { type: 'image/png' }), `soaked-${++this.#made}.png`);
    const { id } = await this.#ask(201, '/cms-json/cms/v2/media', { method: 'POST', body });
    await this.#ask(200, `/cms-json/cms/v2/media/${id}?force=true`, { method: 'DELETE' });
  }

  /** Asks by a connection of its own, and reads the whole answer. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of many routes.
  async #ask(status: number, path: string, init: RequestInit = {}): Promise<any> {
    const authorization: Record<string, string> = path.startsWith('/cms-json')
      ? { authorization: this.#authorization }
      : {};
    const headers = { ...authorization, connection: 'close', ...(init.headers as object) };
    const answer = await fetch(this.#process.address + path, { redirect: 'manual', ...init, headers });
    const text = await answer.text();
    if (answer.status !== status)
      this.failures.push(`${init.method ?? 'GET'} ${path}: ${answer.status} ${text.slice(0, 200)}`);
    else this.answered++;
    return text.startsWith('{') ? JSON.parse(text) : {};
  }
}
