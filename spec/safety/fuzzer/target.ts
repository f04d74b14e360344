import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Sent } from './attacks.ts';

/** The answer to a request, and how long it took, in milliseconds. */
export interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly text: string;
  readonly isRetried: boolean;
  readonly took: number;
}

/** The longest that an answer is waited for, in milliseconds. */
const PATIENCE = 30_000;

/** The site that the fuzzer sends to, in a process of its own. */
export class Target {
  readonly url: URL;
  readonly #child: ChildProcess;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = new URL(url);
  }

  static async start(): Promise<Target> {
    const script = fileURLToPath(new URL('server.ts', import.meta.url));
    const child = fork(script, { execArgv: ['--import', 'tsx', '--expose-gc'] });
    const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the site ended with ${code}`)));
    const [{ url }] = await Promise.race([once(child, 'message'), ended]);
    // From here on, clients find that it has ended.
    ended.catch(() => undefined);
    return new Target(child, url);
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** The bytes of memory that the site uses after its garbage was collected. */
  async memory(): Promise<number> {
    const told = once(this.#child, 'message');
    this.#child.send('memory');
    return (await told)[0].memory;
  }

  close(): void {
    this.#agent.destroy();
    if (this.#child.connected) this.#child.disconnect();
  }

  /** Sends a request; the answer is undefined where the connection was closed on a client that broke the rules. */
  send(sent: Sent): Promise<Answer | undefined> {
    const { method, headers, body } = sent;
    const start = performance.now();
    return new Promise((resolve, reject) => {
      const { hostname, port } = this.url;
      const path = sent.path.replace(/[^!-~]/gu, (sign) =>
        encodeURIComponent(sign.replace(/\p{Surrogate}/u, '\ufffd')),
      );
      const asked = request(
        { hostname, port, method, path, agent: this.#agent, headers, timeout: PATIENCE },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk) => chunks.push(chunk));
          answer.on('error', () => resolve(undefined));
          answer.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            const code = /"code":"(\w+)"/.exec(text)?.[1];
            const isRetried = answer.headers['retry-after'] !== undefined;
            resolve({ status: answer.statusCode!, code, text, isRetried, took: performance.now() - start });
          });
        },
      );
      asked.on('timeout', () =>
        reject(new Error(`no answer within ${PATIENCE} ms to ${method} ${path.slice(0, 200)}`)),
      );
      asked.on('error', () => resolve(undefined));
      asked.end(body);
    });
  }

  /** Writes bytes to a socket, and waits until it is closed, or for a moment. */
  async write(bytes: string): Promise<string> {
    const socket = connect(Number(this.url.port), this.url.hostname);
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => undefined);
    socket.end(Buffer.from(bytes, 'latin1'));
    await Promise.race([once(socket, 'close'), wait(500, undefined, { ref: false })]).catch(() => undefined);
    socket.destroy();
    return answer;
  }

  /** Sends a body byte by byte, and hangs up before its end. */
  async drip(path: string): Promise<void> {
    const socket = connect(Number(this.url.port), this.url.hostname);
    socket.on('error', () => undefined);
    socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`);
    for (let round = 0; round < 20 && !socket.destroyed; round++) {
      socket.write('[');
      await wait(20);
    }
    socket.destroy();
  }
}
