import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError } from '../config/settings.ts';

/** Turns a failure to listen into a line that says what to do. */
function explain(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new ConfigError(`port ${port} of ${host} is in use; stop what listens there, or choose another --port`);
    case 'EACCES':
      return new ConfigError(`port ${port} may not be opened by this user; choose a --port above 1023`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigError(`this machine has no address ${host}; choose another --host`);
    default:
      return error;
  }
}

/** An HTTP server that knows its address and closes without cutting requests off. */
export class Listener {
  readonly #server: Server;
  readonly #handler: RequestListener;
  /** What takes requests at present. */
  #taker: RequestListener;
  #underway = 0;
  #idle: (() => void) | undefined;

  constructor(handler: RequestListener) {
    this.#handler = handler;
    this.#taker = handler;
    const ended = () => {
      this.#underway--;
      if (this.#underway === 0) this.#idle?.();
    };
    this.#server = createServer((request, response) => {
      this.#underway++;
      response.on('close', ended);
      this.#taker(request, response);
    });
  }

  /** Starts to listen. Throws a `ConfigError` for an address that cannot be had. */
  listen(port: number, host: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = (error: Error) => reject(explain(error, port, host));
      this.#server.once('error', refuse);
      this.#server.listen(port, host, () => {
        this.#server.off('error', refuse);
        resolve();
      });
    });
  }

  /** Keeps requests waiting, to be handled in their order once what it answers with is called. */
  hold(): () => void {
    const waiting: Parameters<RequestListener>[] = [];
    this.#taker = (...exchange) => void waiting.push(exchange);
    return () => {
      this.#taker = this.#handler;
      for (const exchange of waiting) this.#handler(...exchange);
    };
  }

  /** The address that clients on this machine reach it by. */
  get url(): string {
    const { address, family, port } = this.#server.address() as AddressInfo;
    const everywhere = address === '0.0.0.0' || address === '::';
    const name = everywhere ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
    return `http://${name}:${port}`;
  }

  /** Takes no new connection, waits for the requests under way, at most `grace` milliseconds, and closes. */
  async close(grace: number): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    if (this.#underway > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, grace);
        this.#idle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#server.closeAllConnections();
    await closed;
  }
}
